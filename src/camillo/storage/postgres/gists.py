"""Gists and contexts: stretches of turns by number. They hold no words."""

from collections.abc import Mapping, Sequence
from typing import Literal

from camillo.ports.episodes import ContextRow, GistRow
from camillo.storage.common.gists import check_mark, pack_lines, unpack_lines
from camillo.storage.postgres.connection import Db, numbers
from camillo.storage.postgres.linking import existing, move_mark, read_mark
from camillo.storage.postgres.session import Writing
from camillo.storage.postgres.turns import last_turn

_HERE = "owner = %(owner)s and generation = %(generation)s"
_CONTEXT = "drawer, version, origin, start, stop"


def put_gists(
    writing: Writing, gists: Mapping[int, Sequence[GistRow]], after: int, upto: int
) -> bool:
    """Replace the gists of conversations and move the mark, if it still stands where it was read."""
    db, live = writing.db, writing.live
    check_mark(after, upto, last_turn(db))
    if read_mark(db, live, "gisted") != after:
        writing.quiet = True
        return False
    _delete(db, live, list(gists))
    rows = [
        (live, row.conversation, row.first, row.turns, pack_lines(row.lines))
        for each in gists.values()
        for row in each
    ]
    db.insert("gists", "generation, conversation, first, turns, lines", rows)
    move_mark(writing, "gisted", upto)
    return True


def _delete(db: Db, generation: int, talks: Sequence[int]) -> None:
    db.run(
        f"delete from gists where {_HERE} and conversation = any(%(talks)s::bigint[])",
        generation=generation,
        talks=numbers(talks),
    )


def put_contexts(writing: Writing, rows: Sequence[ContextRow], after: int, upto: int) -> bool:
    """File refreshes of drawers that are there and move the mark, if it stands where it was read."""
    check_mark(after, upto, writing.drawer)
    db, live = writing.db, writing.live
    if read_mark(db, live, "evolved") != after:
        writing.quiet = True
        return False
    there = existing(db, live, {each for row in rows for each in (row.drawer, row.origin)})
    db.insert(
        "contexts",
        f"generation, {_CONTEXT}",
        [
            (live, row.drawer, row.version, row.origin, row.start, row.end)
            for row in rows
            if row.drawer in there and row.origin in there
        ],
        "on conflict (owner, generation, drawer, version) do update set origin = excluded.origin,"
        " start = excluded.start, stop = excluded.stop",
    )
    move_mark(writing, "evolved", upto)
    return True


def drop_rows(writing: Writing, rows: Sequence[ContextRow]) -> int:
    """Take refreshes away."""
    return writing.db.each(
        f"delete from contexts where {_HERE} and drawer = %(drawer)s and origin = %(origin)s",
        [{"generation": writing.live, "drawer": row.drawer, "origin": row.origin} for row in rows],
    )


def read_waiting(db: Db, generation: int, after: int, upto: int) -> list[int]:
    """Conversations with turns between two numbers, and those whose gists were taken away."""
    rows = db.every(
        "select conversation from turns"
        " where owner = %(owner)s and turn > %(after)s and turn <= %(upto)s"
        f" union select conversation from gists where {_HERE} and lines is null order by 1",
        generation=generation,
        after=after,
        upto=upto,
    )
    return [talk for (talk,) in rows]


def read_gists(db: Db, generation: int, talks: Sequence[int]) -> list[GistRow]:
    """Gists of conversations, by conversation and first turn."""
    if not len(talks):
        return []
    rows = db.every(
        f"select conversation, first, turns, lines from gists where {_HERE} and lines is not null"
        " and conversation = any(%(talks)s::bigint[]) order by conversation, first",
        generation=generation,
        talks=numbers(talks),
    )
    return [GistRow(talk, first, turns, unpack_lines(lines)) for talk, first, turns, lines in rows]


def read_contexts(
    db: Db, generation: int, side: Literal["drawer", "origin"], drawers: Sequence[int]
) -> list[ContextRow]:
    """Refreshes by ``drawer`` or by ``origin``, in order of drawer and version."""
    if not len(drawers):
        return []
    rows = db.every(
        f"select {_CONTEXT} from contexts where {_HERE} and {side} = any(%(drawers)s::bigint[])"
        " order by drawer, version",
        generation=generation,
        drawers=numbers(drawers),
    )
    return [ContextRow(*row) for row in rows]


def drop_gists(db: Db, generation: int, turns: Sequence[int]) -> None:
    """Take away the gists of the conversations of turns; a row without lines says that they wait."""
    if not len(turns):
        return
    rows = db.every(
        "select distinct conversation from turns"
        " where owner = %(owner)s and turn = any(%(turns)s::bigint[])",
        turns=numbers(turns),
    )
    talks = [talk for (talk,) in rows]
    _delete(db, generation, talks)
    db.insert(
        "gists",
        "generation, conversation, first, turns, lines",
        [(generation, talk, 0, 0, None) for talk in talks],
    )


def drop_contexts(db: Db, generation: int, drawers: Sequence[int]) -> None:
    """Take away what drawers were given and what they gave."""
    db.run(
        f"delete from contexts where {_HERE}"
        " and (drawer = any(%(drawers)s::bigint[]) or origin = any(%(drawers)s::bigint[]))",
        generation=generation,
        drawers=numbers(drawers),
    )
