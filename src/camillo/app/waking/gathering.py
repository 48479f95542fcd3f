"""What a wake-up reads of a wing: the passages worth judging, and its newest."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from camillo.distill.line import Line, day
from camillo.distill.order import Fact
from camillo.distill.preselect import Shelf, likely, newest, shelf
from camillo.distill.sentences import sentences
from camillo.distill.worth import KINDS, Judge, Worth
from camillo.domain.drawer import abbreviated
from camillo.domain.halls import Preset
from camillo.domain.origin import from_web
from camillo.domain.pruning import PINNED, UNPINNED, VERBS, pinned, pruned
from camillo.domain.search import Hit, Memory
from camillo.ports.rows import NO_TIME, Columns, Placements
from camillo.ports.store import Snapshot
from camillo.text.tokens import index_terms

if TYPE_CHECKING:
    from camillo.distill.worth import Evidence
    from camillo.ingest.halls.classify import Classifier

#: Takes secrets out of a text.
Redact = Callable[[str], str]

#: Passages read to find the facts of a wing, and to find its newest.
_READ, _NEWEST = 300, 80
_MOST_PINNED = 50
#: Who speaks in a text that no person and no assistant wrote.
_MACHINES = frozenset({"system", "developer", "tool", "function"})
#: What says in a turn's meta that it is to be told at every start.
PINNED_META: Sequence[Mapping[str, object]] = ({"pin": True}, {"pin": "true"})
#: A passage says at least this much, or it is not told as news.
_SUBSTANCE = 0.15


@dataclass(frozen=True, slots=True)
class Gathered:
    """The judged facts of a wing, in no order, and its newest passages, the newest first."""

    facts: Sequence[Fact]
    news: Sequence[Fact]


@dataclass(frozen=True, slots=True)
class _Entry:
    memory: Memory
    at: int | None
    lone: bool
    pinned: bool
    turn: int


def gather(
    snapshot: Snapshot,
    wing: str | None,
    preset: Preset,
    evidence: "Evidence",
    classifier: "Classifier",
    redact: Redact,
) -> Gathered:
    """Read and judge one wing, or the whole palace; the work is bounded whatever its size."""
    columns = snapshot.columns(0)
    rooms = [row.room for row in snapshot.rooms() if wing in (None, row.wing_name)]
    undated = bool((columns.at == NO_TIME).any())
    nothing = np.empty(0, np.int64)
    found = shelf(
        columns, shown(snapshot), rooms, snapshot.added() if undated else (nothing, nothing)
    )
    labels = snapshot.labels()
    telling = {hall.name for hall in preset.halls if KINDS.keys() & {*hall.kinds}}
    halls = [number for number, word in labels.items() if word in telling]
    kept = _pinned(snapshot, found, columns)
    likeliest = [*likely(found, columns, halls, _READ).tolist(), *kept]
    latest = newest(found, columns, _NEWEST).tolist()
    entries = _read(snapshot, found, columns, {*likeliest, *latest}, {*kept}, labels, redact)
    judge = Judge(evidence, lambda text: classifier.classify(text).hall, _memories(entries))
    facts = [
        Fact(judge.worth(one.memory, whole=one.lone), one.at, one.pinned, one.turn)
        for at in dict.fromkeys(likeliest)
        if (one := entries.get(at)) is not None
    ]
    news = [
        Fact(judge.substance(one.memory), one.at)
        for at in latest
        if (one := entries.get(at)) is not None
    ]
    return Gathered(facts, [fact for fact in news if fact.worth.importance >= _SUBSTANCE])


def _memories(entries: Mapping[int, _Entry]) -> list[Memory]:
    return [entry.memory for entry in entries.values()]


def shown(snapshot: Snapshot) -> Placements:
    """Where turns lie, without those that stand pruned."""
    placements = snapshot.placements(0)
    hidden = pruned(snapshot.acts(VERBS))
    if not hidden:
        return placements
    kept = ~np.isin(placements.turn, [*snapshot.turn_numbers([*hidden]).values()])
    return Placements(placements.turn[kept], placements.room[kept], placements.hall[kept])


def _pinned(snapshot: Snapshot, found: Shelf, columns: Columns) -> list[int]:
    by_hand = pinned(snapshot.acts((PINNED, UNPINNED)))
    turns = np.concatenate(
        [
            *(snapshot.turns_where(meta) for meta in PINNED_META),
            np.array([*snapshot.turn_numbers([*by_hand]).values()], np.int64),
        ]
    )
    if not len(turns):
        return []
    entries: list[int] = np.flatnonzero(np.isin(columns.turn[found.rows], turns)).tolist()
    return entries[-_MOST_PINNED:]


def _read(
    snapshot: Snapshot,
    found: Shelf,
    columns: Columns,
    wanted: Collection[int],
    kept: Collection[int],
    labels: Mapping[int, str],
    redact: Redact,
) -> dict[int, _Entry]:
    """The passages that people or assistants wrote, with the hall they have in this wing."""
    drawers = {at: int(columns.drawer[found.rows[at]]) for at in sorted(wanted)}
    passages = snapshot.passages([*drawers.values()])
    entries = {}
    for at, drawer in drawers.items():
        memory = _tellable(passages.get(drawer), redact)
        if memory is not None:
            time = int(found.time[at])
            entries[at] = _Entry(
                replace(memory, hall=labels.get(int(found.hall[at]), memory.hall)),
                None if time == NO_TIME else time,
                bool(found.lone[at]),
                at in kept,
                int(columns.turn[found.rows[at]]),
            )
    return entries


def _tellable(memory: Memory | None, redact: Redact) -> Memory | None:
    """The passage as it may be told unasked, or None where nothing of it may."""
    if memory is None:
        return None
    text = told_text(memory, memory.turn.role, redact)
    return replace(memory, text=text) if text.strip() else None


def told_text(passage: Memory | Hit, role: str, redact: Redact) -> str:
    """What may be told of a passage unasked: no secret, of the web its title at most, of machines nothing."""
    if passage.part != "text" or role in _MACHINES:
        return ""
    return redact(passage.title if is_web(passage) else passage.text)


def is_web(passage: Memory | Hit) -> bool:
    """Whether a passage was taken from the web, where anyone can write."""
    return from_web(passage.source_kind, passage.meta)


def as_line(snapshot: Snapshot, worth: Worth, *, placed: bool) -> Line:
    """A judged passage as a line that cites it; ``placed`` names its wing too."""
    memory = worth.memory
    return Line(
        id=memory.id,
        cite=cite(snapshot, memory.id),
        text=memory.text,
        spans=worth.spans,
        best=worth.best,
        day=day(memory.turn.at),
        hall=f"{memory.wing}/{memory.hall}" if placed else memory.hall,
        speaker=memory.turn.speaker,
        terms=worth.terms,
    )


def hit_line(
    snapshot: Snapshot, hit: Hit, wanted: Collection[str], redact: Redact, *, placed: bool
) -> Line | None:
    """A hit as a line: the sentence that has most of the wanted terms; None where it may not be told."""
    text = told_text(hit, hit.role, redact)
    if not text.strip():
        return None
    spans = sentences(text)
    terms = [frozenset(index_terms(text[slice(*span)], None).terms) for span in spans]
    shared = [len(each.intersection(wanted)) for each in terms]
    best = shared.index(max(shared)) if shared else 0
    return Line(
        id=hit.id,
        cite=cite(snapshot, hit.id),
        text=text,
        spans=tuple(spans),
        best=best,
        day=day(hit.at),
        hall=f"{hit.wing}/{hit.hall}" if placed else hit.hall,
        speaker=hit.speaker,
        terms=terms[best] if terms else frozenset(),
    )


def cite(snapshot: Snapshot, written: str) -> str:
    """The shortest form of an id that names one turn of this palace."""
    for digits in (8, 12, 16):
        short = abbreviated(written, digits)
        if len(snapshot.keys_like(written[:digits])) < 2:
            return short
    return written
