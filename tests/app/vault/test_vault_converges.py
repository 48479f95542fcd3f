"""Any interleaving of edits in a folder and in the palace ends in both being the same, and loses no text."""

import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    rule,
    run_state_machine_as_test,
)

from camillo import Palace
from camillo.app.notes import book
from camillo.app.notes.notes import Notes
from camillo.app.vault import files
from camillo.app.vault.files import OWN
from camillo.app.vault.plan import composed
from camillo.app.vault.state import State
from camillo.app.vault.syncing import Vault, text_bytes
from camillo.domain.errors import InvalidInput

PATHS = (
    "a.md",
    "A.md",
    "b.md",
    "sub/a.md",
    "sub/cafe\u0301.md",
    "sub/caf\u00e9.md",
    "deep/er/c.md",
)
paths = st.sampled_from(PATHS)
picks = st.integers(0, 50)


class Dying(BaseException):
    """Ends a sync as a kill does, as far as the disk can tell."""


class Racing(Vault):
    """A vault where things happen between looking and doing, and whose process can die at any step."""

    meanwhile: "list[Callable[[], None]]"
    dies_at: "int | None" = None

    def sync(self, *, dry_run=False):
        if self.dies_at is None:
            return super().sync(dry_run=dry_run)
        left, self.dies_at = [self.dies_at], None

        def dying(real):
            def call(*given, **named):
                left[0] -= 1
                if left[0] == 0:
                    raise Dying
                made = real(*given, **named)
                left[0] -= 1
                if left[0] == 0:
                    raise Dying
                return made

            return call

        with pytest.MonkeyPatch.context() as patch, suppress(Dying):
            for owner, name in (
                (files, "rename_new"),
                (files, "exchange"),
                (State, "_append"),
                (Notes, "keep"),
            ):
                patch.setattr(owner, name, dying(getattr(owner, name)))
            super().sync(dry_run=dry_run)

    def _look(self, state):
        seen = super()._look(state)
        while self.meanwhile:
            self.meanwhile.pop()()
        return seen


