"""A vault from the outside: what becomes of files and notes, and what is left alone."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.waiting import until

from camillo import Palace
from camillo.app.notes.changes import Change
from camillo.app.vault import syncing
from camillo.app.vault.files import OWN
from camillo.app.vault.report import SyncReport
from camillo.app.vault.scanning import scan
from camillo.app.vault.watching import watch
from camillo.domain.errors import InvalidInput, PalaceBusy
from camillo.ports.notes import NoteRow


@pytest.fixture
def palace(tmp_path: Path) -> Iterator[Palace]:
    with Palace.open(tmp_path / "palace.camillo") as opened:
        yield opened


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = tmp_path / "vault"
    made.mkdir()
    return made


@pytest.fixture
def sync(palace: Palace, root: Path) -> Callable[[], SyncReport]:
    return palace.vault(root).sync


def write(root: Path, path: str, text: str) -> Path:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8", newline="")
    return file


def look(root: Path) -> dict[str, tuple[bytes, int]]:
    return {
        one.relative_to(root).as_posix(): (one.read_bytes(), one.stat().st_mtime_ns)
        for one in root.rglob("*")
        if one.is_file() and OWN not in one.parts
    }


def test_an_obsidian_vault_opens_without_a_change(palace: Palace, root: Path, sync) -> None:
    write(
        root, "Home.md", "---\naliases: [Start]\nodd:   key # kept\n---\r\n[[Plan B|the plan]]\r\n"
    )
    write(root, "Projects/Plan B.md", "\ufeff![[picture.png]] and Home, which is not linked\n")
    write(root, "Projects/picture.png", "\x89PNG")
    write(root, ".obsidian/app.json", "{}")
    write(root, ".obsidian/notes.md", "hidden")
    write(root, ".trash/old.md", "thrown away")
    write(root, "ignored/secret.md", "private")
    write(root, ".camilloignore", "ignored/\n")
    write(root, "board.canvas", "{}")
    before = look(root)
    report = sync()
    assert report.settled and not report.problems
    assert look(root) == before
    assert set(report.created) == {"Home.md", "Projects/Plan B.md"}
    assert {one.path for one in palace.notes.all()} == {"Home.md", "Projects/Plan B.md"}
    assert palace.notes.read("Start").text.endswith("[[Plan B|the plan]]\r\n")
    assert [one.slug for one in palace.notes.links("Plan B").backlinks] == ["home"]
    assert not sync().changed


def test_a_notes_text_comes_as_it_is_into_its_file_and_back(
    palace: Palace, root: Path, sync
) -> None:
    palace.notes.create(
        "One\r\n\ttwo \N{EURO SIGN}\u2028", title="Odd", path="a/odd.md", link=False
    )
    sync()
    assert (root / "a/odd.md").read_bytes() == "One\r\n\ttwo \N{EURO SIGN}\u2028".encode()
    write(root, "a/odd.md", "changed")
    assert sync().taken == ("a/odd.md",)
    assert palace.notes.read("odd").text == "changed"
    assert palace.notes.at_version("odd", 1).startswith("One\r\n")


def test_a_conflict_keeps_both_texts_and_shows_them(palace: Palace, root: Path, sync) -> None:
    file = write(root, "plan.md", "base")
    sync()
    note = palace.notes.read("plan")
    palace.notes.edit("plan", "from the palace", version=note.version)
    file.write_text("from the file")
    (conflict,) = sync().conflicts
    assert file.read_text() == "from the file"
    assert (root / conflict.copy).read_text() == "from the palace"
    assert conflict.copy.startswith("plan (conflict ")
    texts = [palace.notes.at_version("plan", one) for one in (1, 2, 3)]
    assert texts == ["base", "from the palace", "from the file"]
    assert not sync().changed


def test_a_deleted_file_takes_its_note_along_and_both_come_back(
    palace: Palace, root: Path, sync
) -> None:
    file = write(root, "plan.md", "text")
    sync()
    file.unlink()
    assert sync().deleted_notes == ("plan",)
    assert not palace.notes.all()
    palace.notes.restore("plan")
    sync()
    assert file.read_text() == "text"
    palace.notes.delete("plan")
    assert sync().deleted_files == ("plan.md",)
    assert not file.exists()


def test_a_deleted_file_that_is_put_back_is_the_same_note(palace: Palace, root: Path, sync) -> None:
    file = write(root, "plan.md", "text")
    sync()
    file.unlink()
    sync()
    file.write_text("text")
    sync()
    assert [one.verb for one in palace.notes.history("plan")] == ["create", "delete", "restore"]
    assert not palace.notes.all(deleted=True)


def test_a_renamed_file_keeps_its_note_and_every_link_to_it(
    palace: Palace, root: Path, sync
) -> None:
    file = write(root, "Plan B.md", "no heading")
    write(root, "home.md", "[[Plan B]], [it](Plan%20B.md) and [[plan-b]]")
    sync()
    (root / "later").mkdir()
    file.rename(root / "later" / "Plan C.md")
    assert sync().moved == (("Plan B.md", "later/Plan C.md"),)
    assert {palace.notes.read(one).path for one in ("Plan B", "Plan C", "plan-b")} == {
        "later/Plan C.md"
    }
    assert palace.notes.links("home").broken == ()
    write(root, "later/Plan C.md", "edited after the move")
    sync()
    assert palace.notes.links("home").broken == ()
    assert (root / "home.md").read_text() == "[[Plan B]], [it](Plan%20B.md) and [[plan-b]]"


def test_a_note_is_written_where_any_file_system_can_have_it(
    palace: Palace, root: Path, sync
) -> None:
    write(root, "Plan.md", "there already")
    for path in ("../../out.md", "/etc/abs.md", ".hidden/x.md", "plan.md", "CON.md", "a:b?.md"):
        palace.notes.create(f"text of {path}", title=f"t {path}", path=path)
    report = sync()
    assert not report.problems and report.settled
    assert {one.path for one in palace.notes.all()} == set(look(root))
    assert set(look(root)) == {
        "Plan.md", "plan 2.md", "out.md", "etc/abs.md", "hidden/x.md", "CON_.md", "a-b-.md",
    }  # fmt: skip
    assert not sync().changed


def test_what_cannot_be_a_note_is_told_and_left_alone(palace: Palace, root: Path, sync) -> None:
    file = write(root, "plan.md", "text")
    sync()
    file.write_bytes(b"")
    write(root, "empty.md", "")
    (root / "latin.md").write_bytes(b"caf\xe9")
    report = sync()
    assert {one.where for one in report.problems} == {"plan.md", "empty.md", "latin.md"}
    assert palace.notes.read("plan").text == "text" and len(palace.notes.all()) == 1
    assert file.read_bytes() == b""


def test_a_file_that_icloud_took_off_the_disk_is_not_deleted(
    palace: Palace, root: Path, sync
) -> None:
    file = write(root, "sub/plan.md", "text")
    sync()
    file.unlink()
    (root / "sub" / ".plan.md.icloud").write_bytes(b"bplist00\xd1\x01\x02\x00\x00")
    assert not sync().changed and len(palace.notes.all()) == 1


def test_an_ignored_file_is_let_go_of_and_not_deleted(palace: Palace, root: Path, sync) -> None:
    write(root, "sub/plan.md", "text")
    sync()
    write(root, ".camilloignore", "sub/\n")
    palace.notes.edit("plan", "changed", version=1)
    assert not sync().changed
    assert (root / "sub/plan.md").read_text() == "text" and len(palace.notes.all()) == 1


@pytest.mark.parametrize("whole", [True, False])
def test_a_forgotten_text_is_not_taken_in_again_and_its_file_is_left_and_told_once(
    palace: Palace, root: Path, sync, whole: bool
) -> None:
    file = write(root, "plan.md", "the secret of the plan")
    sync()
    note = palace.notes.read("plan")
    palace.forget(wing=note.wing) if whole else palace.forget([note.id])
    report = sync()
    assert (report.held, report.problems, report.settled) == (("plan.md",), (), True)
    for _ in range(2):
        again = sync()
        assert not again.changed and not again.problems and again.settled
    assert file.read_text() == "the secret of the plan" and not palace.notes.all()
    write(root, "other.md", "another text")
    assert sync().created == ("other.md",)
    file.write_text("quite another plan")
    assert sync().created == ("plan.md",) and palace.notes.read("plan").text == "quite another plan"


@pytest.mark.parametrize("whole", [True, False])
def test_the_receipt_of_a_forgotten_note_names_the_file_that_holds_it_still(
    palace: Palace, root: Path, sync, whole: bool
) -> None:
    file = write(root, "sub/plan.md", "the secret of the plan")
    write(root, "other.md", "another text")
    sync()
    note = palace.notes.read("plan")
    other = palace.notes.read("other")
    palace.move([other.id], wing="elsewhere")
    made = palace.forget(wing=note.wing) if whole else palace.forget([note.id])
    assert [one for one in made.notes if str(file) in one]
    assert not [one for one in made.notes if "other.md" in one]
    file.unlink()
    sync()
    assert str(root) not in str(palace.forget([other.id]).notes).replace(str(root / "other.md"), "")


def test_a_receipt_says_so_where_a_vault_is_away_and_names_none_for_what_is_no_note(
    palace: Palace, root: Path, sync
) -> None:
    write(root, "plan.md", "the secret of the plan")
    sync()
    note = palace.notes.read("plan")
    (said,) = palace.add("We talked about the plan.").ids
    away = root.rename(root.with_name("away"))
    assert str(root) not in str(palace.forget([said]).notes)
    assert [one for one in palace.forget([note.id]).notes if f"{root} is not there" in one]
    assert (away / "plan.md").exists()


def test_an_edited_version_names_the_file_and_a_torn_list_of_vaults_names_none(
    palace: Palace, root: Path, sync, tmp_path: Path
) -> None:
    file = write(root, "plan.md", "the secret of the plan")
    sync()
    file.write_text("the secret of the plan, changed")
    sync()
    _, last = palace.notes.history("plan")
    told = palace.forget([last.id]).notes
    assert [one for one in told if str(file) in one]
    (tmp_path / "palace.camillo.run" / "vaults.json").write_text('["/nowhere')
    assert not palace.forget([palace.notes.create("another secret", title="Other").id]).notes


def test_a_journal_tells_of_a_forgotten_text_only_while_its_file_is_there(
    palace: Palace, root: Path, sync
) -> None:
    file = write(root, "plan.md", "the secret of the plan")
    sync()
    palace.forget([palace.notes.read("plan").id])
    sync()
    file.unlink()
    sync()
    (journal,) = (root / OWN).glob("*.jsonl")
    assert journal.read_bytes() == b""


def test_a_source_is_kept_as_it_was_captured(palace: Palace, root: Path, sync) -> None:
    palace.notes.capture("captured", title="Page", url="https://example.org/a")
    sync()
    file = root / "sources" / "page.md"
    file.write_text("rewritten by hand")
    sync()
    assert file.read_text() == "captured"
    assert (root / "sources" / "page (edited).md").read_text() == "rewritten by hand"
    assert {one.layer for one in palace.notes.all()} == {"page", "source"}
    assert not sync().changed


def test_a_lost_state_pairs_files_and_notes_again_and_deletes_nothing(
    palace: Palace, root: Path, sync
) -> None:
    write(root, "one.md", "same")
    write(root, "two.md", "older")
    gone = write(root, "three.md", "kept")
    sync()
    palace.notes.edit("two", "newer", version=1)
    gone.unlink()
    for one in (root / OWN).glob("*.jsonl"):
        one.unlink()
    report = sync()
    assert not report.conflicts and not report.created
    assert (root / "two.md").read_text() == "newer" and gone.read_text() == "kept"
    assert len(palace.notes.all()) == 3


def test_a_torn_state_is_read_as_far_as_it_goes(palace: Palace, root: Path, sync) -> None:
    write(root, "one.md", "same")
    sync()
    (journal,) = (root / OWN).glob("*.jsonl")
    journal.write_bytes(journal.read_bytes() + b'{"note": "x", "fi')
    write(root, "two.md", "new")
    sync()
    assert not sync().changed and len(palace.notes.all()) == 2
    (root / "two.md").unlink()
    assert sync().deleted_notes == ("two",)


def test_a_vault_of_a_wing_sees_no_other(palace: Palace, root: Path, tmp_path: Path) -> None:
    palace.notes.create("of vega", title="Vega", wing="vega")
    palace.notes.create("of orion", title="Orion", wing="orion")
    write(root, "new.md", "a file")
    palace.vault(root, wing="orion").sync()
    palace.vault(root).sync()
    assert set(look(root)) == {"new.md", "orion.md"}
    assert palace.notes.read("new").wing == "orion"


def test_a_dry_run_tells_and_changes_nothing(palace: Palace, root: Path) -> None:
    write(root, "plan.md", "text")
    report = palace.vault(root).sync(dry_run=True)
    assert [(one.kind, one.file) for one in report.planned] == [("create", "plan.md")]
    assert not palace.notes.all()


def test_a_folder_that_is_not_there_is_no_vault(palace: Palace, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="no folder"):
        palace.vault(tmp_path / "nowhere")


def test_two_syncs_of_one_vault_do_not_run_at_once(
    palace: Palace, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from camillo.app.resident.locks import FileLock
    from camillo.app.vault import syncing

    monkeypatch.setattr(syncing, "_WAIT_SECONDS", 0.0)
    vault = palace.vault(root)
    vault.sync()
    with FileLock(root / OWN / "lock") as lock:
        assert lock.take()
        with pytest.raises(PalaceBusy, match="another process"):
            vault.sync()


@pytest.mark.skipif(os.geteuid() == 0 if hasattr(os, "geteuid") else True, reason="root reads all")
def test_a_folder_that_cannot_be_listed_deletes_nothing(palace: Palace, root: Path, sync) -> None:
    write(root, "sub/plan.md", "text")
    sync()
    (root / "sub").chmod(0)
    try:
        sync()
    finally:
        (root / "sub").chmod(0o755)
    assert len(palace.notes.all()) == 1


@contextmanager
def watched(palace: Palace, root: Path) -> Iterator[list[SyncReport]]:
    stop, reports = threading.Event(), []
    thread = threading.Thread(target=watch, args=(palace.vault(root), stop, reports.append))
    thread.start()
    try:
        until(lambda: (root / OWN / "lock").exists())
        yield reports
    finally:
        stop.set()
        thread.join(20)
    assert not thread.is_alive()


@pytest.mark.parametrize("events", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_a_watch_syncs_both_ways_until_it_is_stopped(
    palace: Palace, root: Path, monkeypatch: pytest.MonkeyPatch, events: bool
) -> None:
    if not events:
        monkeypatch.setattr("camillo.app.vault.watching.has_events", lambda: False)
    with watched(palace, root) as reports:
        write(root, "plan.md", "from the file")
        until(lambda: [one.slug for one in palace.notes.all()] == ["plan"])
        palace.notes.edit("plan", "from the palace", version=1)
        until(lambda: (root / "plan.md").read_text() == "from the palace")
    assert reports[0].created == ("plan.md",)


@pytest.mark.parametrize("before", ["", "an older text"])
def test_what_is_written_while_a_file_is_taken_comes_to_the_file(
    palace: Palace, root: Path, monkeypatch: pytest.MonkeyPatch, before: str
) -> None:
    vault = palace.vault(root)
    if before:
        write(root, "plan.md", before)
        vault.sync()
    write(root, "plan.md", "from the file")
    filing = type(vault._notes._filing)
    real = filing.file

    def raced(self, *given, **named):
        done = real(self, *given, **named)
        monkeypatch.undo()
        other = palace.notes.read("plan")
        palace.notes.edit("plan", "from the palace", version=other.version)
        with vault._store.snapshot() as snapshot:
            (row,) = snapshot.notes()
        palace.notes.keep([Change("rename", row, path="plans/plan.md")])
        return done

    monkeypatch.setattr(filing, "file", raced)
    vault.sync()
    vault.sync()
    assert palace.notes.read("plan").text == "from the palace"
    assert [(one.slug, one.path) for one in palace.notes.all()] == [("plan", "plans/plan.md")]
    assert (root / "plans" / "plan.md").read_text() == "from the palace"
    assert not (root / "plan.md").exists()


def test_of_files_of_one_name_the_highest_gets_the_slug_of_it(
    palace: Palace, root: Path, sync
) -> None:
    for path in ("archive/old/plan.md", "archive/plan.md", "plan.md", "a/goals.md", "goals.md"):
        write(root, path, f"the text of {path}")
    for number in range(70):
        write(root, f"a/filling/{number}/plan.md", f"filling {number}")
    sync()
    slugs = {one.path: one.slug for one in palace.notes.all()}
    assert (slugs["plan.md"], slugs["goals.md"]) == ("plan", "goals")
    assert slugs["archive/plan.md"] == "plan-2"
    assert len(set(slugs.values())) == 75
    assert not sync().changed


def test_a_folder_that_goes_away_while_it_is_synced_deletes_no_note(
    palace: Palace, root: Path, sync, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, "plan.md", "text")
    sync()

    def unmounted(*given):
        root.rename(tmp_path / "unmounted")
        root.mkdir()
        return scan(*given)

    monkeypatch.setattr(syncing, "scan", unmounted)
    with pytest.raises(InvalidInput, match="went away"):
        sync()
    assert [one.slug for one in palace.notes.all()] == ["plan"]
    assert not list(root.iterdir())


@pytest.mark.slow
def test_an_empty_folder_in_the_place_of_a_watched_one_is_no_vault(
    palace: Palace, root: Path, tmp_path: Path
) -> None:
    write(root, "plan.md", "text")
    with watched(palace, root) as reports:
        until(lambda: len(palace.notes.all()) == 1)
        root.rename(tmp_path / "unmounted")
        root.mkdir()
        until(lambda: any(one.problems for one in reports))
        palace.notes.create("another", title="Another")
        time.sleep(2.5)
        assert not list(root.iterdir()) and len(palace.notes.all()) == 2
        root.rmdir()
        (tmp_path / "unmounted").rename(root)
        until(lambda: (root / "another.md").exists())
    assert len(palace.notes.all()) == 2


def test_a_file_takes_no_links_from_a_note_of_its_title_and_the_page_is_written_out(
    palace: Palace, root: Path, sync
) -> None:
    palace.notes.create("The plan.", title="Plan", slug="the-plan")
    palace.notes.create("See [[Plan]].", title="Home", link=False)
    sync()
    write(root, "plan.md", "Another, not [[Plan|that one]].\n")
    report = sync()
    assert report.settled and not report.conflicts
    assert (root / "home.md").read_text() == "See [[the-plan|Plan]]."
    assert (root / "plan.md").read_text() == "Another, not [[Plan|that one]].\n"
    assert [one.slug for one in palace.notes.links("the-plan").backlinks] == ["home"]
    assert not sync().changed


def test_a_page_that_was_edited_beside_a_new_file_means_it_and_is_no_conflict(
    palace: Palace, root: Path, sync
) -> None:
    palace.notes.create("The plan.", title="Plan", slug="the-plan")
    palace.notes.create("Nothing yet.", title="Home")
    palace.notes.create("Text.", title="Zebra", path="x/zebra.md")
    sync()
    write(root, "home.md", "Now see [[plan]].\n")
    write(root, "plan.md", "The file.\n")
    (root / "x" / "zebra.md").rename(root / "zebra.md")
    report = sync()
    assert report.settled and not report.conflicts
    assert (root / "home.md").read_text() == "Now see [[plan]].\n"
    assert palace.notes.links("home").links == (("plan", "plan"),)


def test_a_moved_file_takes_a_name_and_an_edited_page_is_no_conflict(
    palace: Palace, root: Path, sync
) -> None:
    write(root, "deep/er/plan.md", "The first.\n")
    write(root, "away/other.md", "The second.\n")
    write(root, "home.md", "See [[er/plan]].\n")
    sync()
    first = palace.notes.links("home").links
    (root / "er").mkdir()
    (root / "away" / "other.md").rename(root / "er" / "plan.md")
    write(root, "home.md", "Still see [[er/plan]].\n")
    report = sync()
    assert report.settled and not report.conflicts
    assert first == (("plan", "plan"),)
    assert palace.notes.read("home").text.startswith("Still see ")
    assert (root / "home.md").read_bytes().decode() == palace.notes.read("home").text
    assert not sync().changed


def test_links_of_a_large_folder_mean_what_its_files_make_them_mean(
    palace: Palace, root: Path, sync
) -> None:
    write(root, "archive/plan.md", "# Old days\n")
    for number in range(130):  # so that the notes are filed in several transactions
        write(root, f"middle/note {number:03}.md", f"See [[plan]], number {number}.\n")
    write(root, "plan.md", "# New days\n")
    before = look(root)
    assert sync().settled
    assert look(root) == before
    assert palace.notes.links("note-005").links == (("new-days", "New days"),)


def test_a_conflict_is_settled_beside_an_earlier_copy_that_cannot_be_read(
    palace: Palace, root: Path, sync
) -> None:
    palace.notes.create("One.", title="Plan")
    sync()
    for number in (1, 2):
        version = palace.notes.read("plan").version
        palace.notes.edit("plan", f"Of the note, {number}.", version=version)
        write(root, "plan.md", f"Of the file, {number}.")
        report = sync()
        assert len(report.conflicts) == 1
        copy = root / report.conflicts[0].copy
        assert copy.read_text() == f"Of the note, {number}."
        copy.write_text("")
    assert palace.notes.read("plan").text == "Of the file, 2."


def test_a_note_whose_new_path_is_another_file_but_for_its_case_gets_one_of_its_own(
    palace: Palace, root: Path, sync
) -> None:
    write(root, "Plan.md", "The first.\n")
    sync()
    (row,) = rows(palace)
    palace.notes.keep([Change("rename", row, path="plan.md")])
    if (root / "plan.md").exists():
        pytest.skip("upper and lower case are the same here")
    write(root, "plan.md", "The second.\n")
    assert sync().settled
    assert sorted(text for text, _ in look(root).values()) == [b"The first.\n", b"The second.\n"]
    assert sorted(row.path for row in rows(palace)) == sorted(look(root))
    assert not sync().changed


def rows(palace: Palace) -> list[NoteRow]:
    with palace._store.snapshot() as snapshot:
        return snapshot.notes()
