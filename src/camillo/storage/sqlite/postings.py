"""Postings in two parts: a tail with one row per recent drawer, and delta-coded blocks per term.

Filing a drawer writes one row of the tail; compacting folds the tail into blocks, in one
transaction, so that a reader finds each posting in exactly one of the two.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice

import apsw
import numpy as np

from camillo.domain.identity import encode_text
from camillo.ports.rows import INT64, Postings
from camillo.storage.common.terms import (
    OPEN,
    Block,
    flatten,
    fold,
    in_tail,
    merge,
    unpack_terms,
    without,
)
from camillo.storage.sqlite.connection import every, one, rewrite, stream
from camillo.storage.sqlite.derived import BLOCKS

#: Rows of the tail at which it is compacted: large enough to spread the cost, small enough to scan.
TAIL_ROWS = 4_096
_CHUNK = 4_096


def is_long(db: apsw.Connection, generation: int, force: bool) -> bool:
    """Whether the tail has enough rows to compact it; when forced, one is enough."""
    row = one(db, f"select count(*) from tail_{generation}")
    return row is not None and row[0] >= (1 if force else TAIL_ROWS)


def compact(db: apsw.Connection, generation: int, force: bool) -> bool:
    """Fold the tail into blocks, if it is long or forced; inside the caller's transaction."""
    if not is_long(db, generation, force):
        return False
    rows = every(db, f"select drawer, terms from tail_{generation} order by drawer")
    drawers, counts, codes, names = flatten([row for row in rows if row[1][:1] == OPEN])
    if names:
        _append(db, generation, drawers, counts, codes, names)
    db.execute(f"delete from tail_{generation}")
    return True


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
    rows = fold(drawers, counts, codes, names, heads, last)
    db.executemany(f"insert or replace into blocks_{generation} values (?, ?, ?, ?, ?)", rows)


def _last_blocks(
    db: apsw.Connection, generation: int, names: Sequence[bytes]
) -> list[Block | None]:
    sql = (
        f"select first, size, reach, data from blocks_{generation}"
        " where term = ? order by first desc limit 1"
    )
    cursor = db.cursor()
    found: list[Block | None] = []
    for name in names:
        row = one(cursor, sql, (name,))
        found.append(row)
    return found


def read(db: apsw.Connection, generation: int, terms: Iterable[str]) -> dict[str, Postings]:
    """Postings of the terms that exist, from the blocks and the tail as one transaction sees them."""
    tail = every(db, f"select drawer, terms from tail_{generation} order by drawer")
    names = {term: encode_text(term) for term in terms}
    recent = in_tail(tail, set(names.values()))
    found = {}
    for term, name in names.items():
        rows = every(
            db,
            f"select first, size, data from blocks_{generation} where term = ? order by first",
            (name,),
        )
        if rows or recent[name]:
            found[term] = merge(rows, recent[name])
    return found


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
        without(chunk, drawers, old, new)
    if old:
        name = f"blocks_{generation}"
        db.executemany(f"delete from {name} where term = ? and first = ?", old)
        db.executemany(f"insert into {name} values (?, ?, ?, ?, ?)", new)
        rewrite(db, name, BLOCKS.format(name=name))


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
