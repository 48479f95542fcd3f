"""A language model behind an OpenAI-compatible endpoint, by chat completions alone."""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from camillo.domain.errors import BadAnswer
from camillo.models.completion import Completion, read_completion
from camillo.models.endpoint import Endpoint
from camillo.models.pricing import Prices, counted
from camillo.ports.language_model import Json, Message, Reply, Schema, Usage
from camillo.text.answers import Misfit, fitted, read_json

Spent = Callable[[Usage], None]
#: What servers may refuse to know, each with what is sent instead (None: nothing).
_OFFENCES = {
    "max_completion_tokens": ("max_tokens", "max_completion_tokens"),
    "temperature": ("temperature", None),
    "response_format": ("response_format", None),
    "json_schema": ("response_format", None),
}
#: Characters of a first answer that the model is shown when it is asked again.
_SHOWN = 4_000


class ChatModel:
    """Asks one model; threads may share it.

    ``seconds`` is the time of a call that gives none. ``spent`` is told of every call that was
    answered, also when its answer cannot be used.
    """

    def __init__(
        self, endpoint: Endpoint, name: str, seconds: float, prices: Prices | None, spent: Spent
    ) -> None:
        self.name = name
        self._endpoint = endpoint
        self._seconds = seconds
        self._prices = prices
        self._spent = spent
        self._instead: dict[str, str | None] = {}

    def complete(
        self,
        messages: Sequence[Message],
        schema: Schema | None = None,
        *,
        max_tokens: int = 1_024,
        seconds: float | None = None,
    ) -> Reply:
        """The model's answer; see :class:`camillo.ports.language_model.LanguageModel`."""
        deadline = time.monotonic() + (self._seconds if seconds is None else seconds)
        asked = list(messages) if schema is None else _with_schema(messages, schema)
        first, usage = self._ask(asked, schema, max_tokens, deadline)
        if schema is None:
            return Reply(first.text, None, first.finish, usage)
        try:
            return Reply(first.text, _read(first.text, schema), first.finish, usage)
        except Misfit as error:
            if time.monotonic() >= deadline:
                raise self._misfit(error) from error
            asked += [
                Message("assistant", first.text[:_SHOWN]),
                Message(
                    "user", f"That cannot be used: {error}. Answer again, with the JSON alone."
                ),
            ]
        second, more = self._ask(asked, schema, max_tokens, deadline)
        try:
            value = _read(second.text, schema)
        except Misfit as error:
            raise self._misfit(error) from error
        return Reply(second.text, value, second.finish, usage.plus(more))

    def _misfit(self, error: Misfit) -> BadAnswer:
        return BadAnswer(
            f"{self.name} does not answer in the form asked for: {error}", "ask another model"
        )

    def _ask(
        self, messages: Sequence[Message], schema: Schema | None, max_tokens: int, deadline: float
    ) -> tuple[Completion, Usage]:
        """One answer that is whole, and what it took."""
        for _ in range(len(_OFFENCES)):
            body = self._body(messages, schema, max_tokens)
            answer = self._endpoint.send("chat", body, deadline - time.monotonic())
            if answer.status == 200:
                found = read_completion(answer.media_type, answer.body)
                usage = counted(self.name, messages, found, self._prices)
                self._spent(usage)
                return found.checked(), usage
            if not self._learn(answer.body, body):
                break
        raise BadAnswer(
            f"{self._endpoint.host} refuses the request ({answer.status})",
            "the text may be too long for the model; ask one that reads more",
        )

    def _body(
        self, messages: Sequence[Message], schema: Schema | None, max_tokens: int
    ) -> dict[str, object]:
        wanted: dict[str, object] = {
            "model": self.name,
            "messages": [{"role": one.role, "content": _plain(one.text)} for one in messages],
            "stream": False,
            "max_tokens": max_tokens,
            "temperature": 0,
        }
        if schema is not None:
            form = {"name": "answer", "schema": schema, "strict": False}
            wanted["response_format"] = {"type": "json_schema", "json_schema": form}
        for name, instead in self._instead.items():
            value = wanted.pop(name, None)
            if instead is not None:
                wanted[instead] = value
        return wanted

    def _learn(self, refusal: bytes, body: dict[str, object]) -> bool:
        """Whether a refusal names a parameter that was sent and that can be done without from now on."""
        told = refusal.decode("utf-8", "replace")
        for word, (name, instead) in _OFFENCES.items():
            if word in told and name in body:
                self._instead = {**self._instead, name: instead}
                return True
        return False


def _with_schema(messages: Sequence[Message], schema: Schema) -> list[Message]:
    """The messages with the schema told in words, for servers that do not hold models to it."""
    told = json.dumps(schema, ensure_ascii=False)
    form = f"Answer with one JSON value that fits this JSON Schema, and with nothing else:\n{told}"
    first, *rest = messages
    if first.role == "system":
        return [replace(first, text=f"{first.text}\n\n{form}"), *rest]
    return [Message("system", form), *messages]


def _read(text: str, schema: Schema) -> Json:
    return fitted(read_json(text), schema)


def _plain(text: str) -> str:
    """Lone surrogates become question marks: UTF-8 cannot hold them."""
    return text.encode("utf-8", "replace").decode("utf-8")
