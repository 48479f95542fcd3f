"""camillo-jsonl: the open interchange format, one turn a line (docs/reference/camillo-jsonl.md)."""

import base64
import codecs
import json
import re
from collections.abc import Iterator
from typing import Any

from camillo.domain.errors import InvalidInput
from camillo.domain.moment import Moment
from camillo.domain.place import check_name
from camillo.domain.report import Problem
from camillo.domain.turn import PARTS, Turn, decode, encode
from camillo.formats import attachments, jsonl, peek
from camillo.formats.parts import Message
from camillo.formats.shapes import as_text, is_plain
from camillo.ports.reader import SourceFile

NAME = "camillo-jsonl"

_ID_FIELDS = ("conversation", "turn", "parent")
_TEXT_FIELDS = [
    "kind",
    "text",
    "data",
    "encoding",
    "media_type",
    "part",
    "speaker",
    "role",
    "at",
    "title",
    "branch",
    "wing",
    "room",
    "hall",
]
_REQUIRED = ("conversation", "turn")
_ENCODING = re.compile(
    r"utf-(8-sig|(16|32)(-[lb]e)?)|ascii|(iso8859|cp|mac|koi8|tis|hp)-?\w+|kz1048|ptcp154|"
    r"(gb|big5|shift_jis|euc_|iso2022_|johab|hz)\w*"
)
_SURROGATE = re.compile("[\ud800-\udfff]")
_SPLIT_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")

Item = Turn | Problem


class CamilloJsonl:
    """Reads camillo-jsonl, and keeps every field of a turn that `write_turn` wrote."""

    name = NAME

    def sniff(self, file: SourceFile) -> bool:
        """Whether one of the first lines has a conversation, a turn, and a text or data."""
        return any(
            "conversation" in record and "turn" in record and ("text" in record or "data" in record)
            for record in peek.first_records(file)
        )

    def read(self, file: SourceFile) -> Iterator[Item]:
        """The turn of each line and then those of its attachments; a problem for each bad line."""
        seen = False
        with file.open() as stream:
            for record in jsonl.records(stream, file.name):
                if isinstance(record, Problem):
                    yield record
                    continue
                for item in read_line(record.value, f"{file.name}:{record.number}"):
                    seen = seen or isinstance(item, Turn)
                    yield item
        if not seen:
            yield Problem(file.name, "no line of it is a turn", "see the format's description")


def read_line(value: object, where: str) -> Iterator[Item]:
    """The turns of one line's value, or the problem that keeps it from being a turn."""
    try:
        fields = _checked(value)
        content, encoding = _content(fields)
        at = Moment.parse(fields["at"]) if fields.get("at") else None
    except InvalidInput as error:
        yield Problem(where, error.what, error.mend)
        return
    rest = {key: fields[key] for key in _KEPT if fields.get(key)}
    turn = Turn(
        kind=fields.get("kind") or NAME,
        conversation=fields["conversation"],
        turn=fields["turn"],
        content=content,
        encoding=encoding,
        at=at,
        **rest,
    )
    yield turn
    yield from _unusable(turn, where)
    yield from _attached(turn, fields.get("attachments") or [], where)


def write_turn(turn: Turn) -> str:
    """One line (without its line break) that `read_line` turns back into an equal turn.

    Text is written as text; bytes that are no text, or a text that JSON cannot carry, as base64.

    Raises:
        InvalidInput: an id, a name or the meta cannot be written as JSON.

    >>> write_turn(Turn.of_text("hello", kind="camillo-jsonl", conversation="c", turn="1"))
    '{"conversation": "c", "turn": "1", "text": "hello"}'
    """
    fields: dict[str, object] = {"conversation": turn.conversation, "turn": turn.turn}
    if turn.kind != NAME:
        fields["kind"] = turn.kind
    text = turn.text
    if turn.encoding == "utf-8" and not _SPLIT_PAIR.search(text):
        fields["text"] = text
    else:
        fields["data"] = base64.b64encode(turn.content).decode("ascii")
        fields["encoding"] = turn.encoding
    plain = Turn("", "", "", b"")
    for name in _KEPT:
        if getattr(turn, name) != getattr(plain, name):
            value = getattr(turn, name)
            fields[name] = dict(value) if name == "meta" else value
    if turn.at is not None:
        fields["at"] = turn.at.text
    return _line({name: value for name, value in fields.items() if value is not None})


_KEPT = [
    "media_type",
    "part",
    "speaker",
    "role",
    "title",
    "parent",
    "branch",
    "wing",
    "room",
    "hall",
    "meta",
]


def _line(fields: dict[str, object]) -> str:
    try:
        line = json.dumps(fields, ensure_ascii=False)
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(
            f"the meta of turn {fields['turn']!r} is not JSON: {error}", "use plain values"
        ) from error
    if _SPLIT_PAIR.search(line):
        raise InvalidInput(
            f"turn {fields['turn']!r} has a split surrogate pair outside its text",
            "join the pair in its ids, names and meta",
        )
    return _SURROGATE.sub(lambda match: f"\\u{ord(match.group()):04x}", line)


