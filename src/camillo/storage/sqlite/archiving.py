"""Canonical rows as an archive holds them: read with their words, and written with what indexes need."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import apsw

from camillo.domain.errors import InvalidInput
from camillo.domain.identity import decode_text, encode_text
from camillo.domain.moment import Moment
from camillo.ports.archive import Row
from camillo.ports.notes import NAME_KINDS
from camillo.storage.common.carried import kept_document, shape_of, told_document
from camillo.storage.common.note_changes import folded_slug
from camillo.storage.common.packing import (
    dump_json,
    hidden_slot,
    pack_moment,
    pack_text,
    pack_word,
    slot_of,
    unpack_moment,
    unpack_text,
)
from camillo.storage.sqlite.connection import every, stream
from camillo.storage.sqlite.labels import all_labels
from camillo.storage.sqlite.session import Writing

Labels = Mapping[int, str]


@dataclass(frozen=True, slots=True)
class _Field:
    """How a column's value is told in an archive, and made of what is told."""

    told: Callable[[Any, Labels], Any]
    kept: Callable[[Any, Writing], Any]


def _same(value: Any, _: object) -> Any:
    return value


_INT = _TEXT = _Field(_same, _same)
_BOOL = _Field(lambda value, _: bool(value), lambda value, _: int(value))
_WORD = _Field(
    lambda value, _: None if value is None else unpack_text(value),
    lambda value, _: None if value is None else pack_word(value),
)
_SHORT = _Field(
    lambda value, _: None if value is None else unpack_text(value),
    lambda value, _: None if value is None else pack_text(value),
)
_HEX = _Field(lambda value, _: value.hex(), lambda value, _: bytes.fromhex(value))
_BYTES = _Field(lambda value, _: decode_text(value), lambda value, _: encode_text(value))
_LABEL = _Field(
    lambda value, labels: None if value is None else labels[value],
    lambda value, writing: None if value is None else writing.labels.number(value),
)
_JSON = _Field(
    lambda value, _: None if value is None else json.loads(value),
    lambda value, _: None if value is None else json.dumps(value),
)
_META = _Field(_JSON.told, lambda value, _: None if value is None else dump_json(value))
_SHAPE = _Field(
    lambda value, _: json.loads(unpack_text(value)),
    lambda value, _: pack_word(json.dumps(value, ensure_ascii=False, sort_keys=True)),
)
_NAME_KIND = _Field(lambda value, _: NAME_KINDS[value], lambda value, _: NAME_KINDS.index(value))


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind's table, its fields by column, and the columns that are reckoned from a row as it is told."""

    table: str
    fields: Mapping[str, _Field]
    order: str
    reckoned: Mapping[str, Callable[[Row, bytes], Any]]


def _kind(table: str, order: str, fields: str, **reckoned: Callable[[Row, bytes], Any]) -> _Kind:
    codes = {
        "int": _INT, "text": _TEXT, "bool": _BOOL, "word": _WORD, "short": _SHORT, "hex": _HEX,
        "bytes": _BYTES, "label": _LABEL, "json": _JSON, "shape": _SHAPE, "name_kind": _NAME_KIND,
    }  # fmt: skip
    pairs = [each.split(":") for each in fields.split()]
    return _Kind(table, {name: codes[code] for name, code in pairs}, order, reckoned)


def _slot(field: str) -> Callable[[Row, bytes], Any]:
    def reckon(row: Row, key: bytes) -> int | None:
        words = str(row[field])
        words = words.strip() if row.get("redacted") else words
        return hidden_slot(key, words) if words else None

    return reckon


_KINDS = {
    "source": _kind(
        "sources", "source", "source:int kind:text uri:word state:text added_at:int seen_at:int"
    ),
    "wing": _kind("wings", "wing", "wing:int name:text"),
    "room": _kind("rooms", "room", "room:int wing:int name:text"),
    "mined": _kind(
        "mined", "source, asked", "source:int asked:text wing:int fingerprint:hex complete:bool"
    ),
    "conversation": _kind(
        "conversations",
        "conversation",
        "conversation:int source:int kind:text native:short turns:int",
    ),
    "turn": _kind(
        "turns",
        "turn",
        "turn:int key:hex conversation:int position:int document:int current:bool native:short"
        " speaker:label role:label part:label branch:label language:label at:int zone:int told:int"
        " parent:short receipt:int",
        slot=lambda row, _: slot_of(str(row["native"])),
    ),
    "document": _kind(
        "documents",
        "document",
        "document:int address:hex encoding:label media_type:label content:int",
    ),
    "placement": _kind("placements", "turn, room", "turn:int room:int hall:label"),
    "tombstone": _kind("tombstones", "mac", "mac:hex conversation:int shape:text length:int"),
    "receipt": _kind("receipts", "number", "number:int verb:text at:int counts:json notes:json"),
    "act": _kind(
        "acts",
        "number",
        "number:int receipt:int at:int verb:text subject:bytes object:bytes payload:bytes"
        " redacted:bool",
        s=_slot("subject"),
        o=_slot("object"),
    ),
    "use": _kind("uses", "turn", "turn:int count:int last:int"),
    "note": _kind(
        "notes",
        "note",
        "note:int native:short layer:text slug:short title:short path:short version:int deleted:bool"
        " url:short turn:int created:int changed:int shape:shape",
        slug_slot=lambda row, key: hidden_slot(key, folded_slug(str(row["slug"]))),
        url_slot=_slot("url"),
    ),
    "note_version": _kind(
        "note_versions",
        "note, version",
        "note:int version:int verb:text slug:short title:short at:int turn:int",
    ),
    "note_name": _kind(
        "note_names",
        "note, kind, slot, name",
        "note:int kind:name_kind name:short",
        slot=_slot("name"),
    ),
    "note_edge": _kind(
        "note_edges",
        "note, start, kind",
        "note:int start:int kind:text name:short target:short",
        slot=_slot("name"),
    ),
}
#: What lies in a table of its own beside a row: its table, its column there, the row's number.
_BESIDE = {
    "conversation": ("title", "titles", "title", "conversation", _WORD),
    "turn": ("meta", "metas", "meta", "turn", _META),
    "document": ("redacted_at", "redactions", "at", "document", _INT),
}


