"""Token codes: 192 sign bits of a hidden state under a fixed orthogonal projection.

The projection is a randomised Hadamard transform of order 384 = 12 x 32: components get fixed signs,
then Sylvester's matrix of order 32 acts within blocks and Paley's of order 12 between them, and 192
of the 384 results are kept. Signs and choice come from SHA-256 in counter mode, and the transform is
additions in a fixed order, so that codes are the same on every platform, with every version of
numpy, and whatever is projected beside a state. The kept rows are exactly orthogonal.
"""

import hashlib
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from camillo.ports.embedder import BITS

_ORDER = 384
_BLOCKS, _BLOCK = 12, 32
_KEPT = 192
#: Bytes of one token's code.
CODE_BYTES = _KEPT // 8
_SEED = b"camillo token codes 1"


def token_codes(hidden: NDArray[np.float32]) -> BITS:
    """Codes uint8 [k, 24] of hidden states float32 [k, 384]; a result of exactly zero gives 0."""
    return np.ascontiguousarray(np.packbits(project(hidden) > 0, axis=0).T)


def project(hidden: NDArray[np.float32]) -> NDArray[np.float32]:
    """The 192 results of each state, one column a state: float32 [192, k], not scaled."""
    signs, kept = _choice()
    count = len(hidden)
    # States become columns, so that every step adds long contiguous rows.
    work = np.ascontiguousarray(hidden.T) * signs[:, None]
    half = 1
    while half < _BLOCK:
        pairs = work.reshape(_ORDER // (2 * half), 2, half, count)
        work = np.empty_like(pairs)
        np.add(pairs[:, 0], pairs[:, 1], out=work[:, 0])
        np.subtract(pairs[:, 0], pairs[:, 1], out=work[:, 1])
        half *= 2
    blocks = work.reshape(_BLOCKS, _BLOCK, count)
    mixed = np.empty_like(blocks)
    for row, signs_of_row in enumerate(_paley()):
        total = np.copy(blocks[0]) if signs_of_row[0] > 0 else np.negative(blocks[0])
        for block, sign in zip(blocks[1:], signs_of_row[1:], strict=True):
            (np.add if sign > 0 else np.subtract)(total, block, out=total)
        mixed[row] = total
    return mixed.reshape(_ORDER, count)[kept]


@lru_cache(maxsize=1)
def _choice() -> tuple[NDArray[np.float32], NDArray[np.intp]]:
    """The signs of the components, and which results are kept."""
    blocks = (hashlib.sha256(_SEED + bytes([number])).digest() for number in range(108))
    stream = np.frombuffer(b"".join(blocks), np.uint8)
    signs = np.where(stream[:_ORDER] & 1, 1, -1).astype(np.float32)
    keys = stream[_ORDER:].view("<u8")
    return signs, np.sort(np.argsort(keys, kind="stable")[:_KEPT])


@lru_cache(maxsize=1)
def _paley() -> list[list[int]]:
    """Paley's Hadamard matrix of order 12, from the quadratic residues modulo 11."""
    residues = {number * number % 11 for number in range(1, 11)}
    character = [0, *(1 if number in residues else -1 for number in range(1, 11))]
    rows = [[1] * 12]
    for row in range(11):
        skew = [character[(column - row) % 11] for column in range(11)]
        skew[row] += 1
        rows.append([-1, *skew])
    return rows