def _checked(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InvalidInput("the line is not a JSON object", "write one object a line")
    fields = dict(value)
    for name in _REQUIRED:
        if name not in fields:
            raise InvalidInput(f"the field {name!r} is missing", "give a string or an integer")
    for name in _ID_FIELDS:
        if name in fields:
            fields[name] = _id(name, fields[name])
    for name in _TEXT_FIELDS:
        if not isinstance(fields.get(name, ""), str) and fields[name] is not None:
            raise _wrong(name, fields[name], "a string")
    if not isinstance(fields.get("meta"), (dict, type(None))):
        raise _wrong("meta", fields["meta"], "an object")
    if not is_plain(fields.get("meta")):
        raise InvalidInput(
            "the field 'meta' is nested more than 32 deep, or has a number that is not finite",
            "use plain values",
        )
    if not isinstance(fields.get("attachments"), (list, type(None))):
        raise _wrong("attachments", fields["attachments"], "an array")
    if as_text(fields.get("part")) not in ("", *PARTS):
        raise InvalidInput(
            f"the field 'part' is {fields['part'][:40]!r}", f"use one of {', '.join(PARTS)}"
        )
    return fields


def _id(name: str, given: object) -> str:
    if isinstance(given, int) and not isinstance(given, bool):
        return str(given)
    if isinstance(given, str) and (given or name not in _REQUIRED):
        return given
    if given is None and name not in _REQUIRED:
        return ""
    raise _wrong(name, given, "a string or an integer, not empty")


def _content(fields: dict[str, Any]) -> tuple[bytes, str | None]:
    text, data = fields.get("text"), fields.get("data")
    if text is not None and data is not None:
        raise InvalidInput("the line has both 'text' and 'data'", "give one of them")
    if text is not None:
        return encode(text, "utf-8"), "utf-8"
    if data is None:
        raise InvalidInput("the field 'text' is missing", "give the turn's text as a string")
    content = attachments.unpack(data)
    if content is None:
        raise InvalidInput("the field 'data' is not base64", "encode the bytes as base64")
    return content, _encoding(content, fields.get("encoding"))


def _encoding(content: bytes, encoding: str | None) -> str | None:
    if not encoding:
        return None
    try:
        known = encoding in ("utf-8", "utf-8-escaped") or _ENCODING.fullmatch(
            codecs.lookup(encoding).name
        )
        if known and encode(decode(content, encoding), encoding) == content:
            return encoding
    except (LookupError, ValueError, TypeError):
        pass
    raise InvalidInput(
        f"the field 'data' does not read as {encoding[:40]!r}", "name the encoding of the bytes"
    )


def _wrong(name: str, given: object, wanted: str) -> InvalidInput:
    return InvalidInput(
        f"the field {name!r} is {_TYPE_NAMES.get(type(given), 'empty')}", f"give {wanted}"
    )


_TYPE_NAMES: dict[type, str] = {
    bool: "true or false",
    int: "a number",
    float: "a number",
    list: "an array",
    dict: "an object",
    type(None): "null",
}


def _unusable(turn: Turn, where: str) -> Iterator[Problem]:
    """The fields that ask for a place no wing, room or hall can have; the turn is filed elsewhere."""
    for kind in ("wing", "room", "hall"):
        name = getattr(turn, kind)
        try:
            if name:
                check_name(kind, name)
        except InvalidInput as error:
            yield Problem(where, f"the field {kind!r}: {error.what}", error.mend)


def _attached(turn: Turn, given: list[Any], where: str) -> Iterator[Item]:
    message = Message(
        turn.kind,
        turn.conversation,
        turn.turn,
        turn.role,
        turn.speaker,
        turn.at,
        turn.title,
        turn.parent,
        turn.branch,
        turn.wing,
        turn.room,
        turn.hall,
        _parts=1,
    )
    for index, one in enumerate(given):
        place = f"{where}: attachments[{index}]"
        if not isinstance(one, dict):
            yield Problem(place, "is not an object", "give name, media_type and data")
            continue
        yield from _attachment(message, one, place)


def _attachment(message: Message, one: dict[str, Any], place: str) -> Iterator[Item]:
    for name in ("name", "media_type", "data", "sha256", "caption", "text"):
        if one.get(name) is not None and not isinstance(one[name], str):
            yield Problem(place, str(_wrong(name, one[name], "a string").what), "give a string")
            one = {**one, name: ""}
    name = as_text(one.get("name"))
    meta = {"sha256": one["sha256"]} if one.get("sha256") else {}
    if one.get("data"):
        content = attachments.unpack(one["data"])
        if content is not None:
            meta = {"sha256": attachments.fingerprint(content)}
        yield from attachments.inline(
            message, one["data"], one.get("media_type"), place, name=name, meta=meta
        )
    words = [text for text in (one.get("caption"), one.get("text")) if text]
    for text in words or [name]:
        yield from attachments.named(message, name, text, meta=meta)


READER = CamilloJsonl()
