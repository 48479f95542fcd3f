"""Notes as rows: which text is current, what each answers to, where its links lead."""

import json
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import apsw

from camillo.domain.note import PAGE
from camillo.domain.report import Receipt
from camillo.ports.notes import (
    NAME_KINDS,
    NameKind,
    NoteEdge,
    NoteRow,
    NoteWrite,
    VersionRow,
)
from camillo.ports.rows import Source
from camillo.storage.common.note_changes import (
    by_layer,
    check_expected,
    folded_slug,
    native_of,
    pack_shape,
    slug_taken,
    span_ids,
    text_forgotten,
    without_former,
)
from camillo.storage.common.packing import hidden_slot, pack_text, pack_word, unpack_text
from camillo.storage.sqlite.connection import every, numbers, one
from camillo.storage.sqlite.filing import file_batch
from camillo.storage.sqlite.note_tables import TABLES, renew
from camillo.storage.sqlite.session import Writing

_FIELDS = (
    "n.note, n.native, n.layer, n.slug, n.title, n.path, n.version, n.deleted, n.url, n.turn,"
    " t.key, length(d.content), n.created, n.changed, n.shape,"
    " (select w.name from placements p join rooms r on r.room = p.room"
    " join wings w on w.wing = r.wing where p.turn = n.turn order by w.name limit 1)"
)
_ROWS = (
    f"select {_FIELDS} from notes n left join turns t on t.turn = n.turn"
    " left join documents d on d.document = t.document"
)


def read_notes(db: apsw.Connection, wanted: Sequence[int] | None) -> list[NoteRow]:
    """Notes by number, or all."""
    if wanted is None:
        return [_row(row) for row in every(db, f"{_ROWS} order by n.note")]
    if not len(wanted):
        return []
    sql = f"{_ROWS} where n.note in (select value from carray(?)) order by n.note"
    return [_row(row) for row in every(db, sql, (numbers(wanted),))]


def read_titles(db: apsw.Connection) -> list[tuple[str, str]]:
    """Slugs and titles of pages that are not deleted."""
    sql = "select slug, title from notes where layer = ? and not deleted order by note"
    return [(unpack_text(slug), unpack_text(title)) for slug, title in every(db, sql, (PAGE,))]


def _row(row: Sequence[Any]) -> NoteRow:
    note, native, layer, slug, title, path, version, deleted, url, turn, key, size, *rest = row
    created, changed, shape, wing = rest
    return NoteRow(
        note,
        unpack_text(native),
        layer,
        unpack_text(slug),
        unpack_text(title),
        unpack_text(path),
        version,
        bool(deleted),
        unpack_text(url),
        turn or 0,
        "" if key is None else f"{key.hex()}:0-{size}",
        created,
        changed,
        json.loads(unpack_text(shape)),
        wing or "",
    )


def read_named(
    db: apsw.Connection, key: bytes, names: Sequence[str]
) -> dict[str, list[tuple[NameKind, int]]]:
    """Notes by folded name, the strongest kind first."""
    wanted = set(names)
    if not wanted:
        return {}
    rows = every(
        db,
        "select m.name, m.kind, m.note from note_names m join notes n on n.note = m.note"
        " where m.slot in (select value from carray(?)) and not n.deleted order by m.kind, m.note",
        (numbers(hidden_slot(key, name) for name in wanted),),
    )
    found: dict[str, list[tuple[NameKind, int]]] = defaultdict(list)
    for name, kind, note in rows:
        if (told := unpack_text(name)) in wanted:
            found[told].append((NAME_KINDS[kind], note))
    return dict(found)


def read_at(db: apsw.Connection, key: bytes, url: str) -> int:
    """The source with a canonical address, deleted or not."""
    rows = every(
        db,
        "select note, url from notes where url_slot = ? order by deleted, note",
        (hidden_slot(key, url),),
    )
    return next((note for note, told in rows if unpack_text(told) == url), 0)


def read_of(db: apsw.Connection, native: str) -> int:
    """The note with a conversation id."""
    row = one(db, "select note from notes where native = ?", (pack_text(native),))
    return int(row[0]) if row else 0


