"""The catalogue: what recall keeps in memory of every drawer, in step with the store."""

from dataclasses import dataclass, field, fields, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from camillo.domain.knowledge import Act
from camillo.domain.pruning import VERBS, pruned
from camillo.ports.embedder import ModelCard
from camillo.ports.rows import INT64, Columns, Placements, RoomRow, Signs, Tick
from camillo.ports.store import Snapshot
from camillo.recall.pieces import NONE as NO_PIECES
from camillo.recall.pieces import PieceCounts

ROWS = NDArray[np.intp]
MASK = NDArray[np.bool_]
FLOATS = NDArray[np.float32]


@dataclass(frozen=True)
class Catalogue:
    """Columns of all drawers; row ``i`` of every array is the ``i``-th drawer by number.

    ``order`` lists rows by (conversation, position, ordinal), ``place`` is its inverse, and
    ``code`` numbers the conversations from 0 in that order. ``signs`` [n, 6] are the transformer
    tier's pooled bits as words of 64, valid where ``refined``. ``sampled`` remembers the
    languages of the texts, once somebody has looked, and ``counted`` how many drawers hold each word piece;
    ``hidden`` what was pruned. About 200 bytes a drawer.
    """

    tick: Tick
    columns: Columns
    placements: Placements
    rooms: list[RoomRow]
    labels: dict[int, str]
    sources: dict[int, tuple[str, str]]
    signed: Signs | None
    hidden: "Hidden"
    sampled: list[tuple[str, ...]] = field(default_factory=list, compare=False)
    counted: list[PieceCounts] = field(default_factory=list, compare=False)

    @property
    def size(self) -> int:
        """How many drawers there are."""
        return len(self.columns.drawer)

    @cached_property
    def order(self) -> ROWS:
        """Rows by conversation, position and ordinal."""
        columns = self.columns
        return np.lexsort((columns.ordinal, columns.position, columns.conversation))

    @cached_property
    def place(self) -> ROWS:
        """Where each row stands in ``order``."""
        place = np.empty(self.size, np.intp)
        place[self.order] = np.arange(self.size)
        return place

    @cached_property
    def code(self) -> ROWS:
        """The conversation of each row, numbered from 0 in ``order``."""
        sorted_ids = self.columns.conversation[self.order]
        steps = np.zeros(self.size, np.intp)
        steps[1:] = np.cumsum(sorted_ids[1:] != sorted_ids[:-1])
        return steps[self.place]

    @cached_property
    def bounds(self) -> ROWS:
        """Conversation ``c`` occupies ``order[bounds[c]:bounds[c + 1]]``."""
        return np.searchsorted(self.code[self.order], np.arange(self.conversations + 1))

    @cached_property
    def conversations(self) -> int:
        """How many conversations there are."""
        return int(self.code.max()) + 1 if self.size else 0

    @cached_property
    def conversation_length(self) -> FLOATS:
        """Length of each conversation: its drawers' lengths added up."""
        return np.bincount(
            self.code, weights=self.columns.length, minlength=self.conversations
        ).astype(np.float32)

    @cached_property
    def mean_length(self) -> float:
        """Mean length of a drawer, at least 1."""
        return max(1.0, float(self.columns.length.mean())) if self.size else 1.0

    @cached_property
    def speakers(self) -> list[int]:
        """Numbers of the labels that speak, ascending."""
        speakers: list[int] = np.unique(self.columns.speaker).tolist()
        return speakers

    @cached_property
    def filled(self) -> MASK:
        """Which rows have word pieces of the static tier."""
        filled: MASK = np.diff(self.columns.piece_at) > 0
        return filled

    @cached_property
    def words(self) -> NDArray[np.uint64]:
        """The static tier's pooled bits [n, 6] as words of 64."""
        return self.columns.bits.view(np.uint64)

    @cached_property
    def refined(self) -> MASK:
        """Which rows have transformer vectors."""
        found = np.zeros(self.size, np.bool_)
        if self.signed is not None:
            found[self.rows(self.signed.drawer)] = True
        return found

    @cached_property
    def signs(self) -> NDArray[np.uint64]:
        """The transformer tier's pooled bits [n, 6]; zero where not refined."""
        found = np.zeros((self.size, 6), np.uint64)
        if self.signed is not None and len(self.signed.drawer):
            # Damage that doctor would name must not stop a search: bits without a drawer are left.
            held = np.isin(self.signed.drawer, self.columns.drawer)
            bits = self.signed.bits.view(np.uint64)[held]
            found[self.rows(self.signed.drawer[held])] = bits
        return found

    def piece_df(self, pieces: NDArray[np.uint16]) -> INT64:
        """In how many drawers each of these word pieces occurs [q]; counted when first asked for."""
        if not self.counted:
            self.counted.append(NO_PIECES.plus(self.columns))
        return self.counted[0].of(pieces)

    def rows(self, drawers: NDArray[np.int64]) -> ROWS:
        """Rows of drawers by number, in the given order; drawers not in the catalogue are left out."""
        known = self.columns.drawer
        if not len(known):
            return np.empty(0, np.intp)
        if int(known[-1]) - int(known[0]) + 1 == len(known):
            found = drawers - known[0]
            there = (found >= 0) & (found < len(known))
        else:
            found = np.minimum(np.searchsorted(known, drawers), len(known) - 1)
            there = known[found] == drawers
        rows: ROWS = found[there].astype(np.intp, copy=False)
        return rows


