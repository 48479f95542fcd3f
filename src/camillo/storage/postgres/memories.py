"""Turns as people read them: the exact bytes of a span, its origin, and its neighbours."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from camillo.domain.drawer import Span
from camillo.domain.identity import decode_text
from camillo.domain.search import Memory, TurnRef
from camillo.domain.turn import decode
from camillo.storage.postgres.connection import Db, numbers
from camillo.storage.postgres.documents import read_contents
from camillo.storage.postgres.labels import Words
from camillo.storage.postgres.moments import untold
from camillo.storage.postgres.sealing import unseal_word
from camillo.storage.postgres.sources import room_name, wing_name
from camillo.storage.postgres.turns import unseal_meta

#: Turns read at a time where all of them are read.
_CHUNK = 500

_FIELDS = """
t.turn, t.key, document, d.encoding, d.media_type, d.address, w.wing, w.name, p.room, r.name, p.hall,
source, s.uri, s.kind, conversation, c.native, c.title, t.native, t.speaker, t.role, t.part, t.branch,
t.at, t.zone, t.told, y.meta, t.current, t.position, d.size
"""
_DOCUMENT, _CONVERSATION, _POSITION, _SIZE = 2, 14, 27, 28

_JOINS = """
join documents d using (owner, document)
join conversations c using (owner, conversation)
join sources s using (owner, source)
left join metas y using (owner, turn)
left join placements p on p.owner = t.owner and p.turn = t.turn
  and p.room = (select min(room) from placements where owner = %(owner)s and turn = t.turn)
left join rooms r on r.owner = t.owner and r.room = p.room
left join wings w on w.owner = t.owner and w.wing = r.wing
where t.owner = %(owner)s
"""


class Reader:
    """Reads turns with the labels of one owner, in one transaction."""

    def __init__(self, db: Db, words: Words) -> None:
        self._db = db
        self._words = words

    def passages(self, generation: int, drawers: Sequence[int]) -> dict[int, Memory]:
        """The drawers that exist, with their text and origin."""
        if not len(drawers):
            return {}
        rows = self._db.every(
            f"select {_FIELDS}, n.start, n.stop, n.drawer from drawers n"
            f" join turns t using (owner, turn) {_JOINS} and n.owner = %(owner)s"
            " and n.generation = %(generation)s and n.drawer = any(%(drawers)s::bigint[])",
            generation=generation,
            drawers=numbers(drawers),
        )
        contents = self._contents(rows)
        return {row[-1]: self._memory(row, row[-3], row[-2], contents) for row in rows}

    def span(self, span: Span, neighbours: int) -> Memory | None:
        """The bytes of a span, with whole current turns before and after it in its conversation."""
        rows = self._db.every(
            f"select {_FIELDS} from turns t {_JOINS} and t.key = %(key)s", key=span.key
        )
        if not rows or span.start > rows[0][_SIZE]:
            return None
        row = rows[0]
        end = min(span.end, row[_SIZE])
        memory = self._memory(row, span.start, end, self._contents(rows))
        if neighbours <= 0:
            return memory
        talk, position = row[_CONVERSATION], row[_POSITION]
        return replace(
            memory,
            before=tuple(reversed(self._beside(talk, position, neighbours, "<", "desc"))),
            after=tuple(self._beside(talk, position, neighbours, ">", "asc")),
        )

    def _beside(self, talk: int, position: int, count: int, side: str, order: str) -> list[Memory]:
        return self.whole(
            f"and t.conversation = %(talk)s and t.current and t.position {side} %(position)s"
            f" order by t.position {order} limit %(count)s",
            talk=talk,
            position=position,
            count=count,
        )

    def whole(self, tail: str, **given: Any) -> list[Memory]:
        """Whole turns: what a condition over turns ``t`` and conversations ``c`` picks, in its order."""
        rows = self._db.every(f"select {_FIELDS} from turns t {_JOINS} {tail}", **given)
        contents = self._contents(rows)
        return [self._memory(row, 0, row[_SIZE], contents) for row in rows]

    def each(self, condition: str = "", **given: Any) -> Iterator[Memory]:
        """Whole turns that meet a condition, in order of filing, some hundreds at a time."""
        after = 0
        while True:
            rows = self._db.every(
                f"select {_FIELDS} from turns t {_JOINS} {condition} and t.turn > %(after)s"
                " order by t.turn limit %(limit)s",
                **given,
                after=after,
                limit=_CHUNK,
            )
            contents = self._contents(rows)
            for row in rows:
                yield self._memory(row, 0, row[_SIZE], contents)
            if len(rows) < _CHUNK:
                return
            after = rows[-1][0]

    def _contents(self, rows: Sequence[Sequence[Any]]) -> dict[int, bytes]:
        return read_contents(self._db, {row[_DOCUMENT] for row in rows}) if rows else {}

    def _word(self, number: int | None) -> str:
        return self._words.of(self._db, number)

    def _memory(
        self, row: Sequence[Any], start: int, end: int, contents: dict[int, bytes]
    ) -> Memory:
        turn, key, document, encoding, media_type, address, wing, wing_word, room, room_word = row[
            :10
        ]
        hall, source, uri, kind, talk, conversation, title, native, speaker, role = row[10:20]
        part, branch, at, zone, written, meta, current = row[20:27]
        readable = None if encoding is None else self._word(encoding)
        content = contents[document][start:end]
        return Memory(
            id=str(Span(key, start, end)),
            text=decode(content, readable),
            content=content,
            encoding=readable,
            media_type=self._word(media_type),
            document=address.hex(),
            span=(start, end),
            wing=wing_name(wing_word, wing),
            room=room_name(room_word, room),
            hall=self._word(hall),
            source=unseal_word(uri, "sources.uri", source),
            source_kind=decode_text(kind),
            conversation=unseal_word(conversation, "conversations.native", talk),
            title=unseal_word(title, "conversations.title", talk),
            turn=TurnRef(
                unseal_word(native, "turns.native", turn), self._word(speaker), self._word(role),
                untold(at, zone, written),
            ),
            part=self._word(part),
            meta=unseal_meta(meta, turn),
            current=current,
            branch=self._word(branch),
        )  # fmt: skip


_PLACED = (
    "select 1 from placements p join rooms r using (owner, room)"
    " where p.owner = %(owner)s and p.turn = t.turn and r.wing"
)
#: Turns that lie in one wing and in no other.
LONE = f"and exists ({_PLACED} = %(wing)s) and not exists ({_PLACED} <> %(wing)s)"
