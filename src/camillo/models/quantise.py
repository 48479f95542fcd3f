"""From float vectors to what is stored: int8 components and sign bits."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from camillo.ports.embedder import BITS, Encoded
from camillo.ports.rows import Vector


def quantise(pooled: NDArray[np.float32]) -> NDArray[np.int8]:
    """Unit vectors [..., d] as int8: times 127, rounded half to even.

    >>> quantise(np.array([1.0, -0.5, 0.0], np.float32)).tolist()
    [127, -64, 0]
    """
    scaled: NDArray[np.float32] = np.rint(np.clip(pooled, -1.0, 1.0) * np.float32(127))
    return scaled.astype(np.int8)


def sign_bits(vectors: NDArray[np.float32]) -> BITS:
    """Signs of vectors [..., d], packed to [..., d / 8] with the first component highest.

    A component above zero gives 1, any other 0.

    >>> sign_bits(np.array([1, -1, 0, 2, -3, -3, -3, 4], np.float32)).tolist()
    [145]
    """
    return np.packbits(vectors > 0, axis=-1)


def to_vectors(drawers: Sequence[int], encoded: Encoded) -> list[Vector]:
    """What to file for these drawers, in their order; refused rows (all zero) are left out."""
    pooled = quantise(encoded.pooled)
    bits = sign_bits(encoded.pooled) if encoded.bits is None else encoded.bits
    return [
        Vector(drawer, pooled[row], bits[row], encoded.codes[row])
        for row, drawer in enumerate(drawers)
        if pooled[row].any()
    ]
