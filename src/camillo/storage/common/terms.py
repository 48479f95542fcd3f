"""Postings as rows: a tail with one row per recent drawer, and delta-coded blocks per term."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from camillo.domain.identity import encode_text
from camillo.ports.rows import INT64, Postings
from camillo.storage.common import codec

#: Postings of a block: at three bytes each they stay inside one page's share of a row.
BLOCK_POSTINGS = 300
#: So many terms are looked up in the tail one by one; for more of them its rows are taken apart.
_MANY = 64

# Bytes that UTF-8 never uses: one opens a term, the other ends it before its count.
OPEN, _END = b"\xff", b"\xfe"
_COUNTS = tuple(_END + bytes([count]) for count in range(codec.MOST_COUNT + 1))


def pack_terms(terms: Mapping[str, int]) -> bytes:
    r"""A drawer's terms as one row of the tail: ``FF term FE count`` for each, counts clipped to 15.

    >>> pack_terms({"ab": 2, "c": 99})
    b'\xffab\xfe\x02\xffc\xfe\x0f'
    """
    most = codec.MOST_COUNT
    return b"".join(
        [
            OPEN + encode_text(term) + _COUNTS[count if count < most else most]
            for term, count in terms.items()
        ]
    )


def unpack_terms(packed: bytes) -> list[tuple[bytes, int]]:
    """A row of the tail as (term, count) pairs."""
    return [(part[:-2], part[-1]) for part in packed.split(OPEN)[1:]]


Block = tuple[int, int, int, bytes]


def flatten(
    rows: Sequence[tuple[int, bytes]],
) -> tuple[INT64, INT64, INT64, list[bytes]]:
    """All postings of the tail ordered by term, then drawer; ``codes`` number the sorted names.

    Rows that were forgotten hold zeros and must be left out.
    """
    sizes = [packed.count(OPEN) for _, packed in rows]
    parts = b"".join([packed for _, packed in rows]).split(OPEN)[1:]
    terms = [part[:-2] for part in parts]
    names = sorted(set(terms))
    number = {name: code for code, name in enumerate(names)}
    codes = np.fromiter(map(number.__getitem__, terms), np.int64, len(terms))
    counts = np.frombuffer(b"".join([part[-1:] for part in parts]), np.uint8).astype(np.int64)
    drawers = np.repeat(np.array([drawer for drawer, _ in rows], np.int64), sizes)
    order = np.argsort(codes, kind="stable")
    return drawers[order], counts[order], codes[order], names


def fold(
    drawers: INT64,
    counts: INT64,
    codes: INT64,
    names: Sequence[bytes],
    heads: INT64,
    last: Sequence[Block | None],
) -> list[tuple[bytes, int, int, int, bytes]]:
    """Rows (term, first, size, reach, data) that take up postings ordered by term, then drawer.

    ``heads`` says where each term begins, ``last`` what its last block holds.
    """
    cuts = _block_starts(heads, last)
    gaps = np.zeros(len(drawers), np.int64)
    gaps[1:] = drawers[1:] - drawers[:-1]
    gaps[cuts[:-1]] = 0
    for code, block in enumerate(last):
        if block is not None and block[1] < BLOCK_POSTINGS:
            gaps[heads[code]] = drawers[heads[code]] - (block[0] + block[2])
    data, starts = codec.encode(gaps, counts)
    at = starts[cuts].tolist()
    first = drawers[cuts[:-1]].tolist()
    final = drawers[cuts[1:] - 1].tolist()
    sizes = np.diff(cuts).tolist()
    head_codes = codes[cuts[:-1]].tolist()
    rows = []
    before = -1
    for i, code in enumerate(head_codes):
        block = last[code] if code != before else None
        before = code
        piece = data[at[i] : at[i + 1]]
        if block is not None and block[1] < BLOCK_POSTINGS:
            start, size, _, kept = block
            rows.append((names[code], start, size + sizes[i], final[i] - start, kept + piece))
        else:
            rows.append((names[code], first[i], sizes[i], final[i] - first[i], piece))
    return rows


def _block_starts(heads: NDArray[np.int64], last: Sequence[Block | None]) -> INT64:
    """Where blocks begin among the postings: the room left in a term's last block, then full ones."""
    cuts: list[int] = []
    bounds = heads.tolist()
    for code, block in enumerate(last):
        begin, end = bounds[code], bounds[code + 1]
        cuts.append(begin)
        room = BLOCK_POSTINGS
        if block is not None and block[1] < BLOCK_POSTINGS:
            room -= block[1]
        cuts.extend(range(begin + room, end, BLOCK_POSTINGS))
    cuts.append(bounds[-1])
    return np.array(cuts, np.int64)


def in_tail(
    tail: Sequence[tuple[int, bytes]], names: AbstractSet[bytes]
) -> dict[bytes, list[tuple[int, int]]]:
    """Postings of terms in the tail, by drawer; for many terms its rows are taken apart once."""
    found: dict[bytes, list[tuple[int, int]]] = {name: [] for name in names}
    if len(names) > _MANY:
        for drawer, packed in tail:
            for name, count in unpack_terms(packed):
                if name in found:
                    found[name].append((drawer, count))
        return found
    joined = b"".join([packed for _, packed in tail])
    ends = list(accumulate(len(packed) for _, packed in tail))
    for name, hits in found.items():
        pattern = OPEN + name + _END
        at = joined.find(pattern)
        while at >= 0:
            row = bisect_right(ends, at)
            hits.append((tail[row][0], joined[at + len(pattern)]))
            at = joined.find(pattern, ends[row])
    return found


def merge(rows: Sequence[tuple[int, int, bytes]], recent: Sequence[tuple[int, int]]) -> Postings:
    """Postings of blocks (first, size, data) and of the tail, which has later drawers, as one."""
    firsts, sizes, blocks = zip(*rows, strict=True) if rows else ((), (), ())
    old = codec.decode(firsts, sizes, blocks)
    if not recent:
        return old
    drawers, counts = zip(*recent, strict=True)
    return Postings(
        np.concatenate([old.drawer, np.array(drawers, np.int64)]),
        np.concatenate([old.count, np.array(counts, np.uint8)]),
    )


def without(
    chunk: Sequence[tuple[bytes, int, int, bytes]],
    drawers: INT64,
    old: list[tuple[bytes, int]],
    new: list[tuple[bytes, int, int, int, bytes]],
) -> None:
    """Of some blocks, the keys of those that hold any of the drawers, and what is left of them."""
    terms, firsts, sizes, data = zip(*chunk, strict=True)
    held = codec.decode(firsts, sizes, data)
    gone = np.isin(held.drawer, drawers)
    block = np.repeat(np.arange(len(chunk)), sizes)
    touched = np.zeros(len(chunk), bool)
    touched[block[gone]] = True
    old.extend((terms[each], firsts[each]) for each in np.flatnonzero(touched).tolist())
    keep = touched[block] & ~gone
    left, block = held.drawer[keep], block[keep]
    if not len(left):
        return
    # What is left of all of them is coded at once: one by one takes ten times as long.
    heads = np.flatnonzero(np.diff(block, prepend=-1))
    gaps = np.diff(left, prepend=0)
    gaps[heads] = 0
    packed, at = codec.encode(gaps, held.count[keep].astype(np.int64))
    ends = np.append(heads[1:], len(left))
    for each, head, end in zip(block[heads].tolist(), heads.tolist(), ends.tolist(), strict=True):
        start = int(left[head])
        row = (start, end - head, int(left[end - 1]) - start, packed[int(at[head]) : int(at[end])])
        new.append((terms[each], *row))
