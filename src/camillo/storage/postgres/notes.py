"""Notes as rows: which text is current, what each answers to, where its links lead."""

import json
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from camillo.domain.identity import decode_text
from camillo.domain.note import PAGE
from camillo.ports.notes import NAME_KINDS, NameKind, NoteEdge, NoteRow, VersionRow
from camillo.storage.postgres.connection import Db, numbers
from camillo.storage.postgres.known import read_wings_of
from camillo.storage.postgres.sealing import word_slot
from camillo.storage.postgres.turns import key_of

_ROWS = (
    "select n.note, n.native, n.slug, n.title, n.path, n.url, n.shape, n.layer, n.version, n.deleted,"
    " n.turn, t.key, d.size, n.created, n.changed from notes n"
    " left join turns t on t.owner = n.owner and t.turn = n.turn"
    " left join documents d on d.owner = t.owner and d.document = t.document"
    " where n.owner = %(owner)s"
)
WORDS = ("native", "slug", "title", "path", "url", "shape")


def read_notes(db: Db, wanted: Sequence[int] | None) -> list[NoteRow]:
    """Notes by number, or all."""
    if wanted is not None and not len(wanted):
        return []
    which = "" if wanted is None else " and n.note = any(%(notes)s::bigint[])"
    rows = db.every(f"{_ROWS}{which} order by n.note", notes=numbers(wanted or ()))
    wings = read_wings_of(db, {row[10] for row in rows if row[10] is not None})
    return [_row(db, row, wings) for row in rows]


def read_titles(db: Db) -> list[tuple[str, str]]:
    """Slugs and titles of pages that are not deleted."""
    sql = "select note, slug, title, layer from notes where owner = %(owner)s and not deleted"
    return [
        (
            db.sealer.unseal_word(slug, "notes.slug", note),
            db.sealer.unseal_word(title, "notes.title", note),
        )
        for note, slug, title, layer in db.every(f"{sql} order by note")
        if decode_text(layer) == PAGE
    ]


def _row(db: Db, row: Sequence[Any], wings: dict[int, tuple[str, ...]]) -> NoteRow:
    note, *words = row[:7]
    layer, version, deleted, turn, key, size, created, changed = row[7:]
    native, slug, title, path, url, shape = (
        db.sealer.unseal_word(sealed, f"notes.{name}", note)
        for name, sealed in zip(WORDS, words, strict=True)
    )
    return NoteRow(
        note=note,
        native=native,
        layer=decode_text(layer),
        slug=slug,
        title=title,
        path=path,
        version=version,
        deleted=deleted,
        url=url,
        turn=turn or 0,
        id=_id(db, key, size),
        created=created,
        changed=changed,
        shape=json.loads(shape),
        wing=next(iter(wings.get(turn, ())), ""),
    )


def _id(db: Db, key: bytes | None, size: int) -> str:
    return "" if key is None else f"{key_of(db, key).hex()}:0-{size}"


def read_named(db: Db, key: bytes, names: Sequence[str]) -> dict[str, list[tuple[NameKind, int]]]:
    """Notes by folded name, the strongest kind first."""
    slots = {word_slot(key, name): name for name in names}
    rows = db.every(
        "select m.slot, m.kind, note from note_names m join notes n using (owner, note)"
        " where m.owner = %(owner)s and m.slot = any(%(slots)s::bigint[]) and not n.deleted"
        " order by m.kind, note",
        slots=list(slots),
    )
    found: dict[str, list[tuple[NameKind, int]]] = defaultdict(list)
    for slot, kind, note in rows:
        found[slots[slot]].append((NAME_KINDS[kind], note))
    return dict(found)


def read_at(db: Db, key: bytes, url: str) -> int:
    """The source with a canonical address, deleted or not."""
    return db.scalar(
        "select note from notes where owner = %(owner)s and url_slot = %(slot)s"
        " order by deleted, note limit 1",
        slot=word_slot(key, url),
    )


def read_of(db: Db, key: bytes, native: str) -> int:
    """The note with a conversation id."""
    return db.scalar(
        "select note from notes where owner = %(owner)s and native_slot = %(slot)s",
        slot=word_slot(key, native),
    )


_EDGES = "select note, start, kind, name, target from note_edges where owner = %(owner)s"


def read_edges(db: Db, wanted: Sequence[int] | None) -> list[NoteEdge]:
    """Links of notes, or all."""
    which = "" if wanted is None else " and note = any(%(notes)s::bigint[])"
    return _edges(
        db, db.every(f"{_EDGES}{which} order by note, start", notes=numbers(wanted or ()))
    )


def read_edges_to(db: Db, key: bytes, names: Sequence[str]) -> list[NoteEdge]:
    """Links that ask for names."""
    return _edges(
        db,
        db.every(
            f"{_EDGES} and slot = any(%(slots)s::bigint[]) order by note, start",
            slots=sorted({word_slot(key, name) for name in names}),
        ),
    )


def _edges(db: Db, rows: Sequence[Sequence[Any]]) -> list[NoteEdge]:
    return [
        NoteEdge(
            note,
            decode_text(kind),
            db.sealer.unseal_word(name, "note_edges.name", note, start),
            db.sealer.unseal_word(target, "note_edges.target", note, start),
            start,
        )
        for note, start, kind, name, target in rows
    ]


def read_versions(db: Db, note: int) -> list[VersionRow]:
    """A note's versions, the oldest first."""
    rows = db.every(
        "select v.version, v.verb, v.slug, v.title, v.at, t.key, d.size from note_versions v"
        " left join turns t on t.owner = v.owner and t.turn = v.turn"
        " left join documents d on d.owner = t.owner and d.document = t.document"
        " where v.owner = %(owner)s and v.note = %(note)s order by v.version",
        note=note,
    )
    return [
        VersionRow(
            version,
            decode_text(verb),
            db.sealer.unseal_word(slug, "note_versions.slug", note, version),
            db.sealer.unseal_word(title, "note_versions.title", note, version),
            at,
            _id(db, key, size),
        )
        for version, verb, slug, title, at, key, size in rows
    ]