def rows(db: apsw.Connection, kind: str) -> Iterator[Row]:
    """The rows of a kind, as an archive tells them.

    Raises:
        InvalidInput: there is no such kind.
    """
    if kind == "palace":
        given: dict[str, Any] = dict(every(db, "select key, value from meta"))
        key = bytes(given["tombstone key"])
        yield {"id": given["palace"], "tombstone_key": key.hex()}
        return
    shape = shape_of(_KINDS, kind)
    labels = all_labels(db)
    columns = [f"t.{name}" for name in shape.fields]
    beside = _BESIDE.get(kind)
    join = ""
    if beside:
        _, table, column, number, _ = beside
        columns.append(f"b.{column}")
        join = f" left join {table} b on b.{number} = t.{number}"
    order = ", ".join(f"t.{each}" for each in shape.order.split(", "))
    sql = f"select {', '.join(columns)} from {shape.table} t{join} order by {order}"
    for values in stream(db, sql):
        made = {
            name: code.told(value, labels)
            for (name, code), value in zip(shape.fields.items(), values, strict=False)
        }
        if beside:
            made[beside[0]] = beside[4].told(values[-1], labels)
        yield _TOLD.get(kind, dict)(made)


def adopt(writing: Writing, kind: str, given: Sequence[Row]) -> None:
    """Write rows of a kind.

    Raises:
        InvalidInput: a field is missing or of the wrong kind.
    """
    try:
        if kind == "palace":
            _begin(writing, given)
            return
        shape = shape_of(_KINDS, kind)
        made = [_KEPT.get(kind, dict)(row) for row in given]
        names = [*shape.fields, *shape.reckoned]
        values = [
            [code.kept(row[name], writing) for name, code in shape.fields.items()]
            + [reckon(row, writing.tombstone_key) for reckon in shape.reckoned.values()]
            for row in made
        ]
        marks = ", ".join("?" * len(names))
        sql = f"insert into {shape.table}({', '.join(names)}) values ({marks})"
        writing.db.executemany(sql, values)
        _adopt_beside(writing, kind, made)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError, apsw.Error) as error:
        if isinstance(error, apsw.Error) and not isinstance(
            error, apsw.ConstraintError | apsw.TooBigError | apsw.MismatchError
        ):
            raise
        raise InvalidInput(
            f"a row of the kind {kind!r} cannot be taken in: {error}",
            "use an archive as it was written",
        ) from error


def _adopt_beside(writing: Writing, kind: str, made: Sequence[Row]) -> None:
    """Write what some rows of a kind have in a table of its own."""
    if kind not in _BESIDE:
        return
    field, table, column, number, code = _BESIDE[kind]
    values = [
        (row[number], code.kept(row[field], writing)) for row in made if row[field] is not None
    ]
    writing.db.executemany(f"insert into {table}({number}, {column}) values (?, ?)", values)


def _begin(writing: Writing, given: Sequence[Row]) -> None:
    (row,) = given
    key = bytes.fromhex(str(row["tombstone_key"]))
    if len(key) != 32:
        raise ValueError("a tombstone key has 32 bytes")
    writing.db.execute("update meta set value = ? where key = 'palace'", (str(row["id"]),))
    writing.db.execute("update meta set value = ? where key = 'tombstone key'", (key,))
    writing.tombstone_key = key


def _told_turn(row: dict[str, Any]) -> Row:
    return {**row, "told": unpack_moment(row["at"], row["zone"], row["told"])}


def _kept_turn(row: Row) -> dict[str, Any]:
    at, zone, told = row["at"], row["zone"], row["told"]
    if at is None:
        return {**row, "told": None}
    return {**row, "told": pack_moment(Moment(int(str(at)), zone, str(told)))[2]}  # type: ignore[arg-type]


_TOLD: Mapping[str, Callable[[dict[str, Any]], Row]] = {
    "document": told_document, "turn": _told_turn
}  # fmt: skip
_KEPT: Mapping[str, Callable[[Row], dict[str, Any]]] = {
    "document": kept_document, "turn": _kept_turn
}  # fmt: skip