class Converging(RuleBasedStateMachine):
    """``owed`` are texts that the palace acknowledged, or that lay in the folder and no user took away."""

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="vault-"))
        self.root = self.folder / "vault"
        self.root.mkdir()
        self.palace = Palace.open(self.folder / "palace.camillo")
        self.vault = Racing(self.palace._parts, self.palace.notes, self.palace.path, self.root)
        self.vault.meanwhile = []
        self.count = 0
        self.owed: set[str] = set()
        self.later = False
        for path in PATHS[:4]:
            self.a_file_is_written(path)
        self.a_source_is_captured()
        self.a_note_is_written(None)
        self.sync()

    def teardown(self) -> None:
        if not hasattr(self, "palace"):
            return
        try:
            self.vault.meanwhile = []
            self.check()
        finally:
            self.palace.close()
            shutil.rmtree(self.folder)

    # ---- what the two sides hold ---------------------------------------------------------------

    def files(self) -> list[Path]:
        found = self.root.rglob("*.md")
        return sorted(one for one in found if OWN not in one.parts and one.is_file())

    def loses(self, file: Path) -> None:
        """The user takes away a text; where no sync took it in before, nobody owes it."""
        with suppress(UnicodeDecodeError):
            text = file.read_text(encoding="utf-8")
            if text not in self.in_histories():
                self.owed.discard(text)

    def text(self) -> str:
        self.count += 1
        head = f"# Title {self.count}\n\n" if self.count % 3 == 0 else ""
        return f"{head}text {self.count} of [[a]] and [[caf\u00e9|x]]\n"

    def do(self, change: "Callable[[], None]") -> None:
        """Now, or in the midst of the next sync."""
        if self.later:
            self.vault.meanwhile.append(change)
            self.later = False
        else:
            change()

    @rule()
    def the_next_change_comes_amidst_a_sync(self) -> None:
        self.later = True

    # ---- the folder ----------------------------------------------------------------------------

    @rule(path=paths)
    def a_file_is_written(self, path: str) -> None:
        text = self.text()

        def change() -> None:
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            if (self.root / path).exists():
                self.loses(self.root / path)
            (self.root / path).write_text(text, encoding="utf-8")
            self.owed.add(text)

        self.do(change)

    @rule(pick=picks)
    def a_file_is_edited(self, pick: int) -> None:
        text = self.text()

        def change() -> None:
            if files := self.files():
                self.loses(files[pick % len(files)])
                files[pick % len(files)].write_text(text, encoding="utf-8")
                self.owed.add(text)

        self.do(change)

    @rule(pick=picks, how=st.sampled_from(("", "\xff\n")))
    def a_file_becomes_unreadable(self, pick: int, how: str) -> None:
        if files := self.files():
            self.loses(files[pick % len(files)])
            files[pick % len(files)].write_bytes(how.encode("latin-1"))

    @rule(pick=picks)
    def a_file_is_deleted(self, pick: int) -> None:
        def change() -> None:
            if files := self.files():
                self.loses(files[pick % len(files)])
                files[pick % len(files)].unlink()

        self.do(change)

    @rule(pick=picks, path=paths)
    def a_file_is_moved(self, pick: int, path: str) -> None:
        def change() -> None:
            files = self.files()
            if files and not (self.root / path).exists():
                (self.root / path).parent.mkdir(parents=True, exist_ok=True)
                files[pick % len(files)].rename(self.root / path)

        self.do(change)

    @rule(pick=picks, path=paths)
    def a_file_is_copied(self, pick: int, path: str) -> None:
        files = self.files()
        if files and not (self.root / path).exists():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(files[pick % len(files)], self.root / path)

    @rule()
    def the_state_is_lost(self) -> None:
        shutil.rmtree(self.root / OWN, ignore_errors=True)

    # ---- the palace ----------------------------------------------------------------------------

    def live(self, pick: int):
        notes = self.palace.notes.all()
        return notes[pick % len(notes)] if notes else None

    @rule(path=st.none() | paths)
    def a_note_is_written(self, path: str | None) -> None:
        text = self.text()

        def change() -> None:
            made = self.palace.notes.create(text, title=f"Note {self.count}", path=path)
            self.owed.add(made.text)

        self.do(change)

    @rule()
    def a_source_is_captured(self) -> None:
        text = self.text()
        self.palace.notes.capture(text, title="Page", url="https://example.org/page")
        self.owed.add(text)

    @rule(pick=picks)
    def a_note_is_edited(self, pick: int) -> None:
        text = self.text()

        def change() -> None:
            if (note := self.live(pick)) and note.layer == "page":
                made = self.palace.notes.edit(note.slug, text, version=note.version)
                self.owed.add(made.text)

        self.do(change)

    @rule(pick=picks, amidst=st.booleans(), deleted=st.booleans())
    def a_note_and_its_file_are_changed(self, pick: int, amidst: bool, deleted: bool) -> None:
        note = self.live(pick)
        file = self.root / note.path if note else self.root
        if not note or not file.is_file() or note.layer != "page":
            return
        text = self.text()
        if deleted:
            self.palace.notes.delete(note.slug)
        else:
            made = self.palace.notes.edit(note.slug, self.text(), version=note.version)
            self.owed.add(made.text)

        def change() -> None:
            if file.is_file():
                self.loses(file)
                file.write_text(text, encoding="utf-8")
                self.owed.add(text)

        self.later = amidst
        self.do(change)

    @rule(pick=picks)
    def a_note_is_renamed(self, pick: int) -> None:
        def change() -> None:
            if note := self.live(pick):
                self.palace.notes.rename(note.slug, f"Renamed {self.count}")

        self.do(change)

    @rule(pick=picks)
    def a_note_is_deleted(self, pick: int) -> None:
        def change() -> None:
            if note := self.live(pick):
                self.palace.notes.delete(note.slug)

        self.do(change)

    @rule(pick=picks)
    def a_note_is_brought_back(self, pick: int) -> None:
        gone = self.palace.notes.all(deleted=True)
        if gone:
            with suppress(InvalidInput):
                self.palace.notes.restore(gone[pick % len(gone)].slug)

    # ---- what must hold ------------------------------------------------------------------------

    @rule()
    def it_is_synced(self) -> None:
        self.sync()

    @rule(step=st.integers(1, 12))
    def a_sync_dies(self, step: int) -> None:
        self.vault.dies_at = step
        self.sync()

    def sync(self):
        for file in self.files():
            with suppress(UnicodeDecodeError):
                self.owed.add(file.read_text(encoding="utf-8"))
        self.later = False
        return self.vault.sync()

    @rule()
    def check(self) -> None:
        self.sync()
        report = self.sync()
        assert report.settled
        if report.changed:
            report = self.sync()
        assert not report.changed, report
        self.both_are_the_same()
        self.nothing_is_lost()

    def both_are_the_same(self) -> None:
        in_files = {}
        held = set()
        for file in self.files():
            path = file.relative_to(self.root).as_posix()
            content = file.read_bytes()
            if content.strip() and content != b"\xff\n":
                in_files[path] = content.decode("utf-8")
            else:
                held.add(path)
        bases = State(self.root / OWN, self.palace.path).bases
        paired = {base.note for base in bases.values() if base.file in held}
        waiting = {composed(path) for path in held}
        with self.palace._store.snapshot() as snapshot:
            rows = [row for row in snapshot.notes() if not row.deleted]
            rows = [row for row in rows if row.native not in paired]
            wait = {row.native for row in rows if composed(row.path) in waiting}
            rows = [row for row in rows if row.native not in wait]
            in_notes = [(composed(row.path), book.whole(snapshot, row).text) for row in rows]
        # A note that was renamed to where such a file lies keeps its file where that was.
        waiting |= {composed(base.file) for base in bases.values() if base.note in wait}
        readable = [(composed(path), text) for path, text in in_files.items()]
        assert sorted(one for one in readable if one[0] not in waiting) == sorted(in_notes)

    def in_histories(self) -> set[str]:
        with self.palace._store.snapshot() as snapshot:
            return {
                text_bytes(snapshot, version.id).decode("utf-8")
                for row in snapshot.notes()
                for version in snapshot.note_versions(row.note)
            }

    def nothing_is_lost(self) -> None:
        kept = self.in_histories()
        for file in self.files():
            with suppress(UnicodeDecodeError):
                kept.add(file.read_text(encoding="utf-8"))
        assert not {text for text in self.owed if text.strip()} - kept


_SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large]


def test_a_few_interleavings_end_in_both_sides_being_the_same() -> None:
    run_state_machine_as_test(
        Converging,
        settings=settings(
            max_examples=6, stateful_step_count=15, deadline=None, suppress_health_check=_SLOW
        ),
    )


def test_a_note_that_is_renamed_to_where_an_unreadable_file_lies_waits_and_loses_nothing() -> None:
    both = Converging()
    both.begin()
    note = both.live(0)
    both.palace.notes.rename(note.slug, "Taken")
    (both.root / "taken.md").write_text("", encoding="utf-8")
    told = {one.where: one.what for one in both.vault.sync().problems}
    assert told == {
        "taken.md": "is empty; a note needs a text",
        note.path: "what lies at its path here is left alone",
    }
    both.check()
    (both.root / "taken.md").unlink()
    both.teardown()


@pytest.mark.slow
def test_many_interleavings_end_in_both_sides_being_the_same() -> None:
    run_state_machine_as_test(
        Converging,
        settings=settings(
            max_examples=max(60, settings().max_examples),
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=_SLOW,
        ),
    )