def read_edges(db: apsw.Connection, wanted: Sequence[int] | None) -> list[NoteEdge]:
    """Links of notes, or all."""
    sql = "select note, kind, name, target, start from note_edges"
    if wanted is None:
        return _edges(every(db, f"{sql} order by note, start"))
    if not len(wanted):
        return []
    sql += " where note in (select value from carray(?)) order by note, start"
    return _edges(every(db, sql, (numbers(wanted),)))


def read_edges_to(db: apsw.Connection, key: bytes, names: Sequence[str]) -> list[NoteEdge]:
    """Links that ask for names."""
    wanted = set(names)
    if not wanted:
        return []
    rows = every(
        db,
        "select note, kind, name, target, start from note_edges"
        " where slot in (select value from carray(?)) order by note, start",
        (numbers(hidden_slot(key, name) for name in wanted),),
    )
    return [edge for edge in _edges(rows) if edge.key in wanted]


def _edges(rows: Sequence[Any]) -> list[NoteEdge]:
    return [
        NoteEdge(note, kind, unpack_text(name), unpack_text(target), start)
        for note, kind, name, target, start in rows
    ]


def read_versions(db: apsw.Connection, note: int) -> list[VersionRow]:
    """A note's versions, the oldest first."""
    rows = every(
        db,
        "select v.version, v.verb, v.slug, v.title, v.at, t.key, length(d.content)"
        " from note_versions v left join turns t on t.turn = v.turn"
        " left join documents d on d.document = t.document where v.note = ? order by v.version",
        (note,),
    )
    return [
        VersionRow(
            version,
            verb,
            unpack_text(slug),
            unpack_text(title),
            at,
            "" if key is None else f"{key.hex()}:0-{size}",
        )
        for version, verb, slug, title, at, key, size in rows
    ]


def put(writing: Writing, verb: str, source_uri: str, writes: Sequence[NoteWrite]) -> Receipt:
    """File changes of notes in one transaction."""
    rows = {row.note: row for row in read_notes(writing.db, [w.note for w in writes if w.note])}
    check_expected(writes, rows)
    receipts = [
        file_batch(writing, verb, Source(layer, source_uri), filed)
        for layer, filed in by_layer(writes)
    ]
    for each in writes:
        _put(writing, each, rows.get(each.note))
    _check_slugs(writing, writes)
    writing.stale = True
    ids = span_ids(writes)
    if receipts:
        return replace(receipts[-1], ids=ids)
    return writing.receipt(verb, {"notes": len(writes)}, ids)


def _put(writing: Writing, each: NoteWrite, old: NoteRow | None) -> None:
    db, key = writing.db, writing.tombstone_key
    filed = _filed_turn(db, each)
    turn = filed or (old.turn if old else None)
    version = each.expected + 1
    given = (
        pack_text(native_of(each, old)), each.layer, pack_text(each.slug), pack_text(each.title),
        pack_text(each.path), version, int(each.deleted), pack_text(each.url), turn,
        hidden_slot(key, folded_slug(each.slug)), hidden_slot(key, each.url) if each.url else None,
        old.created if old else writing.now, writing.now, pack_word(pack_shape(each.shape)),
    )  # fmt: skip
    if old is None:
        db.execute(f"insert into notes values (null{', ?' * len(given)})", given)
        note = db.last_insert_rowid()
    else:
        note = old.note
        db.execute(
            "update notes set (native, layer, slug, title, path, version, deleted, url, turn,"
            f" slug_slot, url_slot, created, changed, shape) = ({', '.join('?' * len(given))})"
            " where note = ?",
            (*given, note),
        )
    if turn is not None:
        db.execute("update turns set current = ? where turn = ?", (int(not each.deleted), turn))
    db.execute(
        "insert into note_versions values (?, ?, ?, ?, ?, ?, ?)",
        (note, version, each.verb, pack_text(each.slug), pack_text(each.title), writing.now, filed),
    )
    _put_names(db, key, note, each)


