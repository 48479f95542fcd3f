"""Taking in exports of note applications: each note once, with its times and tags."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app.notes.changes import Change
from camillo.app.vault.names import free, safe
from camillo.app.vault.plan import folded
from camillo.domain.drawer import Span
from camillo.domain.errors import CamilloError, InvalidInput, NotFound
from camillo.domain.identity import digest, encode_text
from camillo.domain.report import Problem
from camillo.formats.notebooks.enex import is_enex, read_enex
from camillo.formats.notebooks.folder import read_file, read_folder
from camillo.formats.notebooks.joplin import is_jex, is_raw, read_jex, read_raw
from camillo.formats.notebooks.page import Page, written
from camillo.ports.notes import NoteRow
from camillo.ports.store import PalaceStore, Snapshot

if TYPE_CHECKING:
    from camillo.app.notes.notes import Notes

_HEAD = 4096
#: So many new notes are filed in one transaction.
_TOGETHER = 64
#: A version that an import wrote; any other was written by somebody since.
_OWN = frozenset(("create", "capture"))


@dataclass(frozen=True, slots=True)
class Imported:
    """``kind`` is what the export was read as; ``added`` and ``changed`` are slugs of notes.

    ``known`` counts notes that were there already, deleted ones included; ``attachments`` files that the
    notes name and that were not taken in.
    """

    kind: str
    added: tuple[str, ...]
    changed: tuple[str, ...]
    known: int
    attachments: int
    problems: tuple[Problem, ...]


def import_export(store: PalaceStore, notes: "Notes", path: Path, wing: str | None) -> Imported:
    """Take in a file or folder that a note application exported.

    Raises:
        NotFound: there is nothing. InvalidInput: it is no export, or what reads it is not installed.
    """
    kind, pages = _read(path)
    return _Import(store, notes, wing).run(kind, pages)


def _read(path: Path) -> tuple[str, Iterator[Page | Problem]]:
    if not path.exists():
        raise NotFound(f"there is nothing at {path}", "name an export's file or folder")
    if path.is_dir():
        return ("joplin", read_raw(path)) if is_raw(path) else ("folder", read_folder(path))
    with path.open("rb") as stream:
        head = stream.read(_HEAD)
        stream.seek(0)
        if is_jex(stream):
            return "joplin", _from(path, "joplin")
    if is_enex(head):
        return "enex", _from(path, "enex")
    return "file", iter([read_file(path)])


def _from(path: Path, kind: str) -> Iterator[Page | Problem]:
    with path.open("rb") as stream:
        yield from read_jex(stream) if kind == "joplin" else read_enex(stream, path.name)


class _Import:
    def __init__(self, store: PalaceStore, notes: "Notes", wing: str | None) -> None:
        self._store = store
        self._notes = notes
        self._wing = wing
        self._added: list[str] = []
        self._changed: list[str] = []
        self._came: set[str] = set()
        self._problems: list[Problem] = []
        self._known = 0
        with store.snapshot() as snapshot:
            self._paths = {folded(row.path) for row in snapshot.notes() if not row.deleted}

    def run(self, kind: str, pages: Iterator[Page | Problem]) -> Imported:
        attachments, batch = 0, list[Page]()
        for page in pages:
            if isinstance(page, Problem):
                self._problems.append(page)
                continue
            attachments += len(page.attachments)
            batch.append(page)
            if len(batch) == _TOGETHER:
                self._take(batch)
                batch = []
        self._take(batch)
        return Imported(
            kind,
            tuple(self._added),
            tuple(self._changed),
            self._known,
            attachments,
            tuple(self._problems),
        )

    def _take(self, pages: Sequence[Page]) -> None:
        changes: dict[str, tuple[Page, Change]] = {}
        with self._store.snapshot() as snapshot:
            for page in pages:
                change = self._change(snapshot, page)
                if change is not None and _native_of(page) not in changes:
                    changes[_native_of(page)] = page, change
        told = [change for _, change in changes.values()]
        try:
            self._keep(told)
        except CamilloError:
            for page, change in changes.values():
                try:
                    self._keep([change])
                except InvalidInput as error:
                    self._problems.append(Problem(page.path, error.what, error.mend))

    def _keep(self, changes: Sequence[Change]) -> None:
        if changes:
            rows = self._notes.keep(changes, along=self._came)
            self._came |= {row.native for row in rows}
            for change, row in zip(changes, rows, strict=True):
                (self._changed if change.row else self._added).append(row.slug)

    def _change(self, snapshot: Snapshot, page: Page) -> Change | None:
        number = snapshot.note_of(_native_of(page))
        rows = snapshot.notes([number]) if number else []
        text, at = written(page), page.updated or page.created
        if rows:
            return self._newer(snapshot, rows[0], page, text)
        path = free(safe(page.path), lambda one: folded(one) in self._paths)
        self._paths.add(folded(path))
        return Change("create", None, text, path, page.title, self._wing, _native_of(page), at)

    def _newer(self, snapshot: Snapshot, row: NoteRow, page: Page, text: str) -> Change | None:
        """A note that was imported before: a changed one becomes a version, unless it was edited here too."""
        versions = [one for one in snapshot.note_versions(row.note) if one.id]
        if row.deleted or any(_text(snapshot, one.id) == text for one in versions):
            self._known += 1
            return None
        if versions and versions[-1].verb not in _OWN:
            what = f"was changed in the export and here, as {row.slug!r}; it stays as it is here"
            self._problems.append(Problem(page.path, what, "take over by hand what is missing"))
            return None
        return Change("capture", row, text, at=page.updated or page.created)


def _native_of(page: Page) -> str:
    """The lasting id of an imported note, by which it is known again."""
    return f"import-{digest(*map(encode_text, page.key)).hex()[:24]}"


def _text(snapshot: Snapshot, id: str) -> str:
    memory = snapshot.get(Span.parse(id), 0)
    return memory.text if memory else ""
