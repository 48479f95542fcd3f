"""Postings in two parts: a tail with one row per recent drawer, and delta-coded blocks per term.

Filing a drawer writes one row of the tail; compacting folds the tail into blocks, in one
transaction, so that a reader finds each posting in exactly one of the two.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

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
from camillo.storage.postgres.connection import Db

#: Rows of the tail at which it is compacted. A question reads the whole tail over a socket, so that it is
#: kept shorter than in a file.
TAIL_ROWS = 1_024
_BLOCK = "generation, term, first, size, reach, data"
_HERE = "owner = %(owner)s and generation = %(generation)s"


def is_long(db: Db, generation: int, force: bool) -> bool:
    """Whether the tail has enough rows to compact it; when forced, one is enough."""
    count = db.scalar(f"select count(*) from tail where {_HERE}", generation=generation)
    return count >= (1 if force else TAIL_ROWS)


def read_tail(db: Db, generation: int) -> list[tuple[int, bytes]]:
    """Drawer and packed terms of each row of the tail, ascending."""
    rows = db.every(
        f"select drawer, terms from tail where {_HERE} order by drawer", generation=generation
    )
    return [
        (drawer, db.sealer.unseal(sealed, "tail.terms", generation, drawer))
        for drawer, sealed in rows
    ]


def compact(db: Db, generation: int, force: bool) -> bool:
    """Fold the tail into blocks, if it is long or forced; inside the caller's transaction."""
    if not is_long(db, generation, force):
        return False
    rows = read_tail(db, generation)
    drawers, counts, codes, names = flatten([row for row in rows if row[1][:1] == OPEN])
    if names:
        heads = np.searchsorted(codes, np.arange(len(names) + 1))
        hidden = [db.sealer.hide_term(name) for name in names]
        last = _last_blocks(db, generation, hidden)
        blocks = fold(drawers, counts, codes, hidden, heads, last)
        _write(db, generation, blocks)
    db.run(f"delete from tail where {_HERE}", generation=generation)
    return True


def _write(db: Db, generation: int, blocks: Sequence[tuple[bytes, int, int, int, bytes]]) -> None:
    db.insert(
        "blocks",
        _BLOCK,
        [(generation, *block) for block in blocks],
        "on conflict (owner, generation, term, first) do update set size = excluded.size,"
        " reach = excluded.reach, data = excluded.data",
    )


def _last_blocks(db: Db, generation: int, names: Sequence[bytes]) -> list[Block | None]:
    rows = db.every(
        f"select distinct on (term) term, first, size, reach, data from blocks where {_HERE}"
        " and term = any(%(names)s::bytea[]) order by term, first desc",
        generation=generation,
        names=list(names),
    )
    found = {term: (first, size, reach, data) for term, first, size, reach, data in rows}
    return [found.get(name) for name in names]


def read(db: Db, generation: int, terms: Iterable[str]) -> dict[str, Postings]:
    """Postings of the terms that exist, from the blocks and the tail as one transaction sees them."""
    names = {term: encode_text(term) for term in terms}
    if not names:
        return {}
    recent = in_tail(read_tail(db, generation), set(names.values()))
    hidden = {db.sealer.hide_term(name): name for name in names.values()}
    blocks: dict[bytes, list[tuple[int, int, bytes]]] = defaultdict(list)
    for name, *block in db.every(
        f"select term, first, size, data from blocks where {_HERE}"
        " and term = any(%(names)s::bytea[]) order by term, first",
        generation=generation,
        names=list(hidden),
    ):
        blocks[hidden[name]].append((block[0], block[1], block[2]))
    return {
        term: merge(blocks[name], recent[name])
        for term, name in names.items()
        if blocks[name] or recent[name]
    }


def remove(db: Db, generation: int, drawers: INT64) -> None:
    """Take drawers out of the tail and of every block; a term goes with its last posting.

    ``drawers`` are ascending. Blocks are found by their range, so no words are needed.
    """
    if not len(drawers):
        return
    db.run(
        f"delete from tail where {_HERE} and drawer = any(%(drawers)s::bigint[])",
        generation=generation,
        drawers=drawers.tolist(),
    )
    rows = db.every(
        f"select term, first, size, data from blocks where {_HERE}"
        " and first <= %(last)s and first + reach >= %(least)s",
        generation=generation,
        last=int(drawers[-1]),
        least=int(drawers[0]),
    )
    if not rows:
        return
    old: list[tuple[bytes, int]] = []
    new: list[tuple[bytes, int, int, int, bytes]] = []
    without([(row[0], row[1], row[2], row[3]) for row in rows], drawers, old, new)
    db.each(
        f"delete from blocks where {_HERE} and term = %(term)s and first = %(first)s",
        [{"generation": generation, "term": term, "first": first} for term, first in old],
    )
    _write(db, generation, new)


def terms_between(db: Db, generation: int, first: str, last: str, limit: int) -> list[str]:
    """Terms from ``first`` up to but not including ``last``, in order of code points."""
    low, high = encode_text(first), encode_text(last)
    least, most = db.sealer.term_range(low, high)
    rows = db.every(
        f"select distinct term from blocks where {_HERE} and term >= %(least)s and term < %(most)s"
        " order by term limit %(limit)s::bigint",
        generation=generation,
        least=least,
        most=most,
        # Hidden terms have another order: all of them are looked through.
        limit=None if db.sealer.is_encrypted else limit,
    )
    there = map(db.sealer.reveal_term, (hidden for (hidden,) in rows))
    found = {term for term in there if low <= term < high}
    for _, packed in read_tail(db, generation):
        found.update(term for term, _ in unpack_terms(packed) if low <= term < high)
    return [term.decode("utf-8", "surrogatepass") for term in sorted(found)[:limit]]


def term_counts(db: Db, generation: int, first: str, last: str) -> dict[str, int]:
    """Terms from ``first`` up to but not including ``last``, each with its number of postings."""
    low, high = encode_text(first), encode_text(last)
    least, most = db.sealer.term_range(low, high)
    rows = db.every(
        f"select term, sum(size)::bigint from blocks where {_HERE}"
        " and term >= %(least)s and term < %(most)s group by term order by term",
        generation=generation,
        least=least,
        most=most,
    )
    there = {db.sealer.reveal_term(hidden): count for hidden, count in rows}
    counts = Counter({term: count for term, count in there.items() if low <= term < high})
    for _, packed in read_tail(db, generation):
        counts.update([term for term, _ in unpack_terms(packed) if low <= term < high])
    return {term.decode("utf-8", "surrogatepass"): count for term, count in counts.items()}
