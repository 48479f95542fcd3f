"""Links between drawers, and the mark up to which drawers have been linked."""

from collections.abc import Sequence

import apsw
import numpy as np

from camillo.domain.knowledge import Link
from camillo.ports.knowledge import Shelved
from camillo.ports.rows import NO_TIME
from camillo.storage.common.linked import NO_BITS, SCALE, check_links
from camillo.storage.common.packing import unpack_text
from camillo.storage.sqlite.connection import every, numbers, one
from camillo.storage.sqlite.session import Writing


def put_links(writing: Writing, links: Sequence[Link], after: int, upto: int) -> int:
    """File links of the live generation and move its mark, if it still stands where it was read."""
    check_links(links, after, upto, writing.drawer)
    live = writing.live
    if read_mark(writing.db, live) != after:
        writing.quiet = True
        return 0
    there = _existing(writing.db, live, links)
    rows = [
        (link.a, writing.labels.number(link.kind), link.b, round(link.weight * SCALE))
        for link in links
        if link.a in there and link.b in there
    ]
    writing.db.executemany(
        f"insert into links_{live} values (?, ?, ?, ?)"
        " on conflict(a, kind, b) do update set weight = excluded.weight",
        rows,
    )
    writing.db.execute("update generations set linked = ? where generation = ?", (upto, live))
    return len(rows)


def _existing(db: apsw.Connection, generation: int, links: Sequence[Link]) -> set[int]:
    ends = {end for link in links for end in (link.a, link.b)}
    if not ends:
        return set()
    rows = every(
        db,
        f"select n.drawer from carray(?) x cross join drawers_{generation} n"
        " on n.drawer = x.value where n.turn is not null",
        (numbers(ends),),
    )
    return {drawer for (drawer,) in rows}


def read_mark(db: apsw.Connection, generation: int) -> int:
    """Drawers up to this number have been linked."""
    row = one(db, "select linked from generations where generation = ?", (generation,))
    return int(row[0]) if row else 0


def read_shelved(db: apsw.Connection, generation: int, after: int) -> Shelved:
    """Drawers above a number, as linking needs them."""
    rows = every(
        db,
        "select n.drawer, n.turn, n.ordinal, t.receipt, t.conversation, t.position,"
        " ifnull(t.at, ?), t.part, t.language, ifnull(length(n.pieces), 0) / 2, substr(t.key, 1, 8), n.bits"
        f" from drawers_{generation} n join turns t on t.turn = n.turn where n.drawer > ?"
        " order by n.drawer",
        (NO_TIME, after),
    )
    table = np.array([row[:10] for row in rows], np.int64).reshape(len(rows), 10)
    columns = [np.ascontiguousarray(table[:, each]) for each in range(10)]
    drawer, turn, ordinal, write, conversation, position, at, part, language, content = columns
    key = np.frombuffer(b"".join(row[10] for row in rows), ">u8").astype(np.uint64)
    bits = np.frombuffer(b"".join(row[11] or NO_BITS for row in rows), np.uint64)
    return Shelved(
        drawer=drawer,
        turn=turn,
        ordinal=ordinal,
        write=write,
        conversation=conversation,
        position=position,
        at=at,
        key=key,
        part=part,
        language=language,
        content=content,
        bits=bits.reshape(len(rows), 6),
    )


def read_links(db: apsw.Connection, generation: int, drawers: Sequence[int]) -> list[Link]:
    """Links that begin or end at drawers, each once, by (a, kind, b)."""
    if not len(drawers):
        return []
    name = f"links_{generation}"
    rows = every(
        db,
        f"select l.a, k.word, l.b, l.weight from ("
        f" select l.* from carray(?) x cross join {name} l on l.a = x.value"
        f" union select l.* from carray(?) x cross join {name} l on l.b = x.value"
        ") l join labels k on k.label = l.kind",
        (numbers(drawers), numbers(drawers)),
    )
    found = [Link(a, b, unpack_text(kind), weight / SCALE) for a, kind, b, weight in rows]
    return sorted(found, key=lambda link: (link.a, link.kind, link.b))


def drop_links(db: apsw.Connection, generation: int, drawers: Sequence[int]) -> None:
    """Take away the links of drawers; they hold no words, so that rows may move."""
    given = [(drawer,) for drawer in drawers]
    for end in ("a", "b"):
        db.executemany(f"delete from links_{generation} where {end} = ?", given)
