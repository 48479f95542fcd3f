"""What a server answers to a chat completion: one JSON object, or a stream of events that add up to it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from camillo.domain.errors import BadAnswer, ModelDeclined

#: Words for an answer that came to its own end; a server that says nothing is believed if it is whole.
_WHOLE = ("stop", "eos", "end_turn", "stop_sequence", "")
_CUT = ("length", "max_tokens")
_MEND_ADDRESS = "see that llm_url is the address of an OpenAI-compatible API; it mostly ends in /v1"


@dataclass(frozen=True, slots=True)
class Completion:
    """One answer: its text, why it ended, and the tokens that the server counted (None: it did not)."""

    text: str
    finish: str
    refusal: str
    read: int | None
    written: int | None

    def checked(self) -> "Completion":
        """Itself, if it is whole and no refusal.

        Raises:
            BadAnswer: it was cut off, or nothing is in it. ModelDeclined: it is a refusal.
        """
        if self.refusal or self.finish == "content_filter":
            raise ModelDeclined("the model declines to answer", "ask another model, or leave it")
        if self.finish in _CUT:
            raise BadAnswer("the model's answer is cut off", "allow more tokens, or ask for less")
        if self.finish not in _WHOLE:
            raise BadAnswer("the model's answer did not come to its end", "ask another model")
        if not self.text.strip():
            raise BadAnswer("the model's answer is empty", "ask another model")
        return self


def read_completion(media_type: str, body: bytes) -> Completion:
    """The first choice of an answer, whatever media type the server gives it.

    Raises:
        BadAnswer: it is no chat completion.
    """
    text = body.decode("utf-8", "replace").lstrip("\ufeff \t\r\n")
    if media_type == "text/event-stream" or text.startswith(("data:", "event:", ":")):
        return _of_events(text)
    answer = _object(text)
    choice = _first(answer)
    message = _dict(choice.get("message"))
    return Completion(
        text=_content(message.get("content")),
        finish=_word(choice.get("finish_reason")),
        refusal=_word(message.get("refusal")),
        **_usage(answer),
    )


def _of_events(text: str) -> Completion:
    parts: list[str] = []
    refusal, finish, ended = "", "", False
    usage: dict[str, int | None] = {"read": None, "written": None}
    for data in _events(text):
        if data == "[DONE]":
            ended = True
            break
        answer = _object(data)
        usage = {
            name: count if count is not None else usage[name]
            for name, count in _usage(answer).items()
        }
        if not answer.get("choices"):
            continue  # the last event of some servers has the usage alone
        choice = _first(answer)
        delta = _dict(choice.get("delta"))
        parts.append(_content(delta.get("content")))
        refusal += _word(delta.get("refusal"))
        finish = _word(choice.get("finish_reason")) or finish
    if not finish and not ended:
        finish = "broken off"
    return Completion("".join(parts), finish, refusal, **usage)


def _events(text: str) -> Iterator[str]:
    """The data of each event; lines of other fields, and comments, are left out."""
    for event in text.replace("\r\n", "\n").replace("\r", "\n").split("\n\n"):
        lines = [
            line[5:].removeprefix(" ") for line in event.split("\n") if line.startswith("data:")
        ]
        if lines:
            yield "\n".join(lines).strip()


def _object(text: str) -> dict[str, object]:
    try:
        answer = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadAnswer("the server's answer is no chat completion", _MEND_ADDRESS) from error
    if not isinstance(answer, dict):
        raise BadAnswer("the server's answer is no chat completion", _MEND_ADDRESS)
    return answer


def _first(answer: dict[str, object]) -> dict[str, object]:
    choices = answer.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        raise BadAnswer("the server's answer holds no choice", _MEND_ADDRESS)
    return choices[0]


def _dict(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


def _word(value: object) -> str:
    return value if isinstance(value, str) else ""


def _content(value: object) -> str:
    """Text, given as a string or as parts of which the textual ones are joined."""
    if isinstance(value, list):
        return "".join(_word(_dict(one).get("text")) for one in value)
    return _word(value)


def _usage(answer: dict[str, object]) -> dict[str, int | None]:
    usage = _dict(answer.get("usage"))
    return {
        "read": _count(usage.get("prompt_tokens")),
        "written": _count(usage.get("completion_tokens")),
    }


def _count(value: object) -> int | None:
    return value if type(value) is int and 0 <= value < 1 << 40 else None
