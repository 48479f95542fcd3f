"""Turns as people read them: the exact bytes of a span, its origin, and its neighbours."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import apsw

from camillo.domain.drawer import Span
from camillo.domain.search import Memory, TurnRef
from camillo.domain.turn import decode
from camillo.storage.common.packing import unpack_meta, unpack_moment, unpack_text
from camillo.storage.sqlite.connection import every, numbers, one, stream

_FIELDS = """
t.key, {start}, {end}, ifnull(substr(d.content, {start} + 1, {end} - {start}), x''), e.word, m.word, d.address,
w.name, r.name, h.word, s.uri, s.kind, c.native, i.title, t.native, speaker.word, role.word,
part.word, branch.word, t.at, t.zone, t.told, y.meta, t.current, t.conversation, t.position
"""

_JOINS = """
join documents d on d.document = t.document
join conversations c on c.conversation = t.conversation
join sources s on s.source = c.source
left join titles i on i.conversation = t.conversation
left join metas y on y.turn = t.turn
left join placements p on p.turn = t.turn
  and p.room = (select min(room) from placements where turn = t.turn)
left join rooms r on r.room = p.room
left join wings w on w.wing = r.wing
left join labels h on h.label = p.hall
left join labels e on e.label = d.encoding
left join labels m on m.label = d.media_type
join labels speaker on speaker.label = t.speaker
join labels role on role.label = t.role
join labels part on part.label = t.part
join labels branch on branch.label = t.branch
"""

_WHOLE = _FIELDS.format(start="0", end="length(d.content)")


def _memory(row: Sequence[Any]) -> Memory:
    key, start, end, content, encoding, media_type, address = row[:7]
    wing, room, hall, uri, kind, conversation, title, native = row[7:15]
    speaker, role, part, branch, at, zone, told, meta, current = row[15:24]
    readable = None if encoding is None else unpack_text(encoding)
    return Memory(
        id=str(Span(key, start, end)),
        text=decode(content, readable),
        content=content,
        encoding=readable,
        media_type=unpack_text(media_type),
        document=address.hex(),
        span=(start, end),
        wing=wing or "",
        room=room or "",
        hall=unpack_text(hall),
        source=unpack_text(uri),
        source_kind=kind,
        conversation=unpack_text(conversation),
        title=unpack_text(title),
        turn=TurnRef(
            unpack_text(native), unpack_text(speaker), unpack_text(role),
            unpack_moment(at, zone, told),
        ),
        part=unpack_text(part),
        meta=unpack_meta(meta),
        current=bool(current),
        branch=unpack_text(branch),
    )  # fmt: skip


def read_passages(
    db: apsw.Connection, generation: int, drawers: Sequence[int]
) -> dict[int, Memory]:
    """The drawers that exist, with their text and origin."""
    if not len(drawers):
        return {}
    fields = _FIELDS.format(start="n.start", end="n.end")
    rows = every(
        db,
        f"select {fields}, n.drawer from carray(?) x cross join drawers_{generation} n"
        f" on n.drawer = x.value join turns t on t.turn = n.turn {_JOINS}",
        (numbers(drawers),),
    )
    return {row[-1]: _memory(row) for row in rows}


def read_wholes(db: apsw.Connection, turns: Sequence[int]) -> dict[int, Memory]:
    """The turns that exist, whole, by number."""
    if not len(turns):
        return {}
    rows = every(
        db,
        f"select {_WHOLE}, t.turn from carray(?) x cross join turns t on t.turn = x.value {_JOINS}",
        (numbers(turns),),
    )
    return {row[-1]: _memory(row) for row in rows}


def read_span(db: apsw.Connection, span: Span, neighbours: int) -> Memory | None:
    """The bytes of a span, with whole current turns before and after it in its conversation.

    None where there is no such turn, it ends before the span, or the span cuts a letter in two.
    """
    fields = _FIELDS.format(start=":start", end="min(:end, length(d.content))")
    row = one(
        db,
        f"select {fields} from turns t {_JOINS} where t.key = :key and :start <= length(d.content)",
        {"key": span.key, "start": span.start, "end": span.end},
    )
    if row is None:
        return None
    try:
        memory, conversation, position = _memory(row), row[24], row[25]
    except UnicodeDecodeError:
        return None
    if neighbours <= 0:
        return memory
    return replace(
        memory,
        before=tuple(reversed(_beside(db, conversation, position, neighbours, "<", "desc"))),
        after=tuple(_beside(db, conversation, position, neighbours, ">", "asc")),
    )


def _beside(
    db: apsw.Connection, conversation: int, position: int, count: int, side: str, order: str
) -> list[Memory]:
    rows = every(
        db,
        f"select {_WHOLE} from turns t {_JOINS} where t.conversation = ? and t.current"
        f" and t.position {side} ? order by t.position {order} limit ?",
        (conversation, position, count),
    )
    return [_memory(row) for row in rows]


def select_whole(db: apsw.Connection, tail: str, given: Mapping[str, object]) -> list[Memory]:
    """Whole turns: what a where clause over turns ``t`` and conversations ``c`` picks, in its order."""
    rows = every(db, f"select {_WHOLE} from turns t {_JOINS} {tail}", given)
    return [_memory(row) for row in rows]


def read_turns(db: apsw.Connection) -> Iterator[Memory]:
    """Every turn, whole, in order of filing."""
    for row in stream(db, f"select {_WHOLE} from turns t {_JOINS} order by t.turn"):
        yield _memory(row)


def read_lone_turns(db: apsw.Connection, wing: str) -> Iterator[Memory]:
    """The turns that lie in this wing and in no other, whole, in order of filing."""
    placed = (
        "select 1 from placements p join rooms r on r.room = p.room join wings w on w.wing = r.wing"
    )
    sql = (
        f"select {_WHOLE} from turns t {_JOINS}"
        f" where exists ({placed} where p.turn = t.turn and w.name = :wing)"
        f" and not exists ({placed} where p.turn = t.turn and w.name <> :wing) order by t.turn"
    )
    for row in stream(db, sql, {"wing": wing}):
        yield _memory(row)
