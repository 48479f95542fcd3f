"""The first layer of a wake-up: who this is, where, and what it is about."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from camillo.distill.excerpt import clip, excerpt
from camillo.distill.sentences import sentences
from camillo.text.inert import inert_line

Count = Callable[[str], int]
#: The owner's own words take at most this share.
_OWNER_SHARE = 0.5
#: A name is shown to so many characters.
_NAME = 60


@dataclass(frozen=True, slots=True)
class Where:
    """What a session is about: a wing with its rooms, or the palace with its wings.

    ``name`` is the wing's, empty for the whole palace; ``parts`` are its rooms or wings, the
    greatest first; ``newest`` is the day of its newest memory, ``known`` whether there is any.
    """

    name: str
    parts: Sequence[str]
    newest: str = ""
    known: bool = True


def identity(owner: str, where: Where, limit: int, count: Count) -> list[str]:
    """Rows of at most ``limit`` tokens in all: the owner's own words, the place, and its topics.

    >>> where = Where("orion", ["api", "billing", "mobile"], newest="2025-06-01")
    >>> identity("Kai, backend developer.", where, 20, lambda text: len(text.split()))
    ['Owner: Kai, backend developer.', 'Wing orion, newest 2025-06-01', 'Rooms: api, billing, mobile']
    """
    rows: list[str] = []
    left = limit
    for row in _rows(owner, where, limit, count):
        cost = count(row) + 2
        if cost <= left:
            rows.append(row)
            left -= cost
    topics = _topics(where, left - 2, count)
    return [*rows, *topics]


def _rows(owner: str, where: Where, limit: int, count: Count) -> Iterator[str]:
    if owner.strip():
        said = excerpt(owner, sentences(owner), 0, int(limit * _OWNER_SHARE), count)
        yield "Owner: " + inert_line(" ".join(said.split()))
    name = f"Wing {inert_line(clip(where.name, _NAME, len))}" if where.name else "The whole palace"
    if where.known:
        yield name + (f", newest {where.newest}" if where.newest else "")
    else:
        yield f"{name}: nothing is remembered here yet"


def _topics(where: Where, limit: int, count: Count) -> list[str]:
    row = ""
    for part in where.parts:
        name = inert_line(clip(part, _NAME, len))
        longer = f"{row}, {name}" if row else ("Rooms: " if where.name else "Wings: ") + name
        if count(longer) > limit:
            break
        row = longer
    return [row] if row else []
