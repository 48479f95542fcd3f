"""Postings as bytes: delta-coded variable-length integers, packed and read with numpy alone.

A posting is one integer, ``(gap << 4) | count``: ``gap`` is the distance to the drawer before it
in its block (0 for the first) and ``count`` the term's count, clipped to 15. The integer is
written as little-endian base-128 groups, the high bit of a byte saying that more follow.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from camillo.ports.rows import INT64, UINT8, Postings

MOST_COUNT = 15
_GROUPS = 9


def encode(gaps: INT64, counts: INT64) -> tuple[bytes, INT64]:
    """Bytes of all postings, and where each begins ([n + 1], the last being the total length).

    >>> data, starts = encode(np.array([0, 7, 300]), np.array([1, 2, 20]))
    >>> data.hex(), starts.tolist()
    ('0172cf25', [0, 1, 2, 4])
    """
    values = (gaps.astype(np.uint64) << np.uint64(4)) | np.minimum(counts, MOST_COUNT).astype(
        np.uint64
    )
    sizes = np.ones(len(values), np.int64)
    for group in range(1, _GROUPS):
        wider = values >= np.uint64(1 << (7 * group))
        if not wider.any():
            break
        sizes += wider
    starts = np.zeros(len(values) + 1, np.int64)
    np.cumsum(sizes, out=starts[1:])
    out = np.zeros(int(starts[-1]), np.uint8)
    for group in range(int(sizes.max(initial=0))):
        rows = np.flatnonzero(sizes > group)
        low = (values[rows] >> np.uint64(7 * group)) & np.uint64(0x7F)
        more = (sizes[rows] > group + 1).astype(np.uint8) << 7
        out[starts[rows] + group] = low.astype(np.uint8) | more
    return out.tobytes(), starts


def decode(firsts: Sequence[int], sizes: Sequence[int], blocks: Sequence[bytes]) -> Postings:
    """Postings of consecutive blocks: block i begins at drawer ``firsts[i]`` and has ``sizes[i]``.

    Raises:
        ValueError: a block does not hold as many postings as it says.
    """
    if not blocks:
        return Postings(np.zeros(0, np.int64), np.zeros(0, np.uint8))
    values = _integers(np.frombuffer(b"".join(blocks), np.uint8))
    if len(values) != sum(sizes):
        raise ValueError("a block of postings is cut short")
    gaps = values >> 4
    heads = np.zeros(len(sizes), np.int64)
    np.cumsum(np.asarray(sizes[:-1], np.int64), out=heads[1:])
    running = np.cumsum(gaps)
    base = np.asarray(firsts, np.int64) - running[heads]
    drawers = running + np.repeat(base, np.asarray(sizes, np.int64))
    return Postings(drawers, (values & MOST_COUNT).astype(np.uint8))


def _integers(data: UINT8) -> INT64:
    ends = np.flatnonzero(data < 0x80)
    low = (data & 0x7F).astype(np.int64)
    if len(ends) == len(data):
        return low
    starts = np.zeros(len(ends), np.int64)
    starts[1:] = ends[:-1] + 1
    sizes = ends - starts + 1
    values: NDArray[np.int64] = low[starts]
    for group in range(1, int(sizes.max(initial=1))):
        rows = np.flatnonzero(sizes > group)
        values[rows] |= low[starts[rows] + group] << (7 * group)
    return values