def _filed_turn(db: apsw.Connection, each: NoteWrite) -> int | None:
    """The number of the turn that a version's text was filed as; None where it brings no text."""
    if not each.filed:
        return None
    found = one(db, "select turn from turns where key = ?", (each.filed.turn.key,))
    if found is None:
        raise text_forgotten()
    return int(found[0])


def _put_names(db: apsw.Connection, key: bytes, note: int, each: NoteWrite) -> None:
    db.execute("delete from note_names where note = ?", (note,))
    db.execute("delete from note_edges where note = ?", (note,))
    if each.deleted:
        return
    db.executemany(
        "insert or ignore into note_names values (?, ?, ?, ?)",
        [
            (hidden_slot(key, one.key), note, NAME_KINDS.index(one.kind), pack_text(one.key))
            for one in each.names
        ],
    )
    db.executemany(
        "insert or ignore into note_edges values (?, ?, ?, ?, ?, ?)",
        [
            (note, one.start, one.kind, hidden_slot(key, one.key), pack_text(one.key),
             pack_text(one.target))
            for one in each.edges
        ],
    )  # fmt: skip


def _check_slugs(writing: Writing, writes: Sequence[NoteWrite]) -> None:
    for each in writes:
        if each.deleted:
            continue
        rows = every(
            writing.db,
            "select slug from notes where slug_slot = ? and not deleted",
            (hidden_slot(writing.tombstone_key, folded_slug(each.slug)),),
        )
        if sum(folded_slug(unpack_text(slug)) == folded_slug(each.slug) for (slug,) in rows) > 1:
            raise slug_taken(each.slug)


def forget_turns(writing: Writing, turns: Sequence[int]) -> int:
    """Take the words of notes whose texts were redacted; what is left of a text is read anew by its writer.

    A note of whose current text nothing is left goes whole, a version of whose text nothing is left loses
    its names, and of any other the title, aliases, tags and links go. Returns how many notes were touched.
    """
    if not len(turns):
        return 0
    db, given = writing.db, numbers(turns)
    touched = every(
        db,
        "select distinct note from note_versions where turn in (select value from carray(?))",
        (given,),
    )
    if not touched:
        return 0
    for (note,) in touched:
        _forget(db, note, {int(turn) for turn in turns})
    renew(db)
    return len(touched)


def _forget(db: apsw.Connection, note: int, turns: set[int]) -> None:
    row = one(db, "select turn, slug from notes where note = ?", (note,))
    if row is None:
        return
    for version, turn in every(
        db, "select version, turn from note_versions where note = ?", (note,)
    ):
        if turn in turns:
            db.execute(
                "update note_versions set title = '', slug = '' where note = ? and version = ?",
                (note, version),
            )
    if row[0] not in turns:
        _forget_former(db, note)
        return
    if _is_blank(db, row[0]):
        db.execute(
            "delete from titles where conversation = (select conversation from turns where turn = ?)",
            (row[0],),
        )
        for table in TABLES:
            db.execute(f"delete from {table} where note = ?", (note,))
        return
    db.execute("update notes set title = slug, shape = '{}' where note = ?", (note,))
    db.execute("delete from note_edges where note = ?", (note,))
    db.execute(
        "delete from note_names where note = ? and kind in (?, ?, ?)",
        (note, *map(NAME_KINDS.index, ("title", "alias", "former"))),
    )


def _forget_former(db: apsw.Connection, note: int) -> None:
    """What a note was once called goes with a text that it had then."""
    (row,) = read_notes(db, [note])
    db.execute(
        "update notes set shape = ? where note = ?", (pack_word(without_former(row.shape)), note)
    )
    db.execute(
        "delete from note_names where note = ? and kind = ?", (note, NAME_KINDS.index("former"))
    )


def _is_blank(db: apsw.Connection, turn: int) -> bool:
    row = one(
        db,
        "select d.content from turns t join documents d on d.document = t.document where t.turn = ?",
        (turn,),
    )
    return row is None or not bytes(row[0]).strip()
