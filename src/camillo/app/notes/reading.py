"""What is read of notes: their texts, links and versions, and the map, the relatives and the state of all."""

import difflib
from typing import TYPE_CHECKING

from camillo.app.notes import book
from camillo.app.notes.linked import Linked, linked
from camillo.app.notes.versions import version_text
from camillo.domain.moment import Moment, Time
from camillo.domain.note import Note, NoteVersion, Verb

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.app.notes.mapping import Map
    from camillo.app.notes.overview import Overview
    from camillo.app.notes.related import Related


class Reading:
    """Reads the notes of one palace; nothing is written by it."""

    def __init__(self, parts: "Parts") -> None:
        self._parts = parts
        self._store = parts.store

    def read(self, reference: str) -> Note:
        """The note that a slug, a title, a path or a ``[[link]]`` means.

        Raises:
            NotFound: there is none.
        """
        with self._store.snapshot() as snapshot:
            return book.whole(snapshot, book.find(snapshot, reference))

    def all(self, *, layer: str | None = None, deleted: bool = False) -> tuple[Note, ...]:
        """Every note without its text, by slug; deleted ones instead where asked for."""
        with self._store.snapshot() as snapshot:
            rows = [
                row
                for row in snapshot.notes()
                if row.deleted == deleted and layer in (None, row.layer)
            ]
            rows.sort(key=lambda row: row.slug)
            return tuple(book.head(row) for row in rows)

    def links(self, reference: str) -> Linked:
        """Where a note's links lead, what links to it and what shares its tags."""
        with self._store.snapshot() as snapshot:
            return linked(snapshot, book.find(snapshot, reference))

    def map(
        self,
        *,
        tokens: int = 2_000,
        wing: str | None = None,
        now: Time | None = None,
    ) -> "Map":
        """The map of content: pages by backlinks and recency, sources by title alone, what is to be tended.

        ``tokens`` bounds its Markdown. ``wing`` leaves out what lies in another wing. ``now`` is what
        recency is counted back from.
        """
        from camillo.app.clock import micros
        from camillo.models.counting import token_counter

        at = micros(Moment.given(now))
        with self._store.snapshot() as snapshot:
            return self._parts.mapper().map(snapshot, wing, tokens, at, token_counter())

    def related(self, reference: str, *, limit: int = 5) -> "tuple[Related, ...]":
        """Notes that name the same rare things and are not linked with it, each with the lines that show it.

        Raises:
            NotFound: there is no such note.
        """
        from camillo.app.notes.related import related

        with self._store.snapshot() as snapshot:
            row = book.find(snapshot, reference)
            return related(snapshot, row, self._parts.names().at(snapshot), limit)

    def annotated(self, text: str) -> str:
        """The text with the present title behind each ``[[kb:slug]]`` that leads to a note."""
        from camillo.app.notes.annotating import annotated

        with self._store.snapshot() as snapshot:
            return annotated(snapshot, text)

    def overview(self) -> "Overview":
        """The whole base: hubs, orphans, and links that lead nowhere."""
        from camillo.app.notes.overview import overview

        with self._store.snapshot() as snapshot:
            return overview(snapshot)

    def history(self, reference: str) -> tuple[NoteVersion, ...]:
        """Every version of a note, the oldest first."""
        with self._store.snapshot() as snapshot:
            row = book.find_any(snapshot, reference)
            return tuple(
                NoteVersion(one.version, _verb(one.verb), one.slug, one.title,
                            book.shown(one.at), one.id)
                for one in snapshot.note_versions(row.note)
            )  # fmt: skip

    def at_version(self, reference: str, version: int) -> str:
        """The text of a note as of a version.

        Raises:
            NotFound: it has no such version.
        """
        with self._store.snapshot() as snapshot:
            row = book.find_any(snapshot, reference)
            return version_text(snapshot, row, version)

    def diff(self, reference: str, old: int, new: int) -> str:
        """What changed between two versions, as a unified diff; empty where nothing did."""
        before, after = (self.at_version(reference, one).splitlines() for one in (old, new))
        told = difflib.unified_diff(before, after, f"version {old}", f"version {new}", lineterm="")
        return "\n".join(told)


def _verb(told: str) -> Verb:
    return told  # type: ignore[return-value] # the store gives back what was written
