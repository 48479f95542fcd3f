"""Versions of notes as they are handed to the store: text, place, names and links together."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from camillo.app.clock import now
from camillo.app.given import checked_text
from camillo.app.notes import book
from camillo.app.notes.shaping import former_names, shape_of
from camillo.domain.drawer import Filed
from camillo.domain.errors import Forgotten
from camillo.domain.moment import Moment
from camillo.domain.note import PAGE
from camillo.domain.turn import DOCUMENT_ROLE, Turn
from camillo.ports.notes import NoteRow, NoteWrite

if TYPE_CHECKING:
    from camillo.app.compose import Parts


@dataclass(frozen=True, slots=True)
class Draft:
    """A version of a note as it is to become: what it is called, where it lies and what it says.

    Without ``text`` it keeps the one that the note has. ``native`` is the lasting id that a new note gets, else
    one is made. ``about`` goes into the text's meta.
    """

    verb: str
    slug: str
    title: str
    path: str
    layer: str = PAGE
    text: str | None = None
    url: str = ""
    wing: str | None = None
    room: str | None = None
    at: Moment | None = None
    author: str = ""
    native: str = ""
    about: Mapping[str, object] = field(default_factory=dict)

    @classmethod
    def of(cls, verb: str, row: NoteRow) -> Self:
        """A note that is there, under the names and in the place that it has."""
        return cls(verb, row.slug, row.title, row.path, row.layer, url=row.url)


class Making:
    """Makes the versions of one palace's notes; nothing is written by it."""

    def __init__(self, parts: "Parts") -> None:
        self._parts = parts
        self._store = parts.store

    def made(self, draft: Draft, row: NoteRow | None = None) -> NoteWrite:
        """The next version of a note, or the first one where there is no ``row``, as it is handed to the store.

        Raises:
            InvalidInput: the text is empty. Forgotten: it, or a line of it, was forgotten for good.
        """
        filed = None
        if draft.text is not None:
            text = draft.text
            filed = self._filed(row, draft, text)
        else:
            with self._store.snapshot() as snapshot:
                text = book.whole(snapshot, row).text if row else ""
        former = former_names(row, draft.slug, draft.path)
        shape = shape_of(text, draft.slug, draft.title, draft.path, former)
        return NoteWrite(
            draft.verb,
            draft.slug,
            draft.title,
            draft.path,
            draft.layer,
            row.note if row else 0,
            row.version if row else 0,
            filed,
            draft.verb == "delete",
            draft.url,
            shape.names,
            shape.edges,
            shape.facets,
        )

    def _filed(self, row: NoteRow | None, draft: Draft, text: str) -> Filed:
        turn = _turn(row, draft, text)
        if self._store.forgotten([turn]) != [turn]:
            raise Forgotten(
                "the text, or a line of it, was forgotten for good and is not kept again",
                "leave it out, or say it in other words",
            )
        wing, room = draft.wing, draft.room
        if row is not None and wing is None:
            with self._store.snapshot() as snapshot:
                here = book.text_of(snapshot, row)
            wing, room = (here.wing, here.room) if here else (None, None)
        place, _ = self._parts.placer().place(turn, None, wing=wing, room=room)
        cuts, language = self._parts.cuts(turn)
        replaces = str(self._last_text(row)) if row is not None and row.turn else ""
        return Filed(turn, place, cuts, language, replaces)

    def _last_text(self, row: NoteRow) -> int:
        """The number of the version that holds the current text, which is its turn's own id."""
        with self._store.snapshot() as snapshot:
            return max(one.version for one in snapshot.note_versions(row.note) if one.id == row.id)


def _turn(row: NoteRow | None, draft: Draft, text: str) -> Turn:
    """The text as one turn of the conversation that a note's versions are."""
    checked_text(text)
    return Turn.of_text(
        text,
        kind=draft.layer,
        conversation=row.native if row else draft.native or f"note-{uuid.uuid4().hex[:16]}",
        turn=str(row.version + 1 if row else 1),
        role=DOCUMENT_ROLE,
        speaker=draft.author,
        media_type="text/markdown",
        title=draft.title,
        at=draft.at or (now() if draft.layer == PAGE else None),
        meta=_meta(draft.url, draft.about),
    )


def _meta(url: str, about: Mapping[str, object]) -> dict[str, object]:
    """Where a text comes from: ``origin`` is ``web`` for all that was fetched."""
    told = {name: value for name, value in about.items() if value}
    if url:
        told |= {"url": url, "origin": "file" if url.startswith("file:") else "web"}
    return told
