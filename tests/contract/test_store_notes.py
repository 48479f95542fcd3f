"""Notes in a store: versions, names and links in one transaction, none lost, none doubled."""

import pytest

from camillo.domain.drawer import Filed, Span
from camillo.domain.errors import InvalidInput, Outdated
from camillo.domain.place import Place
from camillo.domain.turn import Turn
from camillo.ports.notes import NoteEdge, NoteName, NoteWrite
from camillo.ports.rows import Redaction
from camillo.ports.store import PalaceStore


def _filed(native: str, version: int, text: str, title: str = "", layer: str = "page") -> Filed:
    turn = Turn.of_text(
        text, kind=layer, conversation=native, turn=str(version), role="document", title=title
    )
    return Filed(
        turn, Place("kb", "notes", "general"), (), "", str(version - 1) if version > 1 else ""
    )


def _write(slug: str, text: str | None, **more: object) -> NoteWrite:
    expected = int(str(more.pop("expected", 0)))
    native = str(more.pop("native", f"note-{slug}"))
    layer = str(more.pop("layer", "page"))
    links = more.pop("links", ())
    return NoteWrite(
        verb=str(more.pop("verb", "create")),
        slug=slug,
        title=str(more.pop("title", slug.title())),
        path=f"{slug}.md",
        layer=layer,
        expected=expected,
        filed=None if text is None else _filed(native, expected + 1, text, layer=layer),
        names=(NoteName("slug", slug), NoteName("title", slug + " title")),
        edges=tuple(
            NoteEdge(0, "link", key, key.title(), at)
            for at, key in enumerate(links)  # type: ignore[arg-type,var-annotated]
        ),
        shape={"tags": ["a"]},
        **more,  # type: ignore[arg-type]
    )


def _number(store: PalaceStore, slug: str) -> int:
    with store.snapshot() as snapshot:
        return next(row.note for row in snapshot.notes() if row.slug == slug)


def test_a_note_is_read_back_by_its_names_and_its_conversation(store: PalaceStore):
    store.put_notes("write", "notes", [_write("plan", "The plan.", links=["budget"])])
    with store.snapshot() as snapshot:
        (row,) = snapshot.notes()
        assert (row.slug, row.title, row.layer, row.version, row.wing) == (
            "plan", "Plan", "page", 1, "kb",
        )  # fmt: skip
        assert row.shape == {"tags": ["a"]}
        assert snapshot.note_of("note-plan") == row.note
        assert snapshot.notes_named(["plan title", "plan", "x"]) == {
            "plan": [("slug", row.note)],
            "plan title": [("title", row.note)],
        }
        assert [(edge.key, edge.target) for edge in snapshot.edges_to(["budget", "x"])] == [
            ("budget", "Budget")
        ]
        memory = snapshot.get(Span.parse(row.id), 0)
    assert memory is not None
    assert (memory.text, memory.source_kind) == ("The plan.", "page")


def test_an_edit_makes_a_version_and_the_older_text_is_no_current_one(store: PalaceStore):
    store.put_notes("write", "notes", [_write("plan", "One.", links=["a"])])
    note = _number(store, "plan")
    store.put_notes(
        "edit", "notes", [_write("plan", "Two.", note=note, expected=1, verb="edit", links=["b"])]
    )
    with store.snapshot() as snapshot:
        versions = snapshot.note_versions(note)
        assert [(one.version, one.verb) for one in versions] == [(1, "create"), (2, "edit")]
        texts = [snapshot.get(Span.parse(one.id), 0) for one in versions]
        assert [(one.text, one.current) for one in texts if one] == [
            ("One.", False), ("Two.", True),
        ]  # fmt: skip
        assert [edge.key for edge in snapshot.note_edges([note])] == ["b"]


