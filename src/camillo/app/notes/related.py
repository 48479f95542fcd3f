"""Related notes: those that speak of the same rare things and are not linked, with the lines that show it."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from camillo.app.notes import book
from camillo.app.notes.linked import leading, one_line_of, resolved
from camillo.domain.note import Layer
from camillo.knowledge.entities.registry import Registry
from camillo.ports.notes import NoteRow
from camillo.ports.store import Snapshot
from camillo.text.names import ENTITY_MARK

#: A name that more notes than this have says nothing of two of them.
_MOST_NOTES = 50
_NAMES, _SHOWN = 200, 4
_ALIAS = "alias"


@dataclass(frozen=True, slots=True)
class Shared:
    """A name that two notes share, with a line of each in which it stands: of this one, and of the other."""

    name: str
    here: str
    there: str


@dataclass(frozen=True, slots=True)
class Related:
    """A note that may belong to another; nothing is linked by saying so.

    ``score`` sums over shared names how rare each is among notes (natural logarithms).
    """

    slug: str
    title: str
    layer: Layer
    score: float
    shared: tuple[Shared, ...]


def related(
    snapshot: Snapshot, row: NoteRow, registry: Registry, limit: int
) -> tuple[Related, ...]:
    """The notes that share most with one and are not linked with it, at most ``limit``, the best first."""
    rows = {one.turn: one for one in snapshot.notes() if one.turn and not one.deleted}
    linked = {edge.note for edge in leading(snapshot, row)} | {row.note}
    leads = resolved(snapshot, (edge.key for edge in snapshot.note_edges([row.note])))
    linked |= {one.note for one in leads.values()}
    holders = _holders(snapshot, _named(snapshot, row, registry), registry, rows)
    scores: dict[int, float] = defaultdict(float)
    for turns in holders.values():
        for turn in turns:
            scores[turn] += log((1 + len(rows)) / len(turns))
    found: list[Related] = []
    here = book.whole(snapshot, row).text
    for turn in sorted(scores, key=lambda turn: (-scores[turn], rows[turn].slug)):
        other = rows[turn]
        if other.note in linked or len(found) >= limit:
            continue
        names = [name for name, turns in holders.items() if turn in turns]
        names.sort(key=lambda name: (len(holders[name]), name))
        shared = _evidence(names, here, book.whole(snapshot, other).text)
        if shared:
            score = round(scores[turn], 6)
            layer = book.layer_of(other)
            found.append(Related(other.slug, other.title, layer, score, shared))
    return tuple(found)


def _named(snapshot: Snapshot, row: NoteRow, registry: Registry) -> dict[str, str]:
    """The entities that a note surely names, each as it is written there."""
    drawers = snapshot.drawers_of([row.turn]).get(row.turn, ())
    named: dict[str, str] = {}
    for known in snapshot.known(drawers).values():
        for one in known.mentions:
            if one.sure and one.kind != _ALIAS:
                named.setdefault(registry.resolve(one.key), one.name)
    return dict([*named.items()][:_NAMES])


def _holders(
    snapshot: Snapshot,
    named: Mapping[str, str],
    registry: Registry,
    rows: Mapping[int, NoteRow],
) -> dict[str, set[int]]:
    """The turns of notes that name each entity, by the name as it was written; too common ones are out."""
    keys = {head: registry.names(head) for head in named}
    terms = [ENTITY_MARK + key for each in keys.values() for key in each]
    postings = snapshot.postings(terms)
    drawers = {
        head: {int(n) for key in each if (p := postings.get(ENTITY_MARK + key)) for n in p.drawer}
        for head, each in keys.items()
    }
    wanted = sorted({one for each in drawers.values() for one in each})
    turns = {one.drawer: one.turn for one in snapshot.seen(wanted) if one.turn in rows}
    found = {
        named[head]: {turns[one] for one in each if one in turns} for head, each in drawers.items()
    }
    return {name: each for name, each in found.items() if 2 <= len(each) <= _MOST_NOTES}


def _evidence(names: Sequence[str], here: str, there: str) -> tuple[Shared, ...]:
    """The names that stand in the words of both."""
    found = []
    for name in names:
        ours, theirs = (_line(text, name) for text in (here, there))
        if ours and theirs:
            found.append(Shared(name, ours, theirs))
    return tuple(found[:_SHOWN])


def _line(text: str, name: str) -> str:
    at = text.casefold().find(name.casefold())
    return one_line_of(text, at) if 0 <= at < len(text) else ""
