"""Postings in two parts: a tail with one row per recent drawer, and delta-coded blocks per term.

Filing a drawer writes one row of the tail; compacting folds the tail into blocks, in one
transaction, so that a reader finds each posting in exactly one of the two.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import accumulate, islice

import apsw
import numpy as np
from numpy.typing import NDArray

from camillo.domain.identity import encode_text
from camillo.ports.store import INT64, Postings
from camillo.storage.common import codec
from camillo.storage.sqlite.connection import Row, every, one, rewrite, stream
from camillo.storage.sqlite.derived import BLOCKS

#: Rows of the tail at which it is compacted: large enough to spread the cost, small enough to scan.
TAIL_ROWS = 4_096
#: Postings of a block: at three bytes each they stay inside one page's share of a row.
BLOCK_POSTINGS = 300
_CHUNK = 4_096
#: So many terms are looked up in the tail one by one; for more of them its rows are taken apart.
_MANY = 64

# Bytes that UTF-8 never uses: one opens a term, the other ends it before its count.
_OPEN, _END = b"\xff", b"\xfe"
_COUNTS = tuple(_END + bytes([count]) for count in range(codec.MOST_COUNT + 1))


def pack_terms(terms: Mapping[str, int]) -> bytes:
    r"""A drawer's terms as one row of the tail: ``FF term FE count`` for each, counts clipped to 15.

    >>> pack_terms({"ab": 2, "c": 99})
    b'\xffab\xfe\x02\xffc\xfe\x0f'
    """
    most = codec.MOST_COUNT
    return b"".join(
        [
            _OPEN + encode_text(term) + _COUNTS[count if count < most else most]
            for term, count in terms.items()
        ]
    )


def unpack_terms(packed: bytes) -> list[tuple[bytes, int]]:
    """A row of the tail as (term, count) pairs."""
    return [(part[:-2], part[-1]) for part in packed.split(_OPEN)[1:]]


def is_long(db: apsw.Connection, generation: int, force: bool) -> bool:
    """Whether the tail has enough rows to compact it; when forced, one is enough."""
    row = one(db, f"select count(*) from tail_{generation}")
    return row is not None and row[0] >= (1 if force else TAIL_ROWS)


def compact(db: apsw.Connection, generation: int, force: bool) -> bool:
    """Fold the tail into blocks, if it is long or forced; inside the caller's transaction."""
    if not is_long(db, generation, force):
        return False
    rows = every(db, f"select drawer, terms from tail_{generation} order by drawer")
    drawers, counts, codes, names = _flatten([row for row in rows if row[1][:1] == _OPEN])
    if names:
        _append(db, generation, drawers, counts, codes, names)
    db.execute(f"delete from tail_{generation}")
    return True


def _flatten(
    rows: Sequence[tuple[int, bytes]],
) -> tuple[INT64, INT64, INT64, list[bytes]]:
    """All postings of the tail ordered by term, then drawer; ``codes`` number the sorted names.

    Rows that were forgotten hold zeros and must be left out.
    """
    sizes = [packed.count(_OPEN) for _, packed in rows]
    parts = b"".join([packed for _, packed in rows]).split(_OPEN)[1:]
    terms = [part[:-2] for part in parts]
    names = sorted(set(terms))
    number = {name: code for code, name in enumerate(names)}
    codes = np.fromiter(map(number.__getitem__, terms), np.int64, len(terms))
    counts = np.frombuffer(b"".join([part[-1:] for part in parts]), np.uint8).astype(np.int64)
    drawers = np.repeat(np.array([drawer for drawer, _ in rows], np.int64), sizes)
    order = np.argsort(codes, kind="stable")
    return drawers[order], counts[order], codes[order], names


def _append(
    db: apsw.Connection,
    generation: int,
    drawers: INT64,
    counts: INT64,
    codes: INT64,
    names: Sequence[bytes],
) -> None:
    heads = np.searchsorted(codes, np.arange(len(names) + 1))
    last = _last_blocks(db, generation, names)
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
    db.executemany(f"insert or replace into blocks_{generation} values (?, ?, ?, ?, ?)", rows)


_Block = tuple[int, int, int, bytes]


def _last_blocks(
    db: apsw.Connection, generation: int, names: Sequence[bytes]
) -> list[_Block | None]:
    sql = (
        f"select first, size, reach, data from blocks_{generation}"
        " where term = ? order by first desc limit 1"
    )
    cursor = db.cursor()
    found: list[_Block | None] = []
    for name in names:
        row = one(cursor, sql, (name,))
        found.append(row)
    return found


def _block_starts(heads: NDArray[np.int64], last: Sequence[_Block | None]) -> INT64:
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


