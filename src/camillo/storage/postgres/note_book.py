"""The half of a snapshot and of a store that notes use."""

from collections.abc import Sequence

from camillo.domain.report import Receipt
from camillo.ports.notes import NameKind, NoteEdge, NoteRow, NoteWrite, VersionRow
from camillo.storage.postgres import note_writing
from camillo.storage.postgres import notes as rows
from camillo.storage.postgres.connection import Db
from camillo.storage.postgres.session import Session


class NoteReader:
    """Implements :class:`camillo.ports.notes.NoteReads` inside one read transaction."""

    _db: Db
    _key: bytes

    def notes(self, numbers: Sequence[int] | None = None) -> list[NoteRow]:
        """Notes by number, or all."""
        return rows.read_notes(self._db, numbers)

    def page_titles(self) -> list[tuple[str, str]]:
        """Slugs and titles of pages."""
        return rows.read_titles(self._db)

    def notes_named(self, keys: Sequence[str]) -> dict[str, list[tuple[NameKind, int]]]:
        """Notes by folded name."""
        return rows.read_named(self._db, self._key, keys)

    def note_at(self, url: str) -> int:
        """The source with a canonical address."""
        return rows.read_at(self._db, self._key, url)

    def note_of(self, native: str) -> int:
        """The note with a conversation id."""
        return rows.read_of(self._db, self._key, native)

    def note_edges(self, notes: Sequence[int] | None = None) -> list[NoteEdge]:
        """Links of notes, or all."""
        return rows.read_edges(self._db, notes)

    def edges_to(self, keys: Sequence[str]) -> list[NoteEdge]:
        """Links that ask for names."""
        return rows.read_edges_to(self._db, self._key, keys)

    def note_versions(self, note: int) -> list[VersionRow]:
        """A note's versions."""
        return rows.read_versions(self._db, note)


class NoteWriter:
    """Implements :class:`camillo.ports.notes.NoteWrites`, each write one transaction."""

    _session: Session

    def put_notes(self, verb: str, source_uri: str, writes: Sequence[NoteWrite]) -> Receipt:
        """File changes of notes, all or none."""
        with self._session.writing() as writing:
            return note_writing.put(writing, verb, source_uri, writes)
