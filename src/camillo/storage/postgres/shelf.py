"""Turns with all that is told of them, by number: each table is asked once, by its key.

One join over these ten tables is planned badly where the server's statistics are old, and planning it takes
longer than these few statements.
"""

from collections.abc import Iterable
from typing import Any

from camillo.domain.drawer import Span
from camillo.domain.moment import Moment
from camillo.domain.search import Memory, TurnRef
from camillo.domain.turn import decode
from camillo.storage.common.packing import moment_at
from camillo.storage.postgres.connection import Db, Row
from camillo.storage.postgres.documents import address_of
from camillo.storage.postgres.labels import Words
from camillo.storage.postgres.moments import opened
from camillo.storage.postgres.sources import room_name, source_kind, wing_name
from camillo.storage.postgres.turns import key_of, unseal_meta

_NOWHERE = ("", "", "")


class Shelf:
    """Some turns, read whole."""

    def __init__(self, db: Db, words: Words, turns: Iterable[int]) -> None:
        self._db = db
        self._words = words
        self._turns = self._by_key(
            "turns",
            "turn, key, conversation, position, document, current, native, speaker, role, part, branch,"
            " receipt, at, zone, told",
            turns,
        )
        rows = self._turns.values()
        self._documents = self._by_key(
            "documents",
            "document, encoding, media_type, address, size, content",
            {row[4] for row in rows},
        )
        self._talks = self._by_key(
            "conversations", "conversation, source, native, title", {row[2] for row in rows}
        )
        self._sources = self._by_key(
            "sources", "source, kind, uri", {row[1] for row in self._talks.values()}
        )
        self._metas = self._by_key("metas", "turn, meta", self._turns)
        self._places = self._read_places()

    def _by_key(self, table: str, columns: str, keys: Iterable[int]) -> dict[int, Row]:
        """Rows by their first column, which is the table's key."""
        wanted = sorted(keys)
        if not wanted:
            return {}
        key = columns.partition(",")[0]
        rows = self._db.every(
            f"select {columns} from {table} where owner = %(owner)s and {key} = any(%(keys)s::bigint[])",
            keys=wanted,
        )
        return {row[0]: row for row in rows}

    def _read_places(self) -> dict[int, tuple[str, str, str]]:
        """Wing, room and hall of each turn that lies somewhere: of its first room, where it has several."""
        rows = self._db.every(
            "select distinct on (turn) turn, room, hall from placements"
            " where owner = %(owner)s and turn = any(%(turns)s::bigint[]) order by turn, room",
            turns=sorted(self._turns),
        )
        rooms = self._by_key("rooms", "room, wing, name", {room for _, room, _ in rows})
        wings = self._by_key("wings", "wing, name", {row[1] for row in rooms.values()})
        named = {
            room: (wing_name(self._db, wings[wing][1], wing), room_name(self._db, name, room))
            for room, wing, name in rooms.values()
        }
        return {turn: (*named[room], self._words.of(self._db, hall)) for turn, room, hall in rows}

    def numbers(self) -> list[int]:
        """The turns that exist, ascending."""
        return sorted(self._turns)

    def size(self, turn: int) -> int:
        """Bytes of a turn's text."""
        return int(self._documents[self._turns[turn][4]][4])

    def where(self, turn: int) -> tuple[int, int]:
        """A turn's conversation and its position there."""
        row = self._turns[turn]
        return row[2], row[3]

    def at(self, turn: int) -> Moment | None:
        """When a turn was said, by its source."""
        at, zone, written = self._turns[turn][-3:]
        text = opened(self._db, turn, at, zone, written)
        return None if text is None else Moment(at, zone, text)

    def receipts(self) -> dict[int, Moment]:
        """When each turn was filed."""
        of = {turn: row[-4] for turn, row in self._turns.items()}
        receipts = self._by_key("receipts", "number, at", set(of.values()))
        return {turn: moment_at(receipts[number][1]) for turn, number in of.items()}

    def memory(self, number: int, start: int = 0, end: int | None = None) -> Memory:
        """Some bytes of a turn, or the whole of it, with where they come from."""
        _, key, talk, _, document, current, native, *labels, _, at, zone, written = self._turns[
            number
        ]
        speaker, role, part, branch = (self._words.of(self._db, label) for label in labels)
        _, encoding, media_type, address, size, sealed = self._documents[document]
        _, source, talk_native, title = self._talks[talk]
        _, kind, uri = self._sources[source]
        wing, room, hall = self._places.get(number, _NOWHERE)
        end = size if end is None else end
        readable = None if encoding is None else self._words.of(self._db, encoding)
        content = self._db.sealer.unseal(sealed, "documents.content", document)[start:end]
        return Memory(
            id=str(Span(key_of(self._db, key), start, end)),
            text=decode(content, readable),
            content=content,
            encoding=readable,
            media_type=self._words.of(self._db, media_type),
            document=address_of(self._db, address).hex(),
            span=(start, end),
            wing=wing,
            room=room,
            hall=hall,
            source=self._db.sealer.unseal_word(uri, "sources.uri", source),
            source_kind=source_kind(self._db, kind, source),
            conversation=self._db.sealer.unseal_word(talk_native, "conversations.native", talk),
            title=self._db.sealer.unseal_word(title, "conversations.title", talk),
            turn=TurnRef(
                self._db.sealer.unseal_word(native, "turns.native", number),
                speaker,
                role,
                opened(self._db, number, at, zone, written),
            ),
            part=part,
            meta=self._meta(number),
            current=current,
            branch=branch,
        )

    def _meta(self, number: int) -> dict[str, Any]:
        row = self._metas.get(number)
        return {} if row is None else unseal_meta(self._db, row[1], number)
