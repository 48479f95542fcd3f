"""Which drawers are worth reading at all, told from their columns alone."""

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from camillo.ports.rows import INT64, NO_TIME, Columns, Placements

ROWS = NDArray[np.intp]
_DAY = 86_400_000_000
_HALF_LIFE = 180.0
_UNDATED_AGE = 180.0
#: A drawer of so many words is half as telling as one can be by its length alone.
_WORDS = 8.0


@dataclass(frozen=True, slots=True)
class Shelf:
    """The current drawers of one wing, or of the whole palace, as rows of the columns.

    ``time`` is when each was said in microseconds, else when it was added, else ``NO_TIME``;
    ``lone`` says which are all of their turn.
    """

    rows: ROWS
    time: INT64
    hall: NDArray[np.int32]
    lone: NDArray[np.bool_]


def shelf(
    columns: Columns,
    placements: Placements,
    rooms: Collection[int],
    added: tuple[INT64, INT64],
) -> Shelf:
    """The drawers whose turn lies in one of these rooms, with the hall they have there."""
    inside = np.isin(placements.room, np.fromiter(rooms, np.int32, len(rooms)))
    turns, first = np.unique(placements.turn[inside], return_index=True)
    halls = placements.hall[inside][first]
    where = np.minimum(np.searchsorted(turns, columns.turn), max(0, len(turns) - 1))
    there = (
        columns.current & (turns[where] == columns.turn) if len(turns) else columns.current & False
    )
    rows = np.flatnonzero(there)
    _, back, times = np.unique(columns.turn, return_inverse=True, return_counts=True)
    time = columns.at[rows].copy()
    numbers, filed = added
    if len(numbers):
        at = np.minimum(np.searchsorted(numbers, columns.turn[rows]), len(numbers) - 1)
        known = (numbers[at] == columns.turn[rows]) & (time == NO_TIME)
        time[known] = filed[at][known]
    return Shelf(rows, time, halls[where[rows]], times[back][rows] == 1)


def likely(found: Shelf, columns: Columns, halls: Collection[int], most: int) -> ROWS:
    """At most ``most`` entries of the shelf in these halls, those of some length and the newest first."""
    entries = np.flatnonzero(np.isin(found.hall, np.fromiter(halls, np.int32, len(halls))))
    if len(entries) <= most:
        return entries
    time, length = found.time[entries], columns.length[found.rows[entries]]
    dated = time != NO_TIME
    age = np.full(len(entries), _UNDATED_AGE)
    age[dated] = (time.max() - time[dated]) / _DAY
    prior = length / (length + _WORDS) * 0.5 ** (age / _HALF_LIFE)
    return entries[np.sort(np.argsort(-prior, kind="stable")[:most])]


def newest(found: Shelf, columns: Columns, most: int) -> ROWS:
    """At most ``most`` entries of the shelf, the newest first, those without a time last."""
    order = np.lexsort((columns.drawer[found.rows], found.time))
    return order[::-1][:most].astype(np.intp)
