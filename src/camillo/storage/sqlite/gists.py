"""Gists and contexts: stretches of turns by number. They hold no words, so that rows may move."""

from collections.abc import Mapping, Sequence

import apsw

from camillo.ports.episodes import ContextRow, GistRow
from camillo.storage.common.gists import check_mark, pack_lines, unpack_lines
from camillo.storage.sqlite.connection import every, numbers, one
from camillo.storage.sqlite.session import Writing

_CONTEXT = "drawer, version, origin, start, end"


def put_gists(
    writing: Writing, gists: Mapping[int, Sequence[GistRow]], after: int, upto: int
) -> bool:
    """Replace the gists of conversations and move the mark, if it still stands where it was read."""
    check_mark(after, upto, last_turn(writing.db))
    live = writing.live
    if read_mark(writing.db, live, "gisted") != after:
        writing.quiet = True
        return False
    table = f"gists_{live}"
    writing.db.executemany(
        f"delete from {table} where conversation = ?", [(talk,) for talk in gists]
    )
    writing.db.executemany(
        f"insert into {table}(conversation, first, turns, lines) values (?, ?, ?, ?)",
        [
            (row.conversation, row.first, row.turns, pack_lines(row.lines))
            for each in gists.values()
            for row in each
        ],
    )
    _move_mark(writing, "gisted", upto)
    return True


def put_contexts(writing: Writing, rows: Sequence[ContextRow], after: int, upto: int) -> bool:
    """File refreshes of drawers that are there and move the mark, if it stands where it was read."""
    check_mark(after, upto, writing.drawer)
    live = writing.live
    if read_mark(writing.db, live, "evolved") != after:
        writing.quiet = True
        return False
    there = (
        f"exists (select 1 from drawers_{live} where drawer = ?1 and turn is not null)"
        f" and exists (select 1 from drawers_{live} where drawer = ?3 and turn is not null)"
    )
    writing.db.executemany(
        f"insert or replace into contexts_{live} select ?1, ?2, ?3, ?4, ?5 where {there}",
        [(row.drawer, row.version, row.origin, row.start, row.end) for row in rows],
    )
    _move_mark(writing, "evolved", upto)
    return True


def drop_rows(writing: Writing, rows: Sequence[ContextRow]) -> int:
    """Take refreshes away."""
    before = writing.db.total_changes()
    writing.db.executemany(
        f"delete from contexts_{writing.live} where drawer = ? and origin = ?",
        [(row.drawer, row.origin) for row in rows],
    )
    return writing.db.total_changes() - before


def _move_mark(writing: Writing, name: str, upto: int) -> None:
    writing.db.execute(
        f"update generations set {name} = ? where generation = ?", (upto, writing.live)
    )


def read_mark(db: apsw.Connection, generation: int, name: str) -> int:
    """How far a pass over the generation has come."""
    row = one(db, f"select {name} from generations where generation = ?", (generation,))
    return int(row[0]) if row else 0


def last_turn(db: apsw.Connection) -> int:
    """The number of the last turn, 0 where there is none."""
    row = one(db, "select ifnull(max(turn), 0) from turns")
    return int(row[0]) if row else 0


def read_waiting(db: apsw.Connection, generation: int, after: int, upto: int) -> list[int]:
    """Conversations with turns between two numbers, and those whose gists were taken away."""
    rows = every(
        db,
        "select conversation from turns where turn > ? and turn <= ?"
        f" union select conversation from gists_{generation} where lines is null order by 1",
        (after, upto),
    )
    return [talk for (talk,) in rows]


def read_gists(db: apsw.Connection, generation: int, talks: Sequence[int]) -> list[GistRow]:
    """Gists of conversations, by conversation and first turn."""
    if not len(talks):
        return []
    rows = every(
        db,
        "select g.conversation, g.first, g.turns, g.lines from (select distinct value from carray(?)) x"
        f" cross join gists_{generation} g on g.conversation = x.value where g.lines is not null"
        " order by g.conversation, g.first",
        (numbers(talks),),
    )
    return [GistRow(talk, first, turns, unpack_lines(lines)) for talk, first, turns, lines in rows]


def read_contexts(
    db: apsw.Connection, generation: int, side: str, drawers: Sequence[int]
) -> list[ContextRow]:
    """Refreshes by ``drawer`` or by ``origin``, in order of drawer and version."""
    if not len(drawers):
        return []
    rows = every(
        db,
        f"select {_CONTEXT} from (select distinct value from carray(?)) x"
        f" cross join contexts_{generation} c on c.{side} = x.value order by drawer, version",
        (numbers(drawers),),
    )
    return [ContextRow(*row) for row in rows]


def drop_gists(db: apsw.Connection, generation: int, turns: Sequence[int]) -> None:
    """Take away the gists of the conversations of turns; a row without lines says that they wait."""
    if not len(turns):
        return
    table = f"gists_{generation}"
    talks = every(
        db,
        "select distinct t.conversation from carray(?) x cross join turns t on t.turn = x.value",
        (numbers(turns),),
    )
    db.executemany(f"delete from {table} where conversation = ?", talks)
    db.executemany(
        f"insert into {table}(conversation, first, turns, lines) values (?, 0, 0, null)", talks
    )


def drop_contexts(db: apsw.Connection, generation: int, drawers: Sequence[int]) -> None:
    """Take away what drawers were given and what they gave."""
    given = [(drawer,) for drawer in drawers]
    for side in ("drawer", "origin"):
        db.executemany(f"delete from contexts_{generation} where {side} = ?", given)
