"""Notes changed, taken out, and cleared of what was forgotten."""

from collections.abc import Sequence
from dataclasses import replace

from camillo.domain.identity import encode_text
from camillo.domain.report import Receipt
from camillo.ports.notes import NAME_KINDS, NoteRow, NoteWrite
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
from camillo.storage.postgres.connection import Db, numbers
from camillo.storage.postgres.documents import read_contents
from camillo.storage.postgres.filing import file_batch
from camillo.storage.postgres.notes import WORDS, read_notes
from camillo.storage.postgres.placing import write_title
from camillo.storage.postgres.sealing import word_slot
from camillo.storage.postgres.session import Writing
from camillo.storage.postgres.turns import find_turn

_TABLES = ("note_versions", "note_names", "note_edges", "notes")
_NOTES = (
    f"{', '.join(WORDS)}, layer, version, deleted, turn, native_slot, slug_slot, url_slot, created,"
    " changed"
)


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
    db = writing.db
    turn = _turn_of(db, each, old)
    note = old.note if old else db.next("notes", "note")
    version = each.expected + 1
    _put_row(writing, note, version, turn, each, old)
    if turn is not None:
        db.run(
            "update turns set current = %(current)s where owner = %(owner)s and turn = %(turn)s",
            current=not each.deleted,
            turn=turn,
        )
    row = (
        note, version, encode_text(each.verb),
        db.sealer.seal_word(each.slug, "note_versions.slug", note, version),
        db.sealer.seal_word(each.title, "note_versions.title", note, version), writing.now,
        turn if each.filed else None,
    )  # fmt: skip
    db.insert("note_versions", "note, version, verb, slug, title, at, turn", [row])
    _put_names(db, writing.tombstone_key, note, each)


def _turn_of(db: Db, each: NoteWrite, old: NoteRow | None) -> int | None:
    if not each.filed:
        return (old.turn or None) if old else None
    found = find_turn(db, each.filed.turn.key)
    if found is None:
        raise text_forgotten()
    return found


def _put_row(
    writing: Writing,
    note: int,
    version: int,
    turn: int | None,
    each: NoteWrite,
    old: NoteRow | None,
) -> None:
    key = writing.tombstone_key
    native = native_of(each, old)
    words = (native, each.slug, each.title, each.path, each.url, pack_shape(each.shape))
    sealed = [
        writing.db.sealer.seal_word(word, f"notes.{name}", note)
        for name, word in zip(WORDS, words, strict=True)
    ]
    columns = _NOTES.split(", ")
    renewed = ", ".join(f"{column} = excluded.{column}" for column in columns)
    writing.db.insert(
        "notes",
        f"note, {_NOTES}",
        [
            (
                note, *sealed, encode_text(each.layer), version, each.deleted, turn,
                word_slot(key, native), word_slot(key, folded_slug(each.slug)),
                word_slot(key, each.url) if each.url else None,
                old.created if old else writing.now, writing.now,
            )
        ],
        f"on conflict (owner, note) do update set {renewed}",
    )  # fmt: skip


def _put_names(db: Db, key: bytes, note: int, each: NoteWrite) -> None:
    for table in ("note_names", "note_edges"):
        db.run(f"delete from {table} where owner = %(owner)s and note = %(note)s", note=note)
    if each.deleted:
        return
    names = []
    for one in each.names:
        kind = NAME_KINDS.index(one.kind)
        sealed = db.sealer.seal_word(one.key, "note_names.name", note, kind)
        names.append((note, kind, word_slot(key, one.key), sealed))
    db.insert("note_names", "note, kind, slot, name", names, "on conflict do nothing")
    edges = [
        (
            note, edge.start, encode_text(edge.kind), word_slot(key, edge.key),
            db.sealer.seal_word(edge.key, "note_edges.name", note, edge.start),
            db.sealer.seal_word(edge.target, "note_edges.target", note, edge.start),
        )
        for edge in each.edges
    ]  # fmt: skip
    columns = "note, start, kind, slot, name, target"
    db.insert("note_edges", columns, edges, "on conflict do nothing")


def _check_slugs(writing: Writing, writes: Sequence[NoteWrite]) -> None:
    slugs = {
        word_slot(writing.tombstone_key, folded_slug(w.slug)): w for w in writes if not w.deleted
    }
    rows = writing.db.every(
        "select slug_slot from notes where owner = %(owner)s and not deleted"
        " and slug_slot = any(%(slots)s::bigint[]) group by slug_slot having count(*) > 1",
        slots=list(slugs),
    )
    for (slot,) in rows:
        raise slug_taken(slugs[slot].slug)


def forget_turns(writing: Writing, turns: Sequence[int]) -> int:
    """Take the words of notes whose texts were redacted; what is left of a text is read anew by its writer.

    A note of whose current text nothing is left goes whole, a version of whose text nothing is left loses
    its names, and of any other the title, aliases, tags and links go. Returns how many notes were touched.
    """
    db, given = writing.db, numbers(turns)
    touched = db.every(
        "select note, version from note_versions"
        " where owner = %(owner)s and turn = any(%(turns)s::bigint[])",
        turns=given,
    )
    for note, version in touched:
        db.run(
            "update note_versions set title = %(title)s, slug = %(slug)s"
            " where owner = %(owner)s and note = %(note)s and version = %(version)s",
            title=db.sealer.seal_word("", "note_versions.title", note, version),
            slug=db.sealer.seal_word("", "note_versions.slug", note, version),
            note=note,
            version=version,
        )
    notes = sorted({note for note, _ in touched})
    for row in read_notes(db, notes):
        if row.turn in set(given):
            _forget(writing, row)
        else:
            _forget_former(writing, row)
    return len(notes)


def _forget_former(writing: Writing, row: NoteRow) -> None:
    """What a note was once called goes with a text that it had then."""
    writing.db.run(
        "update notes set shape = %(shape)s where owner = %(owner)s and note = %(note)s",
        shape=writing.db.sealer.seal_word(without_former(row.shape), "notes.shape", row.note),
        note=row.note,
    )
    writing.db.run(
        "delete from note_names where owner = %(owner)s and note = %(note)s and kind = %(kind)s",
        note=row.note,
        kind=NAME_KINDS.index("former"),
    )


def _forget(writing: Writing, row: NoteRow) -> None:
    """Clear a note whose current text was redacted."""
    db = writing.db
    document, talk = db.one(
        "select document, conversation from turns where owner = %(owner)s and turn = %(turn)s",
        turn=row.turn,
    ) or (0, 0)
    if not read_contents(db, [document]).get(document, b"").strip():
        write_title(db, talk, "")
        for table in _TABLES:
            db.run(
                f"delete from {table} where owner = %(owner)s and note = %(note)s", note=row.note
            )
        return
    db.run(
        "update notes set title = %(title)s, shape = %(shape)s"
        " where owner = %(owner)s and note = %(note)s",
        title=db.sealer.seal_word(row.slug, "notes.title", row.note),
        shape=db.sealer.seal_word("{}", "notes.shape", row.note),
        note=row.note,
    )
    db.run("delete from note_edges where owner = %(owner)s and note = %(note)s", note=row.note)
    db.run(
        "delete from note_names where owner = %(owner)s and note = %(note)s"
        " and kind = any(%(kinds)s::bigint[])",
        note=row.note,
        kinds=[*map(NAME_KINDS.index, ("title", "alias", "former"))],
    )
