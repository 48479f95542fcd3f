"""Canonical rows as an archive holds them: read with their words, and written with what indexes need."""

import json
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import psycopg

from camillo.domain.errors import InvalidInput
from camillo.domain.identity import decode_text, encode_text
from camillo.domain.moment import Moment
from camillo.ports.archive import Row
from camillo.ports.notes import NAME_KINDS
from camillo.storage.common.carried import kept_document, shape_of, told_document
from camillo.storage.common.note_changes import folded_slug
from camillo.storage.common.packing import dump_json, hidden_slot
from camillo.storage.postgres.connection import Db
from camillo.storage.postgres.labels import Labels, Words
from camillo.storage.postgres.moments import TOLD, opened, told
from camillo.storage.postgres.sealing import word_slot
from camillo.storage.postgres.session import Writing
from camillo.storage.postgres.turns import unseal_meta

#: Rows read at a time.
_CHUNK = 500
_META = "(select meta from metas m where m.owner = turns.owner and m.turn = turns.turn)"


@dataclass(frozen=True, slots=True)
class _Cell:
    """Where a value stands: its transaction, the owner's words, its column, and the numbers of its row."""

    db: Db
    words: Words
    labels: Labels | None
    column: str
    row: tuple[int, ...]

    def number(self, word: str) -> int:
        """The number of a label, which is made where it is new."""
        if self.labels is None:
            raise ValueError("labels are made by writers alone")
        return self.labels.number(word)


@dataclass(frozen=True, slots=True)
class _Code:
    """How a column's value is told in an archive, and made of what is told."""

    told: Callable[[_Cell, Any], Any]
    kept: Callable[[_Cell, Any], Any]


def _optional(code: _Code) -> _Code:
    return _Code(
        lambda cell, value: None if value is None else code.told(cell, value),
        lambda cell, value: None if value is None else code.kept(cell, value),
    )


