"""Asking a language model what an episode was about; a line is believed where the episode's own words bear it out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from camillo.distill.memories.asking import borne_out
from camillo.distill.memories.memory import one_line
from camillo.distill.memories.words import asks, hides, orders
from camillo.distill.reflection.asking import place
from camillo.domain.search import Memory
from camillo.ports.language_model import Json, Schema
from camillo.text.asking import Passage

TASK = (
    "You are given passages of one session, numbered, in order. Say in a few lines what it was about: what was"
    " found out, decided, done and left open, not that it was talked about. For each line give its `text`, one short"
    " sentence in the language and, as far as you can, the words of the passages; and in `cites` the places that bear"
    " it out: the number of the `passage` and the `quote`, a stretch of it word for word. Say nothing that the quotes"
    " do not bear out, and no names or numbers that do not stand in those passages."
)
TOKENS = 1_024
_MOST, _LONGEST, _MOST_CITES = 8, 300, 4
#: So large a part of a line's words may be other words than those of the passages it cites.
_OWN = 0.5


@dataclass(frozen=True, slots=True)
class Line:
    """A line as a model told it, with what bears it out: places of passages, and characters in them."""

    text: str
    cites: tuple[tuple[int, int, int], ...]


def passages(texts: Sequence[Memory]) -> list[Passage]:
    """What the model is shown."""
    return [
        ({"passage": str(number), "speaker": one.turn.speaker or one.turn.role}, one.text)
        for number, one in enumerate(texts, 1)
    ]


def schema(count: int) -> Schema:
    """The form of the answer about so many passages."""
    cite = {
        "type": "object",
        "properties": {
            "passage": {"type": "integer", "minimum": 1, "maximum": max(1, count)},
            "quote": {"type": "string", "minLength": 1},
        },
        "required": ["passage", "quote"],
    }
    properties = {
        "text": {"type": "string", "minLength": 1, "maxLength": _LONGEST},
        "cites": {"type": "array", "items": cite, "maxItems": _MOST_CITES},
    }
    line = {"type": "object", "properties": properties, "required": ["text", "cites"]}
    lines = {"type": "array", "items": line, "maxItems": _MOST}
    return {"type": "object", "properties": {"lines": lines}, "required": ["lines"]}


def checked(
    answer: Json, texts: Sequence[Memory], secret: Callable[[str], bool]
) -> tuple[Line, ...]:
    """The lines that passages bear out, in the order of the passages; the others are dropped.

    A line stands on at least one quote; its names and numbers must be those of the passages it cites or of who
    speaks there, and half of its words. It asks nothing, orders nothing and has no secret.
    """
    given = answer.get("lines") if isinstance(answer, dict) else None
    lines = given if isinstance(given, list) else []
    found = [_line(one, texts, secret) for one in lines if isinstance(one, dict)]
    kept = {line.text: line for line in found if line is not None}
    return tuple(sorted(kept.values(), key=lambda line: min(line.cites)))


def _line(
    line: dict[str, Json], texts: Sequence[Memory], secret: Callable[[str], bool]
) -> Line | None:
    text, given = one_line(str(line["text"])), line["cites"]
    places = [
        place(one, texts, secret)
        for one in (given if isinstance(given, list) else [])
        if isinstance(one, dict)
    ]
    cites = tuple(sorted({found for found in places if found is not None}))
    cited = [texts[at] for at in {at: at for at, _, _ in cites}]
    said = "\n".join(one.text for one in cited)
    speakers = " ".join(one.turn.speaker for one in cited)
    if not cites or not borne_out(text, said, speakers, _OWN):
        return None
    return None if asks(text) or orders(text) or hides(text) or secret(text) else Line(text, cites)
