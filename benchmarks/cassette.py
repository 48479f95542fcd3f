"""A language model whose answers were recorded: tests and benchmarks run without one, and always alike.

A cassette is a JSON file: an object that maps the SHA-256 of a request (messages and schema) to the
answer's text. With a real model behind it, what is missing is asked for and recorded.
"""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from camillo.domain.errors import BadAnswer, ModelOffline
from camillo.ports.language_model import LanguageModel, Message, Reply, Schema, Usage
from camillo.text.answers import Misfit, fitted, read_json
from camillo.text.budget import tokens


def request_hash(messages: Sequence[Message], schema: Schema | None) -> str:
    """What an answer is recorded under."""
    asked = [[one.role, one.text] for one in messages]
    told = json.dumps([asked, schema], sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(told.encode("ascii")).hexdigest()


class CassetteModel:
    """Plays a cassette; answers are checked against the schema as those of a real model are."""

    def __init__(self, path: Path, behind: LanguageModel | None = None) -> None:
        self.name = "cassette"
        self._path = path
        self._behind = behind
        self._answers: dict[str, str] = (
            json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
        )

    def complete(
        self,
        messages: Sequence[Message],
        schema: Schema | None = None,
        *,
        max_tokens: int = 1_024,
        seconds: float | None = None,
    ) -> Reply:
        """The recorded answer.

        Raises:
            ModelOffline: none is recorded, and no model is behind.
            BadAnswer: the recorded one does not fit.
        """
        key = request_hash(messages, schema)
        if key not in self._answers:
            if self._behind is None:
                raise ModelOffline(f"nothing is recorded for {key[:12]}", f"record {self._path}")
            reply = self._behind.complete(messages, schema, max_tokens=max_tokens, seconds=seconds)
            self._record(key, reply.text)
            return reply
        text = self._answers[key]
        try:
            value = None if schema is None else fitted(read_json(text), schema)
        except Misfit as error:
            raise BadAnswer(
                f"the recorded answer does not fit: {error}", "record it anew"
            ) from error
        read = sum(tokens(one.text) for one in messages)
        return Reply(text, value, "stop", Usage(self.name, 1, read, tokens(text), None, 1))

    def _record(self, key: str, text: str) -> None:
        self._answers[key] = text
        written = json.dumps(self._answers, indent=1, sort_keys=True, ensure_ascii=False)
        new = self._path.with_suffix(".new")
        new.write_text(written + "\n", encoding="utf-8")
        new.replace(self._path)