_SAME = _Code(lambda _, value: value, lambda _, value: value)
_WORD = _Code(
    lambda cell, value: cell.db.sealer.unseal_word(value, cell.column, *cell.row),
    lambda cell, value: cell.db.sealer.seal_word(value, cell.column, *cell.row),
)
_JSON = _Code(lambda _, value: json.loads(value), lambda _, value: json.dumps(value))
_CODES: Mapping[str, _Code] = {
    "same": _SAME,
    "plain": _Code(lambda _, value: decode_text(value), lambda _, value: encode_text(value)),
    "word": _WORD,
    "words": _optional(_WORD),
    "hidden": _Code(
        lambda cell, value: decode_text(cell.db.sealer.reveal(value, cell.column)),
        lambda cell, value: cell.db.sealer.hide(encode_text(value), cell.column),
    ),
    "hash": _Code(
        lambda cell, value: cell.db.sealer.reveal(value, cell.column).hex(),
        lambda cell, value: cell.db.sealer.hide(bytes.fromhex(value), cell.column),
    ),
    "print": _Code(
        lambda cell, value: cell.db.sealer.unseal(value, cell.column, *cell.row).hex(),
        lambda cell, value: cell.db.sealer.seal(bytes.fromhex(value), cell.column, *cell.row),
    ),
    "content": _Code(
        lambda cell, value: cell.db.sealer.unseal(value, cell.column, *cell.row),
        lambda cell, value: cell.db.sealer.seal(value, cell.column, *cell.row),
    ),
    "hex": _Code(lambda _, value: value.hex(), lambda _, value: bytes.fromhex(value)),
    "label": _optional(
        _Code(
            lambda cell, value: cell.words.of(cell.db, value),
            lambda cell, value: cell.number(value),
        )
    ),
    "json": _JSON,
    "jsons": _optional(
        _Code(
            lambda cell, value: json.loads(_WORD.told(cell, value)),
            lambda cell, value: _WORD.kept(cell, json.dumps(value)),
        )
    ),
    "shape": _Code(
        lambda cell, value: json.loads(_WORD.told(cell, value)),
        lambda cell, value: _WORD.kept(
            cell, json.dumps(value, ensure_ascii=False, sort_keys=True)
        ),
    ),
    "name": _Code(lambda _, value: NAME_KINDS[value], lambda _, value: NAME_KINDS.index(value)),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind's table, its fields with their codes, what orders it, the numbers its words are sealed with, its slots."""

    table: str
    order: str
    numbers: tuple[str, ...]
    fields: Mapping[str, str]
    slots: Mapping[str, Callable[[bytes, Row], int | None]]


def _kind(
    table: str,
    order: str,
    fields: str,
    numbers: str = "",
    **slots: Callable[[bytes, Row], int | None],
) -> _Kind:
    pairs = [each.partition(":") for each in fields.split()]
    given = {name: code or "same" for name, _, code in pairs}
    return _Kind(table, order, tuple((numbers or order).split(", ")), given, slots)


def _named(*fields: str) -> Callable[[bytes, Row], int | None]:
    return lambda key, row: word_slot(key, *(str(row[field]) for field in fields))


def _url(key: bytes, row: Row) -> int | None:
    return word_slot(key, str(row["url"])) if row["url"] else None


def _of_act(field: str) -> Callable[[bytes, Row], int | None]:
    def reckon(key: bytes, row: Row) -> int | None:
        word = str(row[field]).strip() if row["redacted"] else str(row[field])
        return hidden_slot(key, word) if word else None

    return reckon


_KINDS = {
    "source": _kind(
        "sources", "source", "source kind:word uri:word state added_at seen_at",
        slot=_named("kind", "uri"),
    ),
    "wing": _kind("wings", "wing", "wing name:word", slot=_named("name")),
    "room": _kind("rooms", "room", "room wing name:word", slot=_named("name")),
    "mined": _kind(
        "mined", "source", "source asked:word wing fingerprint:print complete", "source, slot",
        slot=_named("asked"),
    ),
    "conversation": _kind(
        "conversations", "conversation",
        "conversation source kind:hidden native:word turns title:words", slot=_named("native"),
    ),
    "document": _kind(
        "documents", "document",
        "document address:hash encoding:label media_type:label content:content redacted_at",
    ),
    "turn": _kind(
        "turns", "turn",
        "turn key:hash conversation position document current native:word speaker:label role:label"
        " part:label branch:label language:label at zone told parent:words receipt",
        slot=_named("native"),
    ),
    "placement": _kind("placements", "turn, room", "turn room hall:label"),
    "tombstone": _kind("tombstones", "mac", "mac:hex conversation shape length"),
    "receipt": _kind("receipts", "number", "number verb:plain at counts:json notes:jsons"),
    "act": _kind(
        "acts", "number",
        "number receipt at verb:plain subject:word object:word payload:word redacted",
        s=_of_act("subject"), o=_of_act("object"),
    ),
    "use": _kind("uses", "turn", "turn count last"),
    "note": _kind(
        "notes", "note",
        "note native:word layer:plain slug:word title:word path:word version deleted url:word turn"
        " created changed shape:shape",
        native_slot=_named("native"),
        slug_slot=lambda key, row: word_slot(key, folded_slug(str(row["slug"]))),
        url_slot=_url,
    ),
    "note_version": _kind(
        "note_versions", "note, version", "note version verb:plain slug:word title:word at turn"
    ),
    "note_name": _kind("note_names", "note, kind", "note kind:name name:word", slot=_named("name")),
    "note_edge": _kind(
        "note_edges", "note, start, kind", "note start kind:plain name:word target:word",
        "note, start", slot=_named("name"),
    ),
}  # fmt: skip


def rows(db: Db, words: Words, key: bytes, kind: str) -> Iterator[Row]:
    """The rows of a kind, as an archive tells them.

    Raises:
        InvalidInput: there is no such kind.
    """
    if kind == "palace":
        for (palace,) in db.every("select palace from palaces where owner = %(owner)s"):
            yield {"id": palace.hex, "tombstone_key": key.hex()}
        return
    shape = shape_of(_KINDS, kind)
    made: Iterator[dict[str, Any]] = (
        _told(db, words, kind, shape, values) for values in _read(db, shape)
    )
    if kind == "mined":
        made = iter(sorted(made, key=lambda row: (row["source"], encode_text(row["asked"]))))
    elif kind == "note_name":
        made = iter(
            sorted(
                made,
                key=lambda row: (
                    row["note"], NAME_KINDS.index(row["kind"]), hidden_slot(key, row["name"]),
                    encode_text(row["name"]),
                ),
            )
        )  # fmt: skip
    yield from made


def _read(db: Db, shape: _Kind) -> Iterator[Sequence[Any]]:
    """Rows with the numbers they are sealed with before their fields, some hundreds at a time where they are many."""
    columns = ", ".join((*shape.numbers, *shape.fields))
    if shape.table == "turns":
        columns += f", {_META}"
    start = f"select {columns} from {shape.table} where owner = %(owner)s"
    if shape.numbers != tuple(shape.order.split(", ")):
        yield from db.every(f"{start} order by {shape.order}")
        return
    marks = ", ".join(f"%({number})s" for number in shape.numbers)
    beyond, last = "", dict[str, Any]()
    while found := db.every(
        f"{start}{beyond} order by {shape.order} limit %(limit)s", limit=_CHUNK, **last
    ):
        yield from found
        last = dict(zip(shape.numbers, found[-1], strict=False))
        beyond = f" and ({shape.order}) > ({marks})"


def _told(db: Db, words: Words, kind: str, shape: _Kind, values: Sequence[Any]) -> dict[str, Any]:
    row, given = tuple(values[: len(shape.numbers)]), values[len(shape.numbers) :]
    made = {
        name: _CODES[code].told(_Cell(db, words, None, f"{shape.table}.{name}", row), value)
        for (name, code), value in zip(shape.fields.items(), given, strict=False)
    }
    if kind == "document":
        return told_document(made)
    if kind == "turn":
        number = made["turn"]
        made["told"] = opened(db, number, made["at"], made["zone"], made["told"])
        meta = values[-1]
        made["meta"] = None if meta is None else unseal_meta(db, meta, number)
    return made


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
        made = [_kept(writing, kind, shape, row) for row in given]
        if made:
            writing.db.insert(
                shape.table, ", ".join(made[0]), [tuple(row.values()) for row in made]
            )
        if kind == "turn":
            metas = [
                (row["turn"], _kept_meta(writing.db, row))
                for row in map(dict, given)
                if row["meta"] is not None
            ]
            writing.db.insert("metas", "turn, meta", metas)
    except (
        KeyError, TypeError, ValueError, AttributeError, OverflowError, psycopg.IntegrityError, psycopg.DataError,
    ) as error:  # fmt: skip
        raise InvalidInput(
            f"a row of the kind {kind!r} cannot be taken in ({type(error).__name__})",
            "use an archive as it was written",
        ) from error


def _kept(writing: Writing, kind: str, shape: _Kind, given: Row) -> dict[str, Any]:
    db = writing.db
    row: dict[str, Any] = kept_document(given) if kind == "document" else dict(given)
    if kind == "turn":
        row["told"] = _kept_time(db, row)
    slots = {name: reckon(writing.tombstone_key, row) for name, reckon in shape.slots.items()}
    known = {**row, **slots}
    if kind == "note_name":
        known["kind"] = NAME_KINDS.index(known["kind"])
    numbers = tuple(known[name] for name in shape.numbers)
    made = {
        name: _CODES[code].kept(
            _Cell(db, writing.words, writing.labels, f"{shape.table}.{name}", numbers), row[name]
        )
        for name, code in shape.fields.items()
    }
    if kind == "document":
        made["size"] = len(row["content"])
    return {**made, **slots}


def _kept_meta(db: Db, row: Mapping[str, Any]) -> bytes:
    return db.sealer.seal(encode_text(dump_json(row["meta"])), "metas.meta", row["turn"])


def _kept_time(db: Db, row: Mapping[str, Any]) -> bytes | None:
    if row["at"] is None:
        return None
    written = told(Moment(int(row["at"]), row["zone"], str(row["told"])))[2]
    return None if written is None else db.sealer.seal(written, TOLD, row["turn"])


def _begin(writing: Writing, given: Sequence[Row]) -> None:
    (row,) = given
    db = writing.db
    key = bytes.fromhex(str(row["tombstone_key"]))
    if len(key) != 32:
        raise ValueError("a tombstone key has 32 bytes")
    db.run(
        "update palaces set palace = %(palace)s, tombstone_key = %(key)s where owner = %(owner)s",
        palace=uuid.UUID(str(row["id"])),
        key=db.sealer.seal(key, "palaces.tombstone_key"),
    )
