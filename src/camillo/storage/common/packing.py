"""How short texts and times are written in few bytes, and read back unchanged."""

import hashlib
import json
import re
import uuid
import zlib
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from camillo.domain.errors import InvalidInput
from camillo.domain.identity import decode_text, encode_text
from camillo.domain.moment import Moment

Packed = int | str | bytes

_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_NUMBER = re.compile(r"(0|[1-9][0-9]{0,17})")
_TAG_TEXT, _TAG_UUID = b"\x00", b"\x01"
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def pack_text(text: str) -> Packed:
    r"""A text as the smallest SQLite value that gives it back: integer, UUID bytes, text or bytes.

    >>> [unpack_text(pack_text(text)) for text in ("17", "017", "a\ud800", "a\0b", "")]
    ['17', '017', 'a\ud800', 'a\x00b', '']
    >>> pack_text("17"), len(pack_text("123e4567-e89b-12d3-a456-426614174000"))
    (17, 17)
    """
    if _NUMBER.fullmatch(text):
        return int(text)
    if len(text) == 36 and _UUID.fullmatch(text):
        return _TAG_UUID + uuid.UUID(text).bytes
    return pack_word(text)


def pack_word(text: str) -> str | bytes:
    """A text as SQLite text; as tagged bytes where it holds NULs or lone surrogates."""
    if text.isascii() and "\0" not in text:
        return text
    content = encode_text(text)
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return _TAG_TEXT + content
    return _TAG_TEXT + content if "\0" in text else text


def unpack_text(packed: Packed | None) -> str:
    """The text `pack_text` or `pack_word` was given; empty for None."""
    if packed is None:
        return ""
    if isinstance(packed, bytes):
        if packed[:1] == _TAG_UUID:
            return str(uuid.UUID(bytes=packed[1:]))
        return decode_text(packed[1:])
    return str(packed)


def slot_of(text: str) -> int:
    """A 32-bit signed checksum of a turn's own id, so that an index of it stays small."""
    return zlib.crc32(encode_text(text)) - 0x80000000


def hidden_slot(key: bytes, word: str) -> int:
    """A 32-bit signed keyed hash of a word that can be forgotten: an index of it tells nothing."""
    code = hashlib.blake2b(encode_text(word), digest_size=4, key=key).digest()
    return int.from_bytes(code, "big", signed=True)


def moment_at(micros: int) -> Moment:
    """A time of the palace's own, such as that of a receipt.

    >>> moment_at(1_000_000).text
    '1970-01-01T00:00:01.000000Z'
    """
    shown = (_EPOCH + timedelta(microseconds=micros)).isoformat(timespec="microseconds")
    return Moment(micros, 0, shown.replace("+00:00", "Z"))


def _iso(moment: datetime) -> str:
    return moment.isoformat()


def _zulu(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


def _zulu_millis(moment: datetime) -> str:
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _naive(moment: datetime) -> str:
    return moment.replace(tzinfo=None).isoformat()


def _day(moment: datetime) -> str:
    return moment.date().isoformat()


def _minutes(moment: datetime) -> str:
    return moment.replace(tzinfo=None).isoformat(timespec="minutes")


def _spaced(moment: datetime) -> str:
    return moment.replace(tzinfo=None).isoformat(sep=" ")


# The order is part of the file format: the number stored in ``told`` is an index into it.
_FORMS = (_zulu, _zulu_millis, _iso, _naive, _day, _minutes, _spaced)


def pack_moment(moment: Moment | None) -> tuple[int | None, int | None, Packed | None]:
    """Micros, zone offset, and how the source wrote it: the number of a known form, else its text."""
    if moment is None:
        return None, None, None
    return moment.micros, moment.offset, _told(moment)


def _told(moment: Moment) -> Packed:
    try:
        shown = _shown(moment.micros, moment.offset)
    except OverflowError:  # a year that its zone pushes out of the calendar
        return pack_word(moment.text)
    for number, form in enumerate(_FORMS):
        if form(shown) == moment.text:
            return number
    return pack_word(moment.text)


def unpack_moment(micros: int | None, offset: int | None, told: Packed | None) -> str | None:
    """The time as its source wrote it, or None where it gave none.

    >>> unpack_moment(*pack_moment(Moment.parse("2025-06-01T10:00:00.120Z")))
    '2025-06-01T10:00:00.120Z'
    """
    if micros is None:
        return None
    if isinstance(told, int):
        return _FORMS[told](_shown(micros, offset))
    return unpack_text(told)


def _shown(micros: int, offset: int | None) -> datetime:
    zone = UTC if not offset else timezone(timedelta(minutes=offset))
    return (_EPOCH + timedelta(microseconds=micros)).astimezone(zone)


def pack_meta(meta: Mapping[str, object]) -> str | None:
    """A turn's meta as JSON with sorted keys, or None where it is empty.

    Raises:
        InvalidInput: a value is not of JSON.
    """
    return dump_json(dict(meta)) if meta else None


def dump_json(value: object) -> str:
    """JSON in one fixed form, so that equal values are equal texts."""
    try:
        text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"meta cannot be kept: {error}", "use JSON values only") from error
    if isinstance(pack_word(text), bytes):
        return json.dumps(value, sort_keys=True, separators=(",", ":"))
    return text


def unpack_meta(packed: str | None) -> dict[str, Any]:
    """The meta `pack_meta` was given."""
    return json.loads(packed) if packed else {}


def has_values(meta: Mapping[str, object], wanted: Mapping[str, object]) -> bool:
    """Whether a turn's meta has all these values, each by itself or in a list.

    >>> has_values({"tags": ["a", "b"], "n": 1}, {"tags": "b", "n": 1}), has_values({}, {"n": None})
    (True, False)
    """
    missing = object()
    for key, value in wanted.items():
        held = meta.get(key, missing)
        if held != value and not (isinstance(held, list) and value in held):
            return False
    return True
