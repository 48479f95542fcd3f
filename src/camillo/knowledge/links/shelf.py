"""The shelf: what linking keeps in memory of every drawer, in step with the store."""

from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from camillo.ports.embedder import ModelCard
from camillo.ports.knowledge import Shelved
from camillo.ports.rows import Tick
from camillo.ports.store import Snapshot

ROWS = NDArray[np.intp]
WORDS = NDArray[np.uint64]

#: A text of fewer content pieces, its speaker's name among them, is chatter: "thanks, see you soon!".
ENOUGH = 7


@dataclass(frozen=True)
class Shelf:
    """Drawers as parallel arrays, row by row in order of their numbers.

    ``signs`` [n, 6] are the transformer tier's pooled bits, valid where ``refined``. About 200 bytes a drawer.
    """

    tick: Tick
    rows: Shelved
    signs: WORDS
    refined: NDArray[np.bool_]
    last_sign: int
    model: ModelCard | None

    @property
    def size(self) -> int:
        """How many drawers there are."""
        return len(self.rows.drawer)

    @property
    def telling(self) -> NDArray[np.bool_]:
        """Which drawers have enough content to be similar to something."""
        enough: NDArray[np.bool_] = self.rows.content >= ENOUGH
        return enough

    def find(self, drawers: NDArray[np.int64]) -> ROWS:
        """Rows of those of the drawers that are on the shelf."""
        known = self.rows.drawer
        if not len(known):
            return np.empty(0, np.intp)
        found = np.minimum(np.searchsorted(known, drawers), len(known) - 1)
        rows: ROWS = found[known[found] == drawers]
        return rows


def follow(known: Shelf | None, snapshot: Snapshot, model: ModelCard | None) -> Shelf:
    """The shelf as of this snapshot: as it was, with new drawers appended, or read anew."""
    tick = snapshot.tick()
    stale = known is None or known.tick.epoch != tick.epoch or known.tick.seq > tick.seq
    if known is None or stale or known.model != model:
        known = None
    elif known.tick == tick:
        return known
    after = int(known.rows.drawer[-1]) if known is not None and known.size else 0
    fresh = snapshot.shelved(after)
    rows = fresh if known is None else _joined(known.rows, fresh)
    signs = np.zeros((len(rows.drawer), 6), np.uint64)
    refined = np.zeros(len(rows.drawer), np.bool_)
    last = 0
    if known is not None:
        signs[: known.size], refined[: known.size] = known.signs, known.refined
        last = known.last_sign
    shelf = Shelf(tick, rows, signs, refined, last, model)
    return shelf if model is None else _with_signs(shelf, snapshot, model)


def _with_signs(shelf: Shelf, snapshot: Snapshot, model: ModelCard) -> Shelf:
    found = snapshot.signs(shelf.last_sign, model)
    held = np.isin(found.drawer, shelf.rows.drawer)
    rows = shelf.find(found.drawer[held])
    shelf.signs[rows] = found.bits.view(np.uint64).reshape(-1, 6)[held]
    shelf.refined[rows] = True
    return Shelf(shelf.tick, shelf.rows, shelf.signs, shelf.refined, found.last, model)


def _joined(old: Shelved, new: Shelved) -> Shelved:
    if not len(new.drawer):
        return old
    joined = {
        each.name: np.concatenate([getattr(old, each.name), getattr(new, each.name)])
        for each in fields(Shelved)
    }
    return Shelved(**joined)
