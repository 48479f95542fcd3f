"""Diaries: entries newest first, and which roles have one. What was forgotten whole is left out."""

import apsw

from camillo.domain.diary import KIND, Diary
from camillo.domain.search import Memory
from camillo.storage.common.packing import pack_text, unpack_moment, unpack_text
from camillo.storage.sqlite.connection import every
from camillo.storage.sqlite.memories import select_whole

_SAYS_SOMETHING = "exists (select 1 from drawers_{0} n where n.turn = t.turn)"
_IN_WING = (
    "exists (select 1 from placements o join rooms v on v.room = o.room"
    " join wings u on u.wing = v.wing where o.turn = t.turn and u.name = :wing)"
)


def read_entries(
    db: apsw.Connection,
    generation: int,
    role: str | None,
    since: int | None,
    until: int | None,
    wing: str | None,
    limit: int,
) -> list[Memory]:
    """Entries from ``since`` up to but not including ``until`` (micros), the newest first."""
    wanted = ["c.kind = :kind", "t.current", _SAYS_SOMETHING.format(generation)]
    wanted += ["c.native = :role"] * (role is not None)
    wanted += ["t.at >= :since"] * (since is not None)
    wanted += ["t.at < :until"] * (until is not None)
    wanted += [_IN_WING] * (wing is not None)
    tail = f"where {' and '.join(wanted)} order by t.at desc, t.turn desc limit :limit"
    native = None if role is None else pack_text(role)
    given = {"kind": KIND, "role": native, "since": since, "until": until}
    return select_whole(db, tail, {**given, "wing": wing, "limit": limit})


def read_diaries(db: apsw.Connection, generation: int) -> list[Diary]:
    """Each role's diary, by role."""
    # SQLite takes the other columns of a group from the row that has its maximum.
    rows = every(
        db,
        "select speaker.word, count(*), max(ifnull(t.at, -1 << 62)), t.at, t.zone, t.told"
        " from conversations c join turns t on t.conversation = c.conversation"
        " join labels speaker on speaker.label = t.speaker"
        f" where c.kind = ? and t.current and {_SAYS_SOMETHING.format(generation)}"
        " group by c.conversation",
        (KIND,),
    )
    made = [
        Diary(unpack_text(word), count, unpack_moment(at, zone, told))
        for word, count, _, at, zone, told in rows
    ]
    return sorted(made, key=lambda one: one.role)