def test_a_writer_who_saw_an_older_version_is_refused_and_nothing_is_written(store: PalaceStore):
    store.put_notes("write", "notes", [_write("plan", "One."), _write("other", "Other.")])
    plan, other = _number(store, "plan"), _number(store, "other")
    store.put_notes("edit", "notes", [_write("plan", "Two.", note=plan, expected=1)])
    with pytest.raises(Outdated):
        store.put_notes(
            "edit",
            "notes",
            [
                _write("other", "Changed.", note=other, expected=1),
                _write("plan", "Three.", note=plan, expected=1),
            ],
        )
    with store.snapshot() as snapshot:
        assert {row.slug: row.version for row in snapshot.notes()} == {"plan": 2, "other": 1}


def test_no_two_notes_that_are_there_have_one_slug(store: PalaceStore):
    store.put_notes("write", "notes", [_write("plan", "One.")])
    with pytest.raises(InvalidInput):
        store.put_notes("write", "notes", [_write("Plan", "Two.", native="note-2")])
    with store.snapshot() as snapshot:
        assert len(snapshot.notes()) == 1


def test_a_deleted_note_answers_to_nothing_and_comes_back_whole(store: PalaceStore):
    store.put_notes("write", "notes", [_write("plan", "One.", links=["a"])])
    note = _number(store, "plan")
    gone = _write("plan", None, note=note, expected=1, verb="delete", deleted=True, links=["a"])
    store.put_notes("delete", "notes", [gone])
    with store.snapshot() as snapshot:
        assert snapshot.notes_named(["plan"]) == {}
        assert snapshot.note_edges() == []
        (row,) = snapshot.notes()
        memory = snapshot.get(Span.parse(row.id), 0)
        assert row.deleted
        assert memory is not None
        assert not memory.current
    store.put_notes(
        "restore",
        "notes",
        [_write("plan", None, note=note, expected=2, verb="restore", links=["a"])],
    )
    with store.snapshot() as snapshot:
        (row,) = snapshot.notes()
        memory = snapshot.get(Span.parse(row.id), 0)
        assert [edge.key for edge in snapshot.note_edges()] == ["a"]
        assert memory is not None
        assert (row.version, row.deleted, memory.current) == (3, False, True)


def test_a_source_is_found_by_its_address(store: PalaceStore):
    store.put_notes(
        "capture", "notes", [_write("page", "Text.", layer="source", url="https://a.example/x")]
    )
    with store.snapshot() as snapshot:
        assert snapshot.note_at("https://a.example/x") == _number(store, "page")
        assert snapshot.note_at("https://a.example/y") == 0


def test_a_note_of_whose_text_nothing_is_left_goes_with_its_names(store: PalaceStore):
    store.put_notes(
        "write",
        "notes",
        [_write("plan", "One.", links=["a"]), _write("other", "Other.", links=["plan"])],
    )
    with store.snapshot() as snapshot:
        row = next(one for one in snapshot.notes() if one.slug == "plan")
    store.forget([Redaction(Span.parse(row.id), ())])
    with store.snapshot() as snapshot:
        assert [one.slug for one in snapshot.notes()] == ["other"]
        assert snapshot.notes_named(["plan", "plan title"]) == {}
        assert snapshot.note_versions(row.note) == []
        assert [edge.key for edge in snapshot.note_edges()] == ["plan"]


def test_the_titles_of_pages_are_told_without_sources_and_deleted_pages(store: PalaceStore) -> None:
    store.put_notes("write", "notes", [_write("plan", "One."), _write("old", "Two.")])
    store.put_notes("write", "notes", [_write("theirs", "Three.", layer="source")])
    with store.snapshot() as snapshot:
        old = next(row for row in snapshot.notes() if row.slug == "old")
    gone = _write(
        "old", None, note=old.note, native=old.native, expected=1, deleted=True, verb="delete"
    )
    store.put_notes("delete", "notes", [gone])
    with store.snapshot() as snapshot:
        assert snapshot.page_titles() == [("plan", "Plan")]
