"""Pooled int8 vectors in as few bits a value as their largest value needs, without loss.

A unit vector times 127 rarely leaves -32..31, so six bits a value serve where int8 takes eight.
The first byte is the width; values follow, offset to be positive, most significant bit first.
"""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

INT8 = NDArray[np.int8]


def squeeze(vector: INT8) -> bytes:
    """The vector's bytes.

    >>> unsqueeze([squeeze(np.array([-3, 0, 2], np.int8))], 3)[0].tolist()
    [-3, 0, 2]
    """
    low, high = int(vector.min()), int(vector.max())
    width = max((-low - 1 if low < 0 else 0).bit_length(), max(high, 0).bit_length()) + 1
    shifted = (vector.astype(np.int16) + (1 << (width - 1))).astype(np.uint8)
    bits = np.unpackbits(shifted[:, None], axis=1)[:, 8 - width :]
    return bytes([width]) + np.packbits(bits).tobytes()


def unsqueeze(packed: Sequence[bytes], dimension: int) -> list[INT8]:
    """The vectors, in order; those of one width are unpacked together."""
    groups: dict[int, list[int]] = defaultdict(list)
    for row, data in enumerate(packed):
        groups[data[0]].append(row)
    found: list[INT8] = [np.zeros(0, np.int8)] * len(packed)
    for width, rows in groups.items():
        # One zero byte more, so that the last value's window of two bytes lies inside.
        raw = np.frombuffer(b"".join([packed[row][1:] + b"\0" for row in rows]), np.uint8)
        values = _values(raw.reshape(len(rows), -1).astype(np.uint16), width, dimension)
        for row, vector in zip(rows, values, strict=True):
            found[row] = vector
    return found


def _values(raw: NDArray[np.uint16], width: int, dimension: int) -> INT8:
    """Each value out of the two bytes that its bits lie in: [rows, dimension]."""
    bit = np.arange(dimension) * width
    windows = (raw[:, :-1] << 8 | raw[:, 1:])[:, bit >> 3]
    windows >>= (16 - width - (bit & 7)).astype(np.uint16)
    windows &= np.uint16((1 << width) - 1)
    return (windows.astype(np.int16) - (1 << (width - 1))).astype(np.int8)
