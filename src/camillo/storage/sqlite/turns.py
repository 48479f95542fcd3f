"""Turns as a rebuild and a redaction read them: whole, by number or by key, with their drawers."""

from collections.abc import Sequence
from typing import Any

import apsw

from camillo.domain.identity import KEY_BYTES
from camillo.ports.rows import Stored
from camillo.storage.common.packing import unpack_moment, unpack_text
from camillo.storage.sqlite.connection import every

_STORED = """
select t.turn, t.key, c.native, d.content, e.word, t.at, t.zone, t.told, speaker.word, part.word,
  media.word, tongue.word, role.word
from turns t join documents d on d.document = t.document
join conversations c on c.conversation = t.conversation
left join labels e on e.label = d.encoding
join labels speaker on speaker.label = t.speaker join labels part on part.label = t.part
left join labels media on media.label = d.media_type
join labels tongue on tongue.label = t.language
join labels role on role.label = t.role
"""


def read_stored(db: apsw.Connection, after: int, limit: int) -> list[Stored]:
    """Turns numbered above ``after``, in order."""
    rows = every(db, f"{_STORED} where t.turn > ? order by t.turn limit ?", (after, limit))
    return [_stored(row) for row in rows]


def read_turn(db: apsw.Connection, key: bytes) -> Stored | None:
    """The whole turn with this key."""
    rows = every(db, f"{_STORED} where t.key = ?", (key,))
    return _stored(rows[0]) if rows else None


def keys_like(db: apsw.Connection, prefix: str) -> list[bytes]:
    """At most two keys that begin with these hexadecimal digits, ascending."""
    low, high = (bytes.fromhex(prefix.ljust(2 * KEY_BYTES, digit)) for digit in "0f")
    rows = every(
        db, "select key from turns where key between ? and ? order by key limit 2", (low, high)
    )
    return [key for (key,) in rows]


def _stored(row: Sequence[Any]) -> Stored:
    number, key, native, content, word, at, zone, told, speaker, part = row[:10]
    media_type, language, role = map(unpack_text, row[10:])
    return Stored(
        number=number,
        key=key,
        conversation=unpack_text(native),
        content=content,
        encoding=None if word is None else unpack_text(word),
        at=unpack_moment(at, zone, told),
        speaker=unpack_text(speaker),
        part=unpack_text(part),
        media_type=media_type,
        language=language,
        role=role,
    )


def read_cuts(db: apsw.Connection, generation: int, turn: int) -> dict[int, tuple[int, int]]:
    """The drawers of a turn: number to byte span, in order."""
    rows = every(
        db,
        f"select drawer, start, end from drawers_{generation} where turn = ? order by ordinal",
        (turn,),
    )
    return {drawer: (start, end) for drawer, start, end in rows}
