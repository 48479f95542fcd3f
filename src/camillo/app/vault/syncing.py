"""Syncing: a folder of Markdown and the notes of a palace are made the same, step by step."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app.resident.locks import FileLock
from camillo.app.vault.files import OWN, Files, digest_of
from camillo.app.vault.known import Vaults
from camillo.app.vault.plan import Action, Sides, Told, plan
from camillo.app.vault.report import SyncReport, Tally
from camillo.app.vault.scanning import Scan, scan
from camillo.app.vault.state import State
from camillo.app.vault.steps import Steps
from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput, PalaceBusy
from camillo.ports.notes import NoteRow
from camillo.ports.rows import Tick
from camillo.ports.store import Snapshot

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.app.notes.notes import Notes

#: After so many rounds what still changes is left to the next sync.
_ROUNDS = 12
_WAIT_SECONDS = 10.0


class Vault:
    """One folder that is kept the same as the pages and sources of a palace, or of one wing.

    Nothing is merged or overwritten: what changed on both sides stays as two notes and two files. Any step may
    be the last before a crash: the next sync goes on from what is there.
    """

    def __init__(
        self, parts: "Parts", notes: "Notes", palace: Path, folder: Path, wing: str | None = None
    ) -> None:
        root = folder.expanduser()
        if not root.is_dir():
            raise InvalidInput(f"{folder} is no folder", "make it, or name an existing one")
        self.root = root.resolve()
        self._store = parts.store
        self._notes = notes
        self._palace = palace
        self._wing = wing
        self._files = Files(self.root)

    def sync(self, *, dry_run: bool = False) -> SyncReport:
        """Make both sides the same.

        Raises:
            InvalidInput: the folder cannot be used. PalaceBusy: another sync of it runs.
        """
        self._files.prepare()
        lock = FileLock(self.root / OWN / "lock")
        if not lock.take(_WAIT_SECONDS):
            raise PalaceBusy(
                f"{self.root} is being synced by another process", "try it again later"
            )
        with lock:
            return self._sync(dry_run)

    def is_there(self) -> bool:
        """Whether the folder that was synced is there now; a disk can be taken out."""
        return (self.root / OWN).is_dir()

    def tick(self) -> Tick:
        """The palace's clock, which moves with every write."""
        with self._store.snapshot() as snapshot:
            return snapshot.tick()

    def _sync(self, dry_run: bool) -> SyncReport:
        state = State(self.root / OWN, self._palace)
        if dry_run:
            seen, _, sides = self._look(state)
            steps = plan(state.bases.values(), sides)
            tally = Tally(())
            tally.problems.update((one.where, one) for one in seen.problems)
            return tally.report(len(state.bases), not steps, steps)
        Vaults(self._palace).note(self.root)
        if self._wing is not None:
            state.set_wing(self._wing)
        tally = Tally(self._files.recover())
        failed: set[Action] = set()
        touched: set[str] = set()
        settled = False
        for _ in range(_ROUNDS):
            seen, rows, sides = self._look(state)
            tally.problems.update((one.where, one) for one in seen.problems)
            steps = [one for one in plan(state.bases.values(), sides) if one not in failed]
            if not steps:
                settled = True
                break
            done = Steps(self._store, self._notes, self._files, state, seen, rows, tally)
            touched |= {one.note for one in steps}
            failed |= done.do_all(steps)
        for file in [one for one in state.held if not self._files.exists(one) or one in seen.files]:
            state.release(file)
        state.tidy()
        return tally.report(len(state.bases.keys() - touched), settled)

    def _look(self, state: State) -> tuple[Scan, Mapping[str, NoteRow], Sides]:
        """Both sides as they are: files first, so that a note is never older than a file taken from it."""
        seen = scan(self.root, state.seen).without(state.held)
        if not self.is_there():
            # What was scanned may be the empty folder that a disk was mounted on.
            raise InvalidInput(
                f"{self.root} went away while it was synced", "sync it once it is back"
            )
        wing = self._wing or state.wing
        with self._store.snapshot() as snapshot:
            rows = {
                row.native: row
                for row in snapshot.notes()
                if row.native in state.bases or wing in (None, row.wing)
            }
            told = {native: self._told(snapshot, row, state) for native, row in rows.items()}
        return seen, rows, Sides(seen.files, told, seen.is_held, self._knower(rows))

    def _told(self, snapshot: Snapshot, row: NoteRow, state: State) -> Told:
        base = state.bases.get(row.native)
        same = base is not None and base.text == row.id
        digest = base.digest if base and same else ""
        if not same and not row.deleted:
            digest = digest_of(text_bytes(snapshot, row.id))
        return Told(row.native, row.path, row.layer, row.deleted, digest)

    def _knower(self, rows: Mapping[str, NoteRow]) -> Callable[[str, str], bool]:
        """Tells whether a text is some version of a note, reading a note's history once."""
        read: dict[str, set[str]] = {}

        def known(native: str, digest: str) -> bool:
            if native not in read:
                with self._store.snapshot() as snapshot:
                    versions = snapshot.note_versions(rows[native].note)
                    ids = {one.id for one in versions if one.id}
                    read[native] = {digest_of(text_bytes(snapshot, id)) for id in ids}
            return digest in read[native]

        return known


def text_bytes(snapshot: Snapshot, id: str) -> bytes:
    """The bytes of a text by its id; of none where there is none."""
    memory = snapshot.get(Span.parse(id), 0) if id else None
    return memory.content if memory else b""
