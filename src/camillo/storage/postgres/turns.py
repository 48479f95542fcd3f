"""Turns as a rebuild and a redaction read them: whole, by number or by key, with their drawers."""

from collections.abc import Mapping, Sequence
from typing import Any

from camillo.domain.identity import KEY_BYTES, decode_text, encode_text
from camillo.ports.rows import Stored
from camillo.storage.common.packing import pack_meta, unpack_meta
from camillo.storage.postgres.connection import Db
from camillo.storage.postgres.documents import KEY, read_contents
from camillo.storage.postgres.labels import Words
from camillo.storage.postgres.moments import opened

_STORED = """
select t.turn, t.key, conversation, c.native, document, d.encoding, t.at, t.zone, t.told, t.speaker,
  t.part, d.media_type, t.language, t.role
from turns t join documents d using (owner, document) join conversations c using (owner, conversation)
where t.owner = %(owner)s
"""


def hidden_key(db: Db, key: bytes) -> bytes:
    """A turn's key as its row has it."""
    return db.sealer.hide(key, KEY)


def key_of(db: Db, hidden: bytes) -> bytes:
    """A turn's key out of its row."""
    return db.sealer.reveal(hidden, KEY)


def last_turn(db: Db) -> int:
    """The number of the last turn, 0 where there is none."""
    return db.top("turns", "turn")


def read_stored(db: Db, words: Words, after: int, limit: int) -> list[Stored]:
    """Turns numbered above ``after``, in order."""
    sql = f"{_STORED} and t.turn > %(after)s order by t.turn limit %(limit)s"
    return _stored(db, words, db.every(sql, after=after, limit=limit))


def read_turn(db: Db, words: Words, key: bytes) -> Stored | None:
    """The whole turn with this key."""
    found = _stored(db, words, db.every(f"{_STORED} and t.key = %(key)s", key=hidden_key(db, key)))
    return found[0] if found else None


def find_turn(db: Db, key: bytes) -> int | None:
    """The number of the turn with this key."""
    row = db.one(
        "select turn from turns where owner = %(owner)s and key = %(key)s", key=hidden_key(db, key)
    )
    return int(row[0]) if row else None


def find_turns(db: Db, keys: Sequence[bytes]) -> dict[bytes, int]:
    """Numbers of the turns that are there, by key."""
    hidden = {hidden_key(db, key): key for key in keys}
    rows = db.every(
        "select key, turn from turns where owner = %(owner)s and key = any(%(keys)s::bytea[])",
        keys=list(hidden),
    )
    return {hidden[key]: turn for key, turn in rows}


def keys_like(db: Db, prefix: str) -> list[bytes]:
    """At most two keys that begin with these hexadecimal digits, ascending."""
    if db.sealer.is_encrypted:
        # Hidden keys have another order: all of them are looked through.
        rows = db.every("select key from turns where owner = %(owner)s")
        keys = sorted(key_of(db, hidden) for (hidden,) in rows)
        return [key for key in keys if key.hex().startswith(prefix)][:2]
    low, high = (bytes.fromhex(prefix.ljust(2 * KEY_BYTES, digit)) for digit in "0f")
    rows = db.every(
        "select key from turns where owner = %(owner)s and key between %(low)s and %(high)s"
        " order by key limit 2",
        low=low,
        high=high,
    )
    return [key for (key,) in rows]


def _stored(db: Db, words: Words, rows: Sequence[Sequence[Any]]) -> list[Stored]:
    contents = read_contents(db, {row[4] for row in rows}) if rows else {}
    return [_turn(db, words, row, contents[row[4]]) for row in rows]


def _turn(db: Db, words: Words, row: Sequence[Any], content: bytes) -> Stored:
    number, key, talk, native, _, encoding, at, zone, told, *labels = row
    speaker, part, media_type, language, role = (words.of(db, label) for label in labels)
    return Stored(
        number=number,
        key=key_of(db, key),
        conversation=db.sealer.unseal_word(native, "conversations.native", talk),
        content=content,
        encoding=None if encoding is None else words.of(db, encoding),
        at=opened(db, number, at, zone, told),
        speaker=speaker,
        part=part,
        media_type=media_type,
        language=language,
        role=role,
    )


def read_cuts(db: Db, generation: int, turn: int) -> dict[int, tuple[int, int]]:
    """The drawers of a turn: number to byte span, in order."""
    rows = db.every(
        "select drawer, start, stop from drawers where owner = %(owner)s"
        " and generation = %(generation)s and turn = %(turn)s order by ordinal",
        generation=generation,
        turn=turn,
    )
    return {drawer: (start, stop) for drawer, start, stop in rows}


def seal_meta(db: Db, meta: Mapping[str, object], turn: int) -> bytes | None:
    """A turn's meta as its row has it; None where it is empty."""
    packed = pack_meta(meta)
    return None if packed is None else db.sealer.seal(encode_text(packed), "metas.meta", turn)


def unseal_meta(db: Db, sealed: bytes | None, turn: int) -> dict[str, Any]:
    """The meta of a turn out of its row."""
    return (
        {}
        if sealed is None
        else unpack_meta(decode_text(db.sealer.unseal(sealed, "metas.meta", turn)))
    )
