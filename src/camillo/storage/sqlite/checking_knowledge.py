"""Proof that what a palace knows agrees with its drawers, and that the log of acts reads."""

from collections.abc import Iterator

import apsw

from camillo.domain.report import Problem
from camillo.storage.common.asserted import act_slot, unpack_act
from camillo.storage.common.checking import REBUILD
from camillo.storage.common.claim_codec import claim_slots, unpack_claim
from camillo.storage.common.gists import unpack_lines
from camillo.storage.common.known_codec import unpack_known
from camillo.storage.sqlite.connection import one, stream

_RESTORE = "restore a backup with `camillo restore`"


def check_known(db: apsw.Connection, generation: int) -> Iterator[Problem]:
    """Whether each row of what drawers know reads and belongs to a drawer."""
    sql = (
        f"select k.drawer, k.data, n.turn from known_{generation} k"
        f" left join drawers_{generation} n on n.drawer = k.drawer"
    )
    for drawer, data, turn in stream(db, sql):
        mentions, causes = unpack_known(data)
        if turn is None and (mentions or causes):
            yield Problem(f"drawer {drawer}", "it is gone, but what it knows is not", REBUILD)


def check_claims(db: apsw.Connection, generation: int) -> Iterator[Problem]:
    """Whether each claim reads, lies in its drawer and is indexed by its words."""
    sql = (
        "select c.claim, c.start, c.end, c.data, c.subject, c.object,"
        " n.turn is not null and n.start <= c.start and c.end <= n.end"
        f" from claims_{generation} c left join drawers_{generation} n on n.drawer = c.drawer"
        " where c.drawer is not null"
    )
    key = _key(db)
    for number, start, end, data, subject, object, inside in stream(db, sql):
        claim = unpack_claim(start, end, data)
        if not inside:
            yield Problem(f"claim {number}", "it does not lie in a drawer", REBUILD)
        if claim_slots(key, claim) != (subject, object):
            yield Problem(f"claim {number}", "it is not indexed by its words", REBUILD)


def check_links(db: apsw.Connection, generation: int) -> Iterator[Problem]:
    """Whether each link has two drawers and the mark lies within them."""
    g = generation
    row = one(
        db,
        f"select count(*) from links_{g} l where"
        f" not exists (select 1 from drawers_{g} where drawer = l.a and turn is not null)"
        f" or not exists (select 1 from drawers_{g} where drawer = l.b and turn is not null)",
    )
    if row and row[0]:
        yield Problem(f"links of generation {g}", f"{row[0]} lead nowhere", REBUILD)
    row = one(
        db,
        "select linked > (select drawer from clock) from generations where generation = ?",
        (g,),
    )
    if row and row[0]:
        yield Problem(f"links of generation {g}", "their mark lies beyond the drawers", REBUILD)


def check_gists(db: apsw.Connection, generation: int) -> Iterator[Problem]:
    """Whether each gist and each context points into turns that are there, and the marks lie within."""
    g = generation
    for talk, lines in stream(
        db, f"select conversation, lines from gists_{g} where lines is not null"
    ):
        for line in unpack_lines(lines):
            row = one(
                db,
                "select length(d.content) from turns t join documents d on d.document = t.document"
                " where t.turn = ? and t.conversation = ?",
                (line.turn, talk),
            )
            if row is None or not 0 <= line.start < line.end <= row[0]:
                yield Problem(f"a gist of conversation {talk}", "it points nowhere", REBUILD)
    row = one(
        db,
        f"select count(*) from contexts_{g} c where"
        f" not exists (select 1 from drawers_{g} where drawer = c.drawer and turn is not null)"
        f" or not exists (select 1 from drawers_{g} where drawer = c.origin and turn is not null"
        " and start <= c.start and c.end <= end)",
    )
    if row and row[0]:
        yield Problem(f"contexts of generation {g}", f"{row[0]} lead nowhere", REBUILD)
    row = one(
        db,
        "select gisted > (select ifnull(max(turn), 0) from turns)"
        " or evolved > (select drawer from clock) from generations where generation = ?",
        (g,),
    )
    if row and row[0]:
        yield Problem(f"gists of generation {g}", "their marks lie beyond the end", REBUILD)


def check_acts(db: apsw.Connection) -> Iterator[Problem]:
    """Whether each act reads and is indexed by its keys."""
    key = _key(db)
    sql = "select number, receipt, at, verb, subject, object, payload, redacted, s, o from acts"
    for *row, s, o in stream(db, sql):
        act = unpack_act(row)
        if [act_slot(key, word) for word in (act.subject, act.object)] != [s, o]:
            yield Problem(f"act {act.number}", "it is not indexed by its keys", _RESTORE)


def _key(db: apsw.Connection) -> bytes:
    row = one(db, "select value from meta where key = 'tombstone key'")
    return bytes(row[0]) if row else b""
