"""Which drawers are linked next, and in which order: whole writes, each in an order of its own."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from camillo.knowledge.links.shelf import ROWS, Shelf


@dataclass(frozen=True)
class Slice:
    """Drawers to link: ``asking`` their rows in order of linking, ``upto`` the mark afterwards.

    ``rank`` [n] of the whole shelf says which drawers are earlier than which: -1 for those linked
    before, then the places in ``asking``. ``run`` [n] counts the writes in the same manner.
    """

    asking: ROWS
    rank: NDArray[np.int64]
    run: NDArray[np.int64]
    upto: int


def next_slice(shelf: Shelf, mark: int, limit: int, *, patient: bool) -> Slice | None:
    """The next whole writes beyond the mark, at least one and otherwise at most ``limit`` drawers.

    Drawers that one write has filed are ordered by time, key and ordinal, so that it makes no difference in
    which order they came. ``patient``: a write whose drawers still wait for transformer vectors waits too.
    """
    waiting = np.flatnonzero(shelf.rows.drawer > mark)
    if not len(waiting):
        return None
    write = shelf.rows.write[waiting]
    steps = np.concatenate([[True], write[1:] != write[:-1]])
    bounds = [*np.flatnonzero(steps).tolist(), len(waiting)]
    ready = ~shelf.telling | shelf.refined | (not patient or shelf.model is None)
    end = 0
    for first, last in pairwise(bounds):
        if (end and last > limit) or not ready[waiting[first:last]].all():
            break
        end = last
    if not end:
        return None
    chosen = waiting[:end]
    run = np.cumsum(steps)[:end]
    rows = shelf.rows
    order = np.lexsort((rows.ordinal[chosen], rows.key[chosen], rows.at[chosen], run))
    asking = chosen[order]
    rank = np.full(shelf.size, -1, np.int64)
    rank[waiting] = len(waiting)
    rank[asking] = np.arange(len(asking))
    runs = np.full(shelf.size, -1, np.int64)
    runs[waiting] = len(waiting)
    runs[chosen] = run
    return Slice(asking, rank, runs, int(rows.drawer[chosen[-1]]))