def read(db: apsw.Connection, generation: int, terms: Iterable[str]) -> dict[str, Postings]:
    """Postings of the terms that exist, from the blocks and the tail as one transaction sees them."""
    tail = every(db, f"select drawer, terms from tail_{generation} order by drawer")
    names = {term: encode_text(term) for term in terms}
    recent = _in_tail(tail, set(names.values()))
    found = {}
    for term, name in names.items():
        rows = every(
            db,
            f"select first, size, data from blocks_{generation} where term = ? order by first",
            (name,),
        )
        if rows or recent[name]:
            found[term] = _merge(rows, recent[name])
    return found


def _in_tail(
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
        pattern = _OPEN + name + _END
        at = joined.find(pattern)
        while at >= 0:
            row = bisect_right(ends, at)
            hits.append((tail[row][0], joined[at + len(pattern)]))
            at = joined.find(pattern, ends[row])
    return found


def _merge(rows: Sequence[tuple[int, int, bytes]], recent: Sequence[tuple[int, int]]) -> Postings:
    firsts, sizes, blocks = zip(*rows, strict=True) if rows else ((), (), ())
    old = codec.decode(firsts, sizes, blocks)
    if not recent:
        return old
    drawers, counts = zip(*recent, strict=True)
    return Postings(
        np.concatenate([old.drawer, np.array(drawers, np.int64)]),
        np.concatenate([old.count, np.array(counts, np.uint8)]),
    )


def remove(db: apsw.Connection, generation: int, drawers: INT64) -> None:
    """Take drawers out of the tail and of every block; a term goes with its last posting.

    ``drawers`` are ascending. Blocks are found by their range, so no words are needed. Rows of the
    tail are overwritten where they lie; blocks move between pages, so their table is written anew.
    """
    if not len(drawers):
        return
    db.executemany(
        f"update tail_{generation} set terms = zeroblob(length(terms)) where drawer = ?",
        [(drawer,) for drawer in drawers.tolist()],
    )
    rows = stream(
        db,
        f"select term, first, size, data from blocks_{generation}"
        " where first <= ? and first + reach >= ?",
        (int(drawers[-1]), int(drawers[0])),
    )
    old: list[tuple[bytes, int]] = []
    new: list[tuple[bytes, int, int, int, bytes]] = []
    while chunk := list(islice(rows, _CHUNK)):
        _without(chunk, drawers, old, new)
    if old:
        name = f"blocks_{generation}"
        db.executemany(f"delete from {name} where term = ? and first = ?", old)
        db.executemany(f"insert into {name} values (?, ?, ?, ?, ?)", new)
        rewrite(db, name, BLOCKS.format(name=name))


def _without(
    chunk: Sequence[Row],
    drawers: INT64,
    old: list[tuple[bytes, int]],
    new: list[tuple[bytes, int, int, int, bytes]],
) -> None:
    """Of some blocks, the keys of those that hold any of the drawers, and what is left of them."""
    terms, firsts, sizes, data = zip(*chunk, strict=True)
    held = codec.decode(firsts, sizes, data)
    gone = np.isin(held.drawer, drawers)
    ends = np.cumsum(sizes)
    for block in np.unique(np.searchsorted(ends, np.flatnonzero(gone), side="right")).tolist():
        old.append((terms[block], firsts[block]))
        inside = slice(int(ends[block]) - sizes[block], int(ends[block]))
        keep = ~gone[inside]
        left = held.drawer[inside][keep]
        if len(left):
            counts = held.count[inside][keep].astype(np.int64)
            packed, _ = codec.encode(np.diff(left, prepend=left[:1]), counts)
            start = int(left[0])
            new.append((terms[block], start, len(left), int(left[-1]) - start, packed))


def terms_between(
    db: apsw.Connection, generation: int, first: str, last: str, limit: int
) -> list[str]:
    """Terms from ``first`` up to but not including ``last``, in order of code points."""
    low, high = encode_text(first), encode_text(last)
    found: set[bytes] = set()
    at = low
    sql = f"select min(term) from blocks_{generation} where term >= ? and term < ?"
    while len(found) < limit:
        row = one(db, sql, (at, high))
        if row is None or row[0] is None:
            break
        found.add(row[0])
        at = row[0] + b"\0"
    for (packed,) in stream(db, f"select terms from tail_{generation}"):
        found.update(term for term, _ in unpack_terms(packed) if low <= term < high)
    return [term.decode("utf-8", "surrogatepass") for term in sorted(found)[:limit]]


def term_counts(db: apsw.Connection, generation: int, first: str, last: str) -> dict[str, int]:
    """Terms from ``first`` up to but not including ``last``, each with its number of postings."""
    low, high = encode_text(first), encode_text(last)
    rows = every(
        db,
        f"select term, sum(size) from blocks_{generation} where term >= ? and term < ?"
        " group by term",
        (low, high),
    )
    counts: Counter[bytes] = Counter(dict(rows))
    for (packed,) in stream(db, f"select terms from tail_{generation}"):
        counts.update([term for term, _ in unpack_terms(packed) if low <= term < high])
    return {term.decode("utf-8", "surrogatepass"): count for term, count in counts.items()}
