"""What the fields of an archive's rows may hold, whoever wrote them."""

import base64
import binascii
import codecs
import json
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from camillo.domain.errors import InvalidInput
from camillo.domain.place import check_name
from camillo.domain.turn import decode
from camillo.ports.notes import NAME_KINDS

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MOST = (1 << 63) - 1
_EARLIEST = int((datetime.min.replace(tzinfo=UTC) - _EPOCH).total_seconds()) * 1_000_000
_LATEST = int((datetime.max.replace(tzinfo=UTC) - _EPOCH).total_seconds()) * 1_000_000
#: Minutes that a zone may be away from UTC.
_FARTHEST = 1_439
#: What was deeper could be read here and not be written again there.
_DEEPEST = 128
_DIGITS = frozenset("0123456789abcdef")
_OWN_CODEC = "utf-8-escaped"

Look = Callable[[Any], str]
"""Says what is wrong about a value; empty where nothing is."""


def _whole(least: int, most: int) -> Look:
    def look(value: Any) -> str:
        fits = isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
        return "" if fits else f"no whole number from {least} to {most}"

    return look


def _word(value: Any) -> str:
    return "" if isinstance(value, str) else "no text"


def _some(value: Any) -> str:
    return _word(value) or ("" if value else "empty")


def _plain(value: Any) -> str:
    if not isinstance(value, str) or "\0" in value:
        return "no text without NULs"
    return "" if _encodes(value) else "text with a lone surrogate"


def _encodes(value: str) -> bool:
    try:
        value.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _name(value: Any) -> str:
    if not isinstance(value, str):
        return "no text"
    try:
        return "" if check_name("name", value) == value else "not in Unicode's composed form"
    except InvalidInput as error:
        return error.what.removeprefix("the name's name ")


