"""Doing the steps of a plan: each is safe by itself, and left undone where something changed meanwhile."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from camillo.app.notes.book import shown
from camillo.app.notes.changes import Change
from camillo.app.vault.files import Files, digest_of
from camillo.app.vault.names import beside, free, safe
from camillo.app.vault.plan import Action, Base, Kind, composed, folded
from camillo.app.vault.report import Conflict, Tally
from camillo.app.vault.scanning import Scan
from camillo.app.vault.state import State
from camillo.domain.drawer import Span
from camillo.domain.errors import CamilloError, Forgotten, InvalidInput, Outdated
from camillo.domain.note import LAYERS
from camillo.domain.turn import Turn
from camillo.knowledge.notes.slugs import title_of
from camillo.ports.notes import NoteRow
from camillo.ports.store import PalaceStore

if TYPE_CHECKING:
    from camillo.app.notes.notes import Notes

#: So many new notes are filed in one transaction.
_TOGETHER = 64
#: Steps that take a text from its file.
_TAKING = frozenset(("edit", "revive", "conflict"))


class Steps:
    """The steps of one round, on what was seen when it began."""

    def __init__(
        self,
        store: PalaceStore,
        notes: "Notes",
        files: Files,
        state: State,
        seen: Scan,
        rows: Mapping[str, NoteRow],
        tally: Tally,
    ) -> None:
        self._store = store
        self._notes = notes
        self._files = files
        self._state = state
        self._seen = seen
        self._rows = rows
        self._tally = tally
        self._came: set[str] = set()
        self._names = {folded(path) for path in seen.files}
        self._names |= {folded(base.file) for base in state.bases.values()}
        self._do: dict[Kind, Callable[[str, str], None]] = {
            "settle": self._settle,
            "place": self._place,
            "release": self._release,
            "create": self._create,
            "edit": self._edit,
            "revive": self._edit,
            "move note": self._move_note,
            "move file": self._move_file,
            "write": self._write,
            "delete note": self._delete_note,
            "delete file": self._delete_file,
            "conflict": self._conflict,
            "split": self._split,
        }

    def do_all(self, steps: Sequence[Action]) -> set[Action]:
        """Do the steps; those that can not be done are given back, and the report tells why.

        Texts are taken first: a step that gives a name to another note may rewrite links of a page, which
        then would have changed on both sides.
        """
        creates = [one for one in steps if one.kind == "create"]
        # Of files of one name the one that lies highest is called so alone.
        creates.sort(key=lambda one: (one.file.count("/"), one.file))
        others = [one for one in steps if one.kind != "create"]
        others.sort(key=lambda one: one.kind not in _TAKING)
        failed = {one for one in others if not self._done(one)}
        for start in range(0, len(creates), _TOGETHER):
            batch = creates[start : start + _TOGETHER]
            try:
                self._create_all([one.file for one in batch])
            except (CamilloError, OSError):
                failed |= {one for one in batch if not self._done(one)}
        return failed

    def _done(self, step: Action) -> bool:
        row = self._rows.get(step.note)
        where = step.file or (row.path if row else "")
        try:
            self._do[step.kind](step.note, step.file)
        except (Outdated, FileExistsError, FileNotFoundError):
            return True  # one side changed since; the next round sees it
        except Forgotten:
            self._hold(where)
            return False
        except InvalidInput as error:
            self._tally.problem(where, error.what, error.mend)
            return False
        except OSError as error:
            self._tally.problem(where, error.strerror or str(error), "it is tried again next time")
            return False
        return True

    # ---- what both have in common ------------------------------------------------------------

    def _settle(self, note: str, file: str) -> None:
        self._same(self._rows[note], file, self._seen.files[file])

    def _place(self, note: str, file: str) -> None:
        base = self._state.bases[note]
        self._state.put(replace(base, file=file, path=self._rows[note].path))

    def _release(self, note: str, file: str) -> None:
        base = self._state.bases[note]
        if note not in self._rows:
            others = {one.file for one in self._state.bases.values() if one.note != note}
            for each, digest in self._seen.files.items():
                mine = each == base.file or digest == base.digest
                if mine and each not in others and self._is_forgotten(note, each):
                    self._hold(each)
        self._state.drop(note)

    def _is_forgotten(self, note: str, file: str) -> bool:
        """Whether a file's text may not come back to the note that it was of."""
        text, _ = self._text(file)
        turns = [Turn.of_text(text, kind=one, conversation=note, turn="1") for one in LAYERS]
        return self._store.forgotten(turns) != turns

    def _hold(self, file: str) -> None:
        if file in self._seen.files:
            self._state.hold(file, self._seen.files[file])
            self._tally.held.append(file)

    def _same(self, row: NoteRow, file: str, digest: str) -> None:
        self._names.add(folded(file))
        self._state.put(Base(row.native, file, row.path, row.id, digest))

    def _came_from(self, row: NoteRow, file: str, digest: str, path: str) -> None:
        """A note has a file's text. Where somebody has written it anew since, the base names no text of theirs.

        Else what they wrote would pass for what the file holds, and never come to it.
        """
        with self._store.snapshot() as snapshot:
            memory = snapshot.get(Span.parse(row.id), 0) if row.id else None
        same = memory is not None and digest_of(memory.content) == digest
        self._same(replace(row, id=row.id if same else "", path=path), file, digest)

    # ---- from files to notes -----------------------------------------------------------------

    def _create(self, note: str, file: str) -> None:
        self._create_all([file])

    def _create_all(self, files: Sequence[str]) -> None:
        wing = self._state.wing
        read = {file: self._text(file) for file in files}
        changes = [
            Change("create", None, text, composed(file), title_of(text, file), wing)
            for file, (text, _) in read.items()
        ]
        for row, (file, (_, digest)) in zip(self._kept(changes), read.items(), strict=True):
            self._came_from(row, file, digest, composed(file))
            self._tally.created.append(file)

    def _edit(self, note: str, file: str) -> None:
        text, digest = self._text(file)
        old = self._rows[note]
        row = self._keep(Change("restore" if old.deleted else "edit", old, text))
        self._came_from(row, file, digest, old.path)
        self._tally.taken.append(file)

    def _move_note(self, note: str, file: str) -> None:
        old = self._rows[note]
        row = self._keep(Change("rename", old, path=composed(file)))
        self._state.put(replace(self._state.bases[note], file=file, path=row.path))
        self._tally.moved.append((old.path, row.path))

    def _delete_note(self, note: str, file: str) -> None:
        row = self._rows[note]
        if self._files.exists(self._state.bases[note].file):
            return
        self._keep(Change("delete", row))
        self._state.drop(note)
        self._tally.deleted_notes.append(row.slug)

    def _keep(self, change: Change) -> NoteRow:
        return self._kept([change])[0]

    def _kept(self, changes: Sequence[Change]) -> list[NoteRow]:
        """The folder's links were written with all its files in sight, whatever comes first here."""
        rows = self._notes.keep(changes, along=self._came)
        self._came |= {
            row.native for row, one in zip(rows, changes, strict=True) if one.text is not None
        }
        return rows

    def _text(self, file: str) -> tuple[str, str]:
        """A file's text, if it still is what was seen."""
        content = self._files.read(file)
        digest = digest_of(content)
        if digest != self._seen.files[file]:
            raise Outdated(f"{file} changed meanwhile")
        return content.decode("utf-8"), digest

    # ---- from notes to files -----------------------------------------------------------------

    def _write(self, note: str, file: str) -> None:
        row = self._rows[note]
        content = self._content(row)
        if not file:
            file = self._free(safe(row.path))
            self._files.create(file, content)
            # The base names the text that was written, whatever links the new path has changed since.
            row = replace(self._at(row, file), id=row.id)
        elif not self._files.replace(file, self._seen.files[file], content):
            return
        self._same(row, file, digest_of(content))
        self._tally.written.append(file)

    def _move_file(self, note: str, file: str) -> None:
        row = self._rows[note]
        to = safe(row.path)
        if composed(to) != composed(file):
            to = self._free(to, file)
            self._files.move(file, to)
            self._tally.moved.append((file, to))
        self._names.add(folded(to))
        row = self._at(row, to)
        self._state.put(replace(self._state.bases[note], file=to, path=row.path))

    def _delete_file(self, note: str, file: str) -> None:
        if self._files.remove(file, self._seen.files[file]):
            self._state.drop(note)
            self._tally.deleted_files.append(file)

    def _at(self, row: NoteRow, file: str) -> NoteRow:
        """The note, once its path is where its file had to be put."""
        if composed(file) == composed(row.path):
            return row
        return self._keep(Change("rename", row, path=composed(file)))

    def _free(self, path: str, own: str = "") -> str:
        if self._seen.is_held(path):
            raise InvalidInput(
                "what lies at its path here is left alone",
                "rename the note, or change the ignore file",
            )
        return self._unused(path, own)

    def _unused(self, path: str, own: str = "") -> str:
        mine = folded(own)

        def taken(one: str) -> bool:
            key = folded(one)
            if key == mine:  # its own name, unless case tells files apart here and another has it
                return one != own and one in self._seen.files
            return key in self._names or self._files.exists(one)

        return free(path, taken)

    def _content(self, row: NoteRow) -> bytes:
        with self._store.snapshot() as snapshot:
            memory = snapshot.get(Span.parse(row.id), 0) if row.id else None
        try:
            content = (memory.text if memory else "").encode("utf-8")
        except UnicodeEncodeError:
            raise InvalidInput("the note's text holds what no UTF-8 file can", "edit it") from None
        if not content.strip():
            raise InvalidInput("the note has no text", "write one, or delete it")
        return content

    # ---- both --------------------------------------------------------------------------------

    def _conflict(self, note: str, file: str) -> None:
        row = self._rows[note]
        text, digest = self._text(file)
        copy = self._beside(file, f"(conflict {shown(row.changed)[:10]})", self._content(row))
        self._came_from(self._keep(Change("edit", row, text)), file, digest, row.path)
        self._tally.conflicts.append(Conflict(row.slug, file, copy))

    def _split(self, note: str, file: str) -> None:
        """A source stays as it was captured: what was made of it in its file becomes a page of its own."""
        row = self._rows[note]
        text, digest = self._text(file)
        content = self._content(row)
        copy = self._beside(file, "(edited)", text.encode("utf-8"))
        if self._files.replace(file, digest, content):
            self._same(row, file, digest_of(content))
            self._tally.conflicts.append(Conflict(row.slug, copy, file))

    def _beside(self, file: str, told: str, content: bytes) -> str:
        """A file of this content beside another; one that a killed run wrote already will do."""
        first = beside(file, told)
        there = self._files.exists(first)
        if there and self._files.read(first) == content:
            return first
        copy = self._unused(first) if there else self._free(first)
        self._files.create(copy, content)
        self._names.add(folded(copy))
        return copy
