"""Conversations and their turns as episodes see them: order, time and size, without the text."""

from collections.abc import Sequence

import apsw

from camillo.domain.turn import DOCUMENT_ROLE
from camillo.ports.episodes import Talk, TalkTurn
from camillo.storage.common.packing import unpack_meta, unpack_moment, unpack_text
from camillo.storage.sqlite.connection import every, numbers, one
from camillo.storage.sqlite.known import read_wings_of

_TALKS = """
select t.conversation, count(*), min(t.at), max(t.at), max(t.turn) from turns t
where t.current and t.role is not (select label from labels where word = :file) {where}
group by t.conversation having count(*) > 1 order by ifnull(max(t.at), -1 << 62) desc, max(t.turn) desc
"""
_IN_WING = (
    "and t.conversation in (select u.conversation from wings w join rooms r on r.wing = w.wing"
    " join placements p on p.room = r.room join turns u on u.turn = p.turn where w.name = :wing)"
)
_TURNS = """
select t.turn, t.key, t.conversation, c.native, c.kind, i.title, t.at, t.zone, t.told, part.word,
  role.word, speaker.word, branch.word, length(d.content), hall.word, y.meta
from (select distinct value from carray(?)) x cross join turns t on t.conversation = x.value
join conversations c on c.conversation = t.conversation
join documents d on d.document = t.document
left join titles i on i.conversation = t.conversation
left join metas y on y.turn = t.turn
left join placements p on p.turn = t.turn
  and p.room = (select min(room) from placements where turn = t.turn)
left join labels hall on hall.label = p.hall
join labels speaker on speaker.label = t.speaker
join labels role on role.label = t.role
join labels part on part.label = t.part
join labels branch on branch.label = t.branch
where t.current order by t.conversation, t.position
"""


def read_talks(db: apsw.Connection, wing: str | None) -> list[Talk]:
    """Conversations of two turns or more, the newest first."""
    sql = _TALKS.format(where="" if wing is None else _IN_WING)
    rows = every(db, sql, {"file": DOCUMENT_ROLE, "wing": wing})
    return [Talk(*row[:4]) for row in rows]


def read_talk_turns(db: apsw.Connection, conversations: Sequence[int]) -> list[TalkTurn]:
    """The current turns of conversations, in order."""
    if not len(conversations):
        return []
    rows = every(db, _TURNS, (numbers(conversations),))
    wings = read_wings_of(db, {row[0] for row in rows})
    found = []
    for turn, key, talk, native, kind, title, at, zone, told, *words, size, hall, meta in rows:
        part, role, speaker, branch = map(unpack_text, words)
        found.append(
            TalkTurn(
                turn=turn, key=key, conversation=talk, native=unpack_text(native), kind=kind,
                title=unpack_text(title), at=at, told=unpack_moment(at, zone, told), part=part,
                role=role, speaker=speaker, branch=branch, size=size, hall=unpack_text(hall),
                wings=wings.get(turn, ()), meta=unpack_meta(meta),
            )
        )  # fmt: skip
    return found


def read_talks_of(db: apsw.Connection, turns: Sequence[int]) -> dict[int, int]:
    """Conversations by turn."""
    if not len(turns):
        return {}
    sql = "select t.turn, t.conversation from carray(?) x cross join turns t on t.turn = x.value"
    return dict(every(db, sql, (numbers(turns),)))


def read_turn_numbers(db: apsw.Connection, keys: Sequence[bytes]) -> dict[bytes, int]:
    """Numbers of turns by key."""
    cursor = db.cursor()
    found: dict[bytes, int] = {}
    for key in dict.fromkeys(keys):
        row = one(cursor, "select turn from turns where key = ?", (key,))
        if row is not None:
            found[key] = int(row[0])
    return found


def read_drawers_of(
    db: apsw.Connection, generation: int, turns: Sequence[int]
) -> dict[int, tuple[int, ...]]:
    """Drawers by turn, in order."""
    if not len(turns):
        return {}
    rows = every(
        db,
        f"select n.turn, n.drawer from (select distinct value from carray(?)) x cross join"
        f" drawers_{generation} n on n.turn = x.value order by n.turn, n.ordinal",
        (numbers(turns),),
    )
    found: dict[int, tuple[int, ...]] = {}
    for turn, drawer in rows:
        found[turn] = (*found.get(turn, ()), drawer)
    return found