def _hex(size: int | None) -> Look:
    def look(value: Any) -> str:
        fits = isinstance(value, str) and not len(value) % 2 and _DIGITS.issuperset(value)
        if fits and size in (None, len(value) // 2):
            return ""
        return "no hexadecimal digits" if size is None else f"not the hexadecimal of {size} bytes"

    return look


def _flag(value: Any) -> str:
    return "" if isinstance(value, bool) else "neither true nor false"


def _one_of(*words: str) -> Look:
    return lambda value: "" if value in words else f"none of {', '.join(words)}"


def _object(value: Any) -> str:
    if not isinstance(value, dict):
        return "no object"
    return "" if _depth(value) <= _DEEPEST else f"nested more than {_DEEPEST} deep"


def _depth(value: Any) -> int:
    deepest, queue = 0, [(value, 1)]
    while queue:
        one, depth = queue.pop()
        deepest = max(deepest, depth)
        inside = one.values() if isinstance(one, dict) else one if isinstance(one, list) else ()
        queue += [(each, depth + 1) for each in inside if isinstance(each, dict | list)]
    return deepest


def _counts(value: Any) -> str:
    fits = isinstance(value, dict) and not any(map(_whole(-_MOST, _MOST), value.values()))
    return "" if fits else "no counts by name"


def _notes(value: Any) -> str:
    fits = isinstance(value, list) and all(isinstance(one, str) for one in value)
    return "" if fits else "no list of texts"


def _payload(value: Any) -> str:
    if not isinstance(value, str):
        return "no text"
    try:
        found = json.loads(value, parse_constant=_refused)
    except (ValueError, RecursionError):
        return "no JSON"
    return _object(found)


def _refused(word: str) -> Any:
    raise ValueError(f"{word} is no number")


def _encoding(value: Any) -> str:
    if value == _OWN_CODEC:
        return ""
    try:
        if isinstance(value, str) and codecs.lookup(value)._is_text_encoding:
            return ""
    except (LookupError, ValueError):
        pass
    return "no encoding of texts"


def _or_null(look: Look) -> Look:
    return lambda value: "" if value is None else look(value)


_number, _count, _time = _whole(1, _MOST), _whole(0, _MOST), _whole(_EARLIEST, _LATEST)
_LOOKS: Mapping[str, Look] = {
    "number": _number, "count": _count, "time": _time, "word": _word, "some": _some, "plain": _plain,
    "name": _name, "flag": _flag, "hex": _hex(None), "hex12": _hex(12), "hex16": _hex(16),
    "hex32": _hex(32), "object": _object, "counts": _counts, "notes": _notes, "payload": _payload,
    "encoding": _encoding, "zone": _whole(-_FARTHEST, _FARTHEST), "name_kind": _one_of(*NAME_KINDS),
    "state": _one_of("present", "unreachable", "removed"),
}  # fmt: skip


def _fields(text: str) -> Mapping[str, Look]:
    made = {}
    for each in text.split():
        name, _, code = each.partition(":")
        look = _LOOKS[code.removesuffix("?")]
        made[name] = _or_null(look) if code.endswith("?") else look
    return made


#: Fields by kind. A field whose look ends in ``?`` may be null.
_SHAPES: Mapping[str, Mapping[str, Look]] = {
    kind: _fields(text)
    for kind, text in {
        "palace": "id:hex16 tombstone_key:hex32",
        "source": "source:number kind:plain uri:word state:state added_at:time seen_at:time",
        "wing": "wing:number name:name",
        "room": "room:number wing:number name:name",
        "mined": "source:number asked:plain wing:number? fingerprint:hex complete:flag",
        "conversation": "conversation:number source:number kind:plain native:word turns:count title:word?",
        "document": "document:number address:hex32 encoding:encoding? media_type:word? redacted_at:time?",
        "turn": "turn:number key:hex12 conversation:number position:count document:number current:flag"
        " native:word speaker:word role:word part:word branch:word language:word at:time? zone:zone?"
        " told:word? parent:word? receipt:count meta:object?",
        "placement": "turn:number room:number hall:name",
        "tombstone": "mac:hex conversation:number? shape:plain length:count?",
        "receipt": "number:number verb:plain at:time counts:counts notes:notes?",
        "act": "number:number receipt:count at:time verb:plain subject:word object:word"
        " payload:payload redacted:flag",
        "use": "turn:number count:count last:time",
        "note": "note:number native:word layer:plain slug:word title:word path:word version:count"
        " deleted:flag url:word turn:number? created:time changed:time shape:object",
        "note_version": "note:number version:count verb:plain slug:word title:word at:time turn:number?",
        "note_name": "note:number kind:name_kind name:some",
        "note_edge": "note:number start:count kind:plain name:some target:word",
    }.items()
}  # fmt: skip
_CONTENT = ("text", "base64")


def wrong(kind: str, row: Mapping[str, Any]) -> str:
    """What is wrong about a row by itself, in words; empty where nothing is."""
    shape = _SHAPES[kind]
    given = set(row) - set(_CONTENT) if kind == "document" else set(row)
    if given != shape.keys():
        name = min(given ^ shape.keys())
        return (
            f"it lacks {name!r}" if name in shape else f"it has {name[:64]!r}, which is not known"
        )
    for name, look in shape.items():
        if said := look(row[name]):
            return f"{name!r} is {said}"
    return _WHOLE[kind](row) if kind in _WHOLE else ""


def _turn(row: Mapping[str, Any]) -> str:
    return "" if (row["at"] is None) == (row["told"] is None) else "'told' and 'at' go together"


def _document(row: Mapping[str, Any]) -> str:
    if len(row.keys() & set(_CONTENT)) != 1:
        return "it has not just one of 'text' and 'base64'"
    content = content_of(row)
    if content is None:
        return "its bytes cannot be read"
    if row["encoding"] is not None:
        try:
            decode(content, row["encoding"])
        except (UnicodeError, ValueError):
            return f"its bytes are no text in {row['encoding'][:64]!r}"
    return ""


def content_of(row: Mapping[str, Any]) -> bytes | None:
    """The bytes of a document's row; None where they cannot be read."""
    told = row.get("text", row.get("base64"))
    if not isinstance(told, str):
        return None
    try:
        if "text" in row:
            return told.encode("utf-8")
        return base64.b64decode(told, validate=True)
    except (UnicodeEncodeError, binascii.Error, ValueError):
        return None


_WHOLE: Mapping[str, Callable[[Mapping[str, Any]], str]] = {"turn": _turn, "document": _document}
