"""One wing as if it were a whole palace: what a search over it reads, and nothing else.

Every statistic of a search (frequencies, lengths, how many drawers there are, languages, speakers) is counted over
what is read here, so it comes from the wing alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from camillo.domain.drawer import Span
from camillo.domain.knowledge import Act
from camillo.domain.search import Memory
from camillo.ports.embedder import ModelCard
from camillo.ports.episodes import ContextRow
from camillo.ports.rows import INT64, Columns, Dense, Placements, Postings, RoomRow, Signs, Tick
from camillo.ports.store import PalaceStore, Snapshot

if TYPE_CHECKING:
    from camillo.recall.catalogue import MASK


@dataclass(frozen=True)
class Inside:
    """What lies in a wing at one state of its palace; ``place`` has the room and hall of a turn.

    ``name`` is what the wing is called then, empty where it is there no longer.
    """

    tick: Tick
    name: str
    rooms: tuple[RoomRow, ...]
    placements: Placements
    columns: Columns
    place: Mapping[int, tuple[str, str]]


class WingStore:
    """The reads that a :class:`camillo.recall.search.Recaller` makes, locked to one wing by its number."""

    def __init__(self, store: PalaceStore, wing: int) -> None:
        self._store, self._wing = store, wing
        self._inside: Inside | None = None

    @contextmanager
    def snapshot(self) -> "Iterator[WingSnapshot]":
        """Reads of one state."""
        with self._store.snapshot() as whole:
            inside = self._inside
            if inside is None or inside.tick != whole.tick():
                inside = self._inside = _inside_of(whole, self._wing)
            yield WingSnapshot(whole, inside)

    def as_store(self) -> PalaceStore:
        """Itself, for who reads snapshots alone: nothing else of a store is here."""
        return cast(PalaceStore, self)


class WingSnapshot:
    """Reads of one state of a wing. What it has no method for cannot be asked."""

    def __init__(self, whole: Snapshot, inside: Inside) -> None:
        self._whole, self._inside = whole, inside

    def name(self) -> str:
        """What the wing is called; empty where it is there no longer."""
        return self._inside.name

    def wing(self) -> dict[str, object] | None:
        """The wing with its rooms and counts, as :meth:`Snapshot.wings` tells of it; None where it is gone."""
        rows = self._whole.wings() if self._inside.name else []
        return next((row for row in rows if row["wing"] == self._inside.name), None)

    def tick(self) -> Tick:
        """The palace's clock; each change is read anew, since what is appended may lie elsewhere."""
        seq = self._inside.tick.seq
        return Tick(seq, seq)

    def columns(self, after: int) -> Columns:
        """Drawers of the wing numbered above ``after``."""
        columns = self._inside.columns
        return chosen(columns, columns.drawer > after) if after else columns

    def placements(self, after: int) -> Placements:
        """Placements in the wing of turns numbered above ``after``."""
        placements = self._inside.placements
        return _placed(placements, placements.turn > after)

    def rooms(self) -> list[RoomRow]:
        """The wing's rooms."""
        return list(self._inside.rooms)

    def labels(self) -> dict[int, str]:
        """Words by number: those that the wing's drawers and placements use."""
        columns, placements = self._inside.columns, self._inside.placements
        used = {
            *np.unique(columns.speaker).tolist(),
            *np.unique(columns.role).tolist(),
            *np.unique(placements.hall).tolist(),
        }
        return {number: word for number, word in self._whole.labels().items() if number in used}

    def sources(self) -> dict[int, tuple[str, str]]:
        """Sources of the wing's drawers by number."""
        used = {*np.unique(self._inside.columns.source).tolist()}
        return {number: told for number, told in self._whole.sources().items() if number in used}

    def has_vectors(self) -> bool:
        """Whether any drawer of the palace has vectors."""
        return self._whole.has_vectors()

    def signs(self, after: int, model: ModelCard) -> Signs:
        """Pooled signs of the wing's drawers."""
        found = self._whole.signs(after, model)
        kept = self._holds(found.drawer)
        return Signs(found.drawer[kept], found.bits[kept], found.last)

    def postings(self, terms: Sequence[str]) -> dict[str, Postings]:
        """Postings in the wing's drawers; a term that none of them has is not there."""
        found = {}
        for term, one in self._whole.postings(terms).items():
            kept = self._holds(one.drawer)
            if kept.any():
                found[term] = Postings(one.drawer[kept], one.count[kept])
        return found

    def terms_between(self, first: str, last: str, limit: int) -> list[str]:
        """Terms of the wing's drawers in a half-open range."""
        there = sorted(self._whole.term_counts(first, last))
        return sorted(self.postings(there))[:limit]

    def dense(self, drawers: Sequence[int], model: ModelCard) -> dict[int, Dense]:
        """Vectors of those of the drawers that lie in the wing."""
        return self._whole.dense(self._only(drawers), model)

    def turns_where(self, meta: Mapping[str, object]) -> INT64:
        """Turns of the wing whose meta has these values."""
        found = self._whole.turns_where(meta)
        return found[np.isin(found, self._inside.placements.turn)]

    def conversation_numbers(self, conversation: str) -> INT64:
        """Conversations with this id that have a drawer in the wing."""
        found = self._whole.conversation_numbers(conversation)
        return found[np.isin(found, self._inside.columns.conversation)]

    def passages(self, drawers: Sequence[int]) -> dict[int, Memory]:
        """Texts of those of the drawers that lie in the wing, with their place in it."""
        columns = self._inside.columns
        found = self._whole.passages(self._only(drawers))
        return {
            drawer: self._shown(memory, int(columns.turn[np.searchsorted(columns.drawer, drawer)]))
            for drawer, memory in found.items()
        }

    def get(self, span: Span, neighbours: int) -> Memory | None:
        """The bytes of a span of a turn that lies in the wing, alone."""
        numbers = self._whole.turn_numbers([span.key])
        turn = numbers.get(span.key)
        if turn is None or turn not in self._inside.place:
            return None
        memory = self._whole.get(span, 0)
        return None if memory is None else self._shown(memory, turn)

    def contexts(self, drawers: Sequence[int]) -> list[ContextRow]:
        """Context lines of the wing's drawers that come from it."""
        return self._both_inside(self._whole.contexts(self._only(drawers)))

    def contexts_from(self, drawers: Sequence[int]) -> list[ContextRow]:
        """Context lines that the wing's drawers gave each other."""
        return self._both_inside(self._whole.contexts_from(self._only(drawers)))

    def last_act(self) -> int:
        """The number of the palace's last act."""
        return self._whole.last_act()

    def acts(
        self, verbs: Sequence[str] = (), keys: Sequence[str] = (), after: int = 0
    ) -> list[Act]:
        """Acts, by which what was pruned is left out."""
        return self._whole.acts(verbs, keys, after)

    def turn_numbers(self, keys: Sequence[bytes]) -> dict[bytes, int]:
        """Numbers of the wing's turns by key."""
        place = self._inside.place
        found = self._whole.turn_numbers(keys)
        return {key: turn for key, turn in found.items() if turn in place}

    def _holds(self, drawers: INT64) -> "MASK":
        return np.isin(drawers, self._inside.columns.drawer)

    def _only(self, drawers: Sequence[int]) -> list[int]:
        given = np.array(drawers, np.int64)
        kept: list[int] = given[self._holds(given)].tolist()
        return kept

    def _both_inside(self, rows: Sequence[ContextRow]) -> list[ContextRow]:
        known = {*self._only([row.drawer for row in rows]), *self._only([r.origin for r in rows])}
        return [row for row in rows if row.drawer in known and row.origin in known]

    def _shown(self, memory: Memory, turn: int) -> Memory:
        room, hall = self._inside.place[turn]
        return replace(memory, wing=self._inside.name, room=room, hall=hall, before=(), after=())


