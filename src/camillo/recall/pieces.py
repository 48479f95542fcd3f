"""In how many drawers each word piece occurs."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from camillo.ports.rows import INT64, Columns

#: Drawers counted at a time, at most as many as 16 bits number: what is sorted stays in the processor's cache.
_CHUNK = 8_000
_ALL = 1 << 16


@dataclass(frozen=True)
class PieceCounts:
    """Pieces that occur [n], ascending, and in how many drawers each of them does [n]."""

    pieces: NDArray[np.uint16]
    drawers: INT64

    def of(self, asked: NDArray[np.uint16]) -> INT64:
        """In how many drawers each of these pieces occurs [q]."""
        at = np.searchsorted(self.pieces, asked)
        there = np.append(self.pieces, np.uint16(0))[at] == asked
        return np.where(there, np.append(self.drawers, 0)[at], 0)

    def plus(self, columns: Columns) -> "PieceCounts":
        """The same with more drawers.

        All pieces are counted in one go, since looking for those of each question costs a large palace more from
        the third question on.
        """
        total = np.zeros(_ALL, np.int64)
        total[self.pieces] = self.drawers
        for first in range(0, len(columns.drawer), _CHUNK):
            ends = columns.piece_at[first : first + _CHUNK + 1]
            keys = np.repeat(np.arange(len(ends) - 1, dtype=np.uint32) << 16, np.diff(ends))
            keys |= columns.pieces[ends[0] : ends[-1]]
            keys.sort()
            new = np.ones(len(keys), np.bool_)
            np.not_equal(keys[1:], keys[:-1], out=new[1:])
            total += np.bincount(keys[new] & (_ALL - 1), minlength=_ALL)
        held = np.flatnonzero(total)
        return PieceCounts(held.astype(np.uint16), total[held])


#: Those of no drawers.
NONE = PieceCounts(np.zeros(0, np.uint16), np.zeros(0, np.int64))