@dataclass(frozen=True)
class Hidden:
    """Turns [n] that stand pruned, by the acts up to one of this number."""

    last_act: int = 0
    acts: tuple[Act, ...] = ()
    turns: INT64 = field(default_factory=lambda: np.empty(0, np.int64))

    def follow(self, snapshot: Snapshot) -> "Hidden":
        """The same by all acts of this snapshot."""
        last = snapshot.last_act()
        new = snapshot.acts(VERBS, after=self.last_act) if last > self.last_act else []
        if not new:
            return replace(self, last_act=last)
        acts = (*self.acts, *new)
        turns = snapshot.turn_numbers(sorted(pruned(acts))).values()
        return Hidden(last, acts, np.array(sorted(turns), np.int64))


def load(snapshot: Snapshot, model: ModelCard | None) -> Catalogue:
    """Read everything anew."""
    return Catalogue(
        tick=snapshot.tick(),
        columns=snapshot.columns(0),
        placements=snapshot.placements(0),
        rooms=snapshot.rooms(),
        labels=snapshot.labels(),
        sources=snapshot.sources(),
        signed=snapshot.signs(0, model) if model is not None else None,
        hidden=Hidden().follow(snapshot),
    )


def follow(known: Catalogue | None, snapshot: Snapshot, model: ModelCard | None) -> Catalogue:
    """The catalogue as of this snapshot: unchanged, with the new rows appended, or read anew."""
    tick = snapshot.tick()
    if known is None or known.tick.epoch != tick.epoch or known.tick.seq > tick.seq:
        return load(snapshot, model)
    if known.tick == tick:
        return known
    columns, placements = known.columns, known.placements
    last = int(columns.drawer[-1]) if known.size else 0
    last_turn = int(placements.turn[-1]) if len(placements.turn) else 0
    new = snapshot.columns(last)
    return replace(
        known,
        tick=tick,
        sampled=[],
        counted=[counts.plus(new) for counts in known.counted[:1]],
        columns=_append_columns(columns, new),
        placements=_append_placements(placements, snapshot.placements(last_turn)),
        rooms=snapshot.rooms(),
        labels=snapshot.labels(),
        sources=snapshot.sources(),
        signed=_append_signs(known.signed, snapshot, model),
        hidden=known.hidden.follow(snapshot),
    )


def _append_columns(old: Columns, new: Columns) -> Columns:
    if not len(new.drawer):
        return old
    joined = {
        each.name: np.concatenate([getattr(old, each.name), getattr(new, each.name)])
        for each in fields(Columns)
        if each.name != "piece_at"
    }
    piece_at = np.concatenate([old.piece_at, new.piece_at[1:] + old.piece_at[-1]])
    return Columns(piece_at=piece_at, **joined)


def _append_placements(old: Placements, new: Placements) -> Placements:
    if not len(new.turn):
        return old
    return Placements(
        *(
            np.concatenate([getattr(old, one), getattr(new, one)])
            for one in ("turn", "room", "hall")
        )
    )


def _append_signs(old: Signs | None, snapshot: Snapshot, model: ModelCard | None) -> Signs | None:
    if model is None:
        return None
    new = snapshot.signs(old.last if old else 0, model)
    if old is None:
        return new
    return Signs(
        np.concatenate([old.drawer, new.drawer]), np.concatenate([old.bits, new.bits]), new.last
    )
