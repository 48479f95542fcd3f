"""Links between drawers, and the marks up to which passes over a generation have come."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from camillo.domain.knowledge import Link
from camillo.ports.knowledge import Shelved
from camillo.ports.rows import NO_TIME
from camillo.storage.common.linked import NO_BITS, SCALE, check_links
from camillo.storage.postgres.connection import Db, numbers
from camillo.storage.postgres.labels import Words
from camillo.storage.postgres.session import Writing
from camillo.storage.postgres.turns import key_of

_HERE = "owner = %(owner)s and generation = %(generation)s"
Mark = Literal["linked", "gisted", "evolved"]


def read_mark(db: Db, generation: int, name: Mark) -> int:
    """How far a pass over the generation has come."""
    return db.scalar(f"select {name} from generations where {_HERE}", generation=generation)


def move_mark(writing: Writing, name: Mark, upto: int) -> None:
    """Say how far a pass over the live generation has come."""
    writing.db.run(
        f"update generations set {name} = %(upto)s where {_HERE}",
        generation=writing.live,
        upto=upto,
    )


def put_links(writing: Writing, links: Sequence[Link], after: int, upto: int) -> int:
    """File links of the live generation and move its mark, if it still stands where it was read."""
    check_links(links, after, upto, writing.drawer)
    live = writing.live
    if read_mark(writing.db, live, "linked") != after:
        writing.quiet = True
        return 0
    there = existing(writing.db, live, {end for link in links for end in (link.a, link.b)})
    rows = [
        (live, link.a, writing.labels.number(link.kind), link.b, round(link.weight * SCALE))
        for link in links
        if link.a in there and link.b in there
    ]
    writing.db.insert(
        "links",
        "generation, a, kind, b, weight",
        rows,
        "on conflict (owner, generation, a, kind, b) do update set weight = excluded.weight",
    )
    move_mark(writing, "linked", upto)
    return len(rows)


def existing(db: Db, generation: int, drawers: set[int]) -> set[int]:
    """Those of the drawers that are there."""
    if not drawers:
        return set()
    rows = db.every(
        f"select drawer from drawers where {_HERE} and drawer = any(%(drawers)s::bigint[])",
        generation=generation,
        drawers=numbers(drawers),
    )
    return {drawer for (drawer,) in rows}


def read_shelved(db: Db, generation: int, after: int) -> Shelved:
    """Drawers above a number, as linking needs them."""
    given = {"generation": generation, "after": after}
    which = (
        "drawers n join turns t using (owner, turn) where n.owner = %(owner)s"
        " and n.generation = %(generation)s and n.drawer > %(after)s"
    )
    columns = db.integers(
        "n.drawer, turn, n.ordinal, t.receipt, t.conversation, t.position,"
        f" coalesce(t.at,'{NO_TIME}'::bigint), t.part, t.language",
        which,
        "n.drawer",
        **given,
    ).T.copy()
    drawer, turn, ordinal, write, conversation, position, at, part, language = columns
    rows = db.every(
        f"select n.drawer, t.key, n.bits, n.pieces from {which} order by n.drawer", **given
    )
    pieces = [
        len(db.sealer.unseal(row[3], "drawers.pieces", generation, row[0])) // 2 if row[3] else 0
        for row in rows
    ]
    key = np.frombuffer(b"".join(key_of(db, row[1])[:8] for row in rows), ">u8").astype(np.uint64)
    bits = np.frombuffer(
        b"".join(
            db.sealer.unseal(row[2], "drawers.bits", generation, row[0]) if row[2] else NO_BITS
            for row in rows
        ),
        np.uint64,
    )
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
        content=np.array(pieces, np.int64),
        bits=bits.reshape(len(rows), 6),
    )


def read_links(db: Db, words: Words, generation: int, drawers: Sequence[int]) -> list[Link]:
    """Links that begin or end at drawers, each once, by (a, kind, b)."""
    if not len(drawers):
        return []
    rows = db.every(
        f"select a, kind, b, weight from links where {_HERE}"
        " and (a = any(%(drawers)s::bigint[]) or b = any(%(drawers)s::bigint[]))",
        generation=generation,
        drawers=numbers(drawers),
    )
    found = [Link(a, b, words.of(db, kind), weight / SCALE) for a, kind, b, weight in rows]
    return sorted(found, key=lambda link: (link.a, link.kind, link.b))


def drop_links(db: Db, generation: int, drawers: Sequence[int]) -> None:
    """Take away the links of drawers."""
    db.run(
        f"delete from links where {_HERE}"
        " and (a = any(%(drawers)s::bigint[]) or b = any(%(drawers)s::bigint[]))",
        generation=generation,
        drawers=numbers(drawers),
    )
