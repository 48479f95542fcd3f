"""Asking a language model for insights; what it says is believed where it quotes the texts it rests on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from camillo.distill.memories.asking import borne_out, quoted
from camillo.distill.memories.memory import one_line
from camillo.distill.memories.words import asks, hides, orders
from camillo.domain.search import Memory
from camillo.ports.language_model import Json, Schema
from camillo.text.asking import Passage

TASK = (
    "You look through the memory of one person for insights: what several of the passages say only together,"
    " such as a pattern, a lasting preference, a lesson, or how an opinion changed. For each insight give its"
    " `text`, one short sentence in the language and, as far as you can, the words of the passages; and in"
    " `cites` at least two places that bear it out, of different passages: the number of the `passage` and the"
    " `quote`, a stretch of it word for word. Say nothing that the quotes do not bear out, and no names or numbers"
    " that do not stand in those passages. There may be no insight at all; then give none."
)
TOKENS = 1_024
_MOST, _LONGEST, _MOST_CITES = 8, 400, 8
_LEAST_CITES = 2
#: So large a part of an insight's words may be other words than those of the passages it cites.
_OWN = 0.5


@dataclass(frozen=True, slots=True)
class Told:
    """An insight with what bears it out: places of passages, and characters in them."""

    text: str
    cites: tuple[tuple[int, int, int], ...]


def passages(texts: Sequence[Memory]) -> list[Passage]:
    """What the model is shown."""
    return [({"passage": str(number)}, memory.text) for number, memory in enumerate(texts, 1)]


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
    insight = {"type": "object", "properties": properties, "required": ["text", "cites"]}
    insights = {"type": "array", "items": insight, "maxItems": _MOST}
    return {"type": "object", "properties": {"insights": insights}, "required": ["insights"]}


def checked(
    answer: Json, texts: Sequence[Memory], secret: Callable[[str], bool]
) -> tuple[tuple[Told, ...], bool]:
    """The insights that passages bear out, and whether anything was dropped.

    An insight stands on quotes of at least two passages; its names and numbers must be theirs, and half of its
    words. It asks nothing, orders nothing and has no secret.
    """
    given = answer.get("insights") if isinstance(answer, dict) else None
    found, dropped = [], False
    for one in given if isinstance(given, list) else ():
        told, lacking = _told(one, texts, secret) if isinstance(one, dict) else (None, True)
        dropped = dropped or lacking
        if told is not None:
            found.append(told)
    return tuple(found), dropped


def _told(
    insight: dict[str, Json], texts: Sequence[Memory], secret: Callable[[str], bool]
) -> tuple[Told | None, bool]:
    """The insight, if it is borne out, and whether it or a cite of it was dropped."""
    text, given = one_line(str(insight["text"])), insight["cites"]
    cites: dict[int, tuple[int, int, int]] = {}
    cited = given if isinstance(given, list) else []
    for one in cited:
        found = place(one, texts, secret) if isinstance(one, dict) else None
        if found is not None:
            cites.setdefault(found[0], found)
    said = "\n".join(texts[at].text for at in cites)
    if len(cites) < _LEAST_CITES or not borne_out(text, said, "", _OWN):
        return None, True
    if asks(text) or orders(text) or hides(text) or secret(text):
        return None, True
    return Told(text, tuple(cites.values())), len(cites) < len(cited)


def place(
    cite: dict[str, Json], texts: Sequence[Memory], secret: Callable[[str], bool]
) -> tuple[int, int, int] | None:
    """The passage that a cite quotes, counted from 0, and where in it; None where it does not, or quotes a secret."""
    at = int(str(cite["passage"])) - 1
    found = quoted(str(cite["quote"]), texts[at].text) if 0 <= at < len(texts) else None
    if found is None or secret(texts[at].text[slice(*found)]):
        return None
    return at, *found
