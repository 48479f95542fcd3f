"""The port of language models: a prompt in, a checked answer out, within a time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"
#: A JSON Schema of the keywords that :func:`camillo.text.answers.fitted` checks.
Schema = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a prompt. Remembered text comes in through :func:`camillo.text.asking.prompt` alone."""

    role: Literal["system", "user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Usage:
    """What calls of one model took: tokens read and written, and their cost where prices are known.

    ``estimated`` calls are those whose server did not say; four bytes count as a token.
    """

    model: str
    calls: int = 0
    read: int = 0
    written: int = 0
    cost: float | None = None
    estimated: int = 0

    def plus(self, other: "Usage") -> "Usage":
        """Both together, under this one's name; unknown costs stay unknown.

        >>> Usage("m", 1, 10, 2, 0.5).plus(Usage("m", 1, 20, 3, 0.25)).cost
        0.75
        """
        costs = [one.cost for one in (self, other) if one.calls]
        known = [cost for cost in costs if cost is not None]
        return Usage(
            self.model,
            self.calls + other.calls,
            self.read + other.read,
            self.written + other.written,
            sum(known) if len(known) == len(costs) and costs else None,
            self.estimated + other.estimated,
        )


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer that was finished, is not a refusal, and fits the schema that was asked for.

    ``json`` is None where no schema was given; keys that the schema does not name are left out of
    it. ``finish`` is the server's own word for why it ended. ``usage`` counts all calls it took.
    """

    text: str
    json: Json
    finish: str
    usage: Usage


class LanguageModel(Protocol):
    """A model that answers prompts. What it says is derived, never verbatim text, and may be wrong."""

    name: str

    def complete(
        self,
        messages: Sequence[Message],
        schema: Schema | None = None,
        *,
        max_tokens: int = 1_024,
        seconds: float | None = None,
    ) -> Reply:
        """The model's answer; one that does not fit ``schema`` is asked for once more.

        ``seconds`` bounds the whole call with everything that is tried again (None: as the
        settings say).

        Raises:
            ModelOffline: the endpoint cannot be reached, is busy or overdue, or refuses the key.
            BadAnswer: the answer is cut off, empty or does not fit, twice.
            ModelDeclined: the model or its server refuses to answer.
        """
        ...
