"""What is done for each way in which a file, a note and what both had last can differ."""

import pytest

from camillo.app.vault.plan import Action, Base, Sides, Told, plan

BASE = Base("n", "a.md", "a.md", "1", "old")


def planned(
    files: dict[str, str],
    *notes: Told,
    bases: tuple[Base, ...] = (BASE,),
    held: tuple[str, ...] = (),
    known: tuple[str, ...] = ("old", "older"),
) -> list[tuple[str, str, str]]:
    sides = Sides(
        files, {one.note: one for one in notes}, held.__contains__, lambda note, text: text in known
    )
    return [(one.kind, one.note, one.file) for one in plan(bases, sides)]


def note(
    digest: str = "old", path: str = "a.md", *, deleted: bool = False, layer: str = "page"
) -> Told:
    return Told("n", path, layer, deleted, digest)


@pytest.mark.parametrize(
    ("file", "digest", "kind"),
    [
        ("old", "old", None),
        ("new", "old", "edit"),
        ("old", "new", "write"),
        ("new", "new", "settle"),
        ("mine", "yours", "conflict"),
        ("older", "new", "conflict"),
    ],
)
def test_a_file_and_its_note_change_or_do_not(file: str, digest: str, kind: str | None) -> None:
    steps = planned({"a.md": file}, note(digest))
    assert steps == ([] if kind is None else [(kind, "n", "a.md")])


def test_a_deleted_file_takes_its_note_along_only_where_that_did_not_change() -> None:
    assert planned({}, note()) == [("delete note", "n", "")]
    assert planned({}, note("new")) == [("write", "n", "")]
    assert planned({}, note(path="b.md")) == [("write", "n", "")]
    assert planned({}, note(deleted=True)) == [("release", "n", "")]


def test_a_deleted_note_takes_its_file_along_only_where_that_did_not_change() -> None:
    assert planned({"a.md": "old"}, note(deleted=True)) == [("delete file", "n", "a.md")]
    assert planned({"a.md": "new"}, note(deleted=True)) == [("revive", "n", "a.md")]


def test_a_file_whose_text_the_palace_does_not_hold_is_neither_overwritten_nor_deleted() -> None:
    assert planned({"a.md": "old"}, note("new"), known=()) == [("conflict", "n", "a.md")]
    assert planned({"a.md": "old"}, note(deleted=True), known=()) == [("revive", "n", "a.md")]


def test_what_is_held_is_neither_gone_nor_changed() -> None:
    assert planned({}, note("new"), held=("a.md",)) == []
    assert planned({"b.md": "old"}, note(), held=("a.md",)) == [("create", "", "b.md")]


def test_a_moved_file_is_known_by_its_text_and_the_one_of_its_name_comes_first() -> None:
    assert planned({"b.md": "old"}, note()) == [("move note", "n", "b.md")]
    steps = planned({"b.md": "old", "sub/a.md": "old"}, note())
    assert steps == [("move note", "n", "sub/a.md"), ("create", "", "b.md")]


def test_a_file_renamed_in_case_alone_is_the_same_file_even_where_it_was_edited() -> None:
    assert planned({"A.md": "new"}, note()) == [("move note", "n", "A.md")]


def test_a_name_in_another_form_of_unicode_is_no_move() -> None:
    base = Base("n", "caf\u00e9.md", "caf\u00e9.md", "1", "old")
    told = note(path="caf\u00e9.md")
    assert planned({"cafe\u0301.md": "old"}, told, bases=(base,)) == [
        ("place", "n", "cafe\u0301.md")
    ]


def test_a_moved_note_takes_its_file_along_and_a_file_moved_too_wins() -> None:
    assert planned({"a.md": "old"}, note(path="b.md")) == [("move file", "n", "a.md")]
    assert planned({"c.md": "old"}, note(path="b.md")) == [("move note", "n", "c.md")]
    assert planned({"b.md": "old"}, note(path="b.md")) == [("place", "n", "b.md")]


def test_what_was_never_synced_meets_at_its_path() -> None:
    assert planned({"a.md": "old"}, note(), bases=()) == [("settle", "n", "a.md")]
    assert planned({"a.md": "mine"}, note("new"), bases=()) == [("conflict", "n", "a.md")]
    assert planned({"a.md": "older"}, note("new"), bases=()) == [("write", "n", "a.md")]
    assert planned({"b.md": "old"}, note(), bases=()) == [
        ("create", "", "b.md"),
        ("write", "n", ""),
    ]


def test_a_source_is_never_rewritten_by_its_file() -> None:
    source = note(layer="source")
    assert planned({"a.md": "mine"}, source) == [("split", "n", "a.md")]
    assert planned({"a.md": "older"}, source) == [("write", "n", "a.md")]
    assert planned({"a.md": "mine"}, source, bases=()) == [("split", "n", "a.md")]
    assert planned({"a.md": "mine"}, note(layer="source", deleted=True)) == [
        ("release", "n", "a.md")
    ]


def test_a_note_that_another_palace_had_is_no_pair_any_more() -> None:
    assert planned({"a.md": "old"}) == [("release", "n", "")]
    assert planned({"a.md": "old"}, bases=()) == [("create", "", "a.md")]


def test_each_file_and_note_has_at_most_one_step() -> None:
    notes = [Told(str(one), f"{one}.md", "page", False, "x") for one in range(5)]
    bases = [Base(str(one), f"{one}.md", f"{one}.md", "1", "x") for one in range(3)]
    files = {f"{one}.md": "x" for one in range(2, 7)}
    sides = Sides(
        files, {one.note: one for one in notes}, lambda path: False, lambda note, text: True
    )
    steps = plan(bases, sides)
    assert len({one.file for one in steps if one.file}) == len([one for one in steps if one.file])
    assert len({one.note for one in steps if one.note}) == len([one for one in steps if one.note])
    assert Action("settle", "3", "3.md") in steps


def test_a_file_that_is_brought_back_brings_back_its_note() -> None:
    gone = note(deleted=True)
    assert planned({"a.md": "old"}, gone, bases=()) == [("revive", "n", "a.md")]
    assert planned({"a.md": "other"}, gone, bases=()) == [("create", "", "a.md")]
    assert planned({"b.md": "old"}, gone, bases=()) == [("create", "", "b.md")]
