"""Token codes: 192 sign bits of a hidden state under a fixed orthogonal projection.

The projection is a randomised Hadamard matrix: the order 384 is 12 x 32, and the Kronecker product of
Hadamard matrices of these orders (Paley's and Sylvester's) is one of order 384. Its columns get
signs and 192 of its rows are chosen by a SHA-256 stream, so that it is the same on every platform
and with every version of numpy. Rows are exactly orthogonal.
"""

import hashlib
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from camillo.models.locate import DIMENSION
from camillo.models.quantise import sign_bits
from camillo.ports.embedder import BITS

CODE_BITS = 192
_SEED = b"camillo token codes 1"
#: Hidden states are rounded to this step before they are projected: all sums are then whole
#: multiples of it, exact in float32, and no order of summation can flip a sign.
_STEP = np.float32(2.0**-13)


def token_codes(hidden: NDArray[np.float32]) -> BITS:
    """Codes uint8 [k, 24] of hidden states float32 [k, 384]; a sum of exactly zero gives 0."""
    whole = np.rint(hidden / _STEP)
    return sign_bits(whole @ projection().T)


@lru_cache(maxsize=1)
def projection() -> NDArray[np.float32]:
    """The matrix [192, 384] of ones and minus ones."""
    hadamard = np.array([[1]], np.int8)
    for factor in (_paley(), *[np.array([[1, 1], [1, -1]], np.int8)] * 5):
        hadamard = np.kron(hadamard, factor)
    stream = np.frombuffer(_stream(DIMENSION * 9), np.uint8)
    signs = np.where(stream[:DIMENSION] & 1, 1, -1).astype(np.int8)
    keys = stream[DIMENSION:].view("<u8")
    rows = np.sort(np.argsort(keys, kind="stable")[:CODE_BITS])
    return (hadamard[rows] * signs).astype(np.float32)


def _paley() -> NDArray[np.int8]:
    """A Hadamard matrix of order 12, from the quadratic residues modulo 11."""
    residues = {number * number % 11 for number in range(1, 11)}
    character = [0] + [1 if number in residues else -1 for number in range(1, 11)]
    matrix = np.ones((12, 12), np.int8)
    for row in range(11):
        for column in range(11):
            matrix[row + 1, column + 1] = character[(column - row) % 11] + (row == column)
        matrix[row + 1, 0] = -1
    return matrix


def _stream(length: int) -> bytes:
    """Bytes of SHA-256 in counter mode."""
    blocks = (
        hashlib.sha256(_SEED + block.to_bytes(4, "big")).digest()
        for block in range(length // 32 + 1)
    )
    return b"".join(blocks)[:length]