def _inside_of(snapshot: Snapshot, wing: int) -> Inside:
    """What lies in a wing now; nothing where there is none of this number."""
    rooms = tuple(row for row in snapshot.rooms() if row.wing == wing)
    whole, labels = snapshot.placements(0), snapshot.labels()
    placements = _placed(whole, np.isin(whole.room, [row.room for row in rooms]))
    columns = snapshot.columns(0)
    names = {row.room: row.room_name for row in rooms}
    triples = zip(
        placements.turn.tolist(), placements.room.tolist(), placements.hall.tolist(), strict=True
    )
    place = {turn: (names[room], labels.get(hall, "")) for turn, room, hall in triples}
    return Inside(
        tick=snapshot.tick(),
        name=rooms[0].wing_name if rooms else "",
        rooms=rooms,
        placements=placements,
        columns=chosen(columns, np.isin(columns.turn, placements.turn)),
        place=place,
    )


def chosen(columns: Columns, kept: NDArray[np.bool_]) -> Columns:
    """Some rows of drawers, in their order."""
    if kept.all():
        return columns
    counts = np.diff(columns.piece_at)
    piece_at = np.concatenate([[0], np.cumsum(counts[kept])]).astype(columns.piece_at.dtype)
    rest = {
        each.name: getattr(columns, each.name)[kept]
        for each in fields(Columns)
        if each.name not in ("pieces", "piece_at")
    }
    return Columns(pieces=columns.pieces[np.repeat(kept, counts)], piece_at=piece_at, **rest)


def _placed(placements: Placements, kept: NDArray[np.bool_]) -> Placements:
    return Placements(placements.turn[kept], placements.room[kept], placements.hall[kept])
