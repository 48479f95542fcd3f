"""Columns of arrays out of rows of numbers."""

import numpy as np
from numpy.typing import NDArray

from camillo.ports.rows import INT64, Placements


def sources_of(pairs: INT64, conversations: INT64) -> NDArray[np.int32]:
    """The source of each of the conversations; ``pairs`` has every conversation's, [n, 2].

    >>> sources_of(np.array([[1, 7], [3, 8]]), np.array([3, 3, 1])).tolist()
    [8, 8, 7]
    """
    if not len(pairs) or not len(conversations):
        return np.zeros(len(conversations), np.int32)
    table = np.zeros(int(pairs[:, 0].max()) + 1, np.int32)
    table[pairs[:, 0]] = pairs[:, 1]
    return table[conversations]


def placements(rows: INT64) -> Placements:
    """Rows (turn, room, hall), [n, 3], as columns."""
    return Placements(rows[:, 0].copy(), rows[:, 1].astype(np.int32), rows[:, 2].astype(np.int32))
