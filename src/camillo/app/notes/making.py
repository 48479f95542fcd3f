"""Versions of notes as they are handed to the store: text, place, names and links together."""

import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING

from camillo.app.notes import book
from camillo.app.notes.keeping import former_names
from camillo.app.notes.shaping import shape_of
from camillo.domain.drawer import Filed, Span
from camillo.domain.errors import Forgotten
from camillo.domain.moment import Moment
from camillo.domain.note import PAGE
from camillo.domain.turn import DOCUMENT_ROLE, Turn
from camillo.ports.notes import NoteRow, NoteWrite

if TYPE_CHECKING:
    from camillo.app.compose import Parts


class Making:
    """Makes the versions of one palace's notes; nothing is written by it."""

    def __init__(self, parts: "Parts") -> None:
        self._parts = parts
        self._store = parts.store

    def written(
        self,
        verb: str,
        row: NoteRow,
        text: str | None,
        slug: str,
        title: str,
        at: Moment | None = None,
        author: str = "",
        path: str | None = None,
        about: Mapping[str, object] | None = None,
    ) -> NoteWrite:
        """The next version of a note that is there; without ``text`` it keeps the one it has."""
        return self.made(
            verb, row, text, slug, title, path or row.path, row.layer,
            url=row.url, at=at, author=author, about=about,
        )  # fmt: skip

    def made(  # noqa: PLR0913 - all that a version is made of
        self,
        verb: str,
        row: NoteRow | None,
        text: str | None,
        slug: str,
        title: str,
        path: str,
        layer: str,
        *,
        url: str = "",
        wing: str | None = None,
        room: str | None = None,
        at: Moment | None = None,
        author: str = "",
        native: str = "",
        about: Mapping[str, object] | None = None,
    ) -> NoteWrite:
        """A version of a note, or the first one where there is no ``row``, as it is handed to the store.

        Raises:
            InvalidInput: the text is empty. Forgotten: it, or a line of it, was forgotten for good.
        """
        filed = None
        if text is not None:
            meta = _meta(url, about)
            filed = self._filed(row, text, title, layer, meta, wing, room, at, author, native)
        else:
            with self._store.snapshot() as snapshot:
                text = book.whole(snapshot, row).text if row else ""
        shape = shape_of(text, slug, title, path, former_names(row, slug, path))
        return NoteWrite(
            verb,
            slug,
            title,
            path,
            layer,
            row.note if row else 0,
            row.version if row else 0,
            filed,
            verb == "delete",
            url,
            shape.names,
            shape.edges,
            shape.facets,
        )

    def _filed(
        self,
        row: NoteRow | None,
        text: str,
        title: str,
        layer: str,
        meta: Mapping[str, object],
        wing: str | None,
        room: str | None,
        at: Moment | None,
        author: str,
        native: str = "",
    ) -> Filed:
        from camillo.app.given import checked_text

        checked_text(text)
        turn = Turn.of_text(
            text,
            kind=layer,
            conversation=row.native if row else native or f"note-{uuid.uuid4().hex[:16]}",
            turn=str(row.version + 1 if row else 1),
            role=DOCUMENT_ROLE,
            speaker=author,
            media_type="text/markdown",
            title=title,
            at=at or (_now() if layer == PAGE else None),
            meta=meta,
        )
        if self._store.forgotten([turn]) != [turn]:
            raise Forgotten(
                "the text, or a line of it, was forgotten for good and is not kept again",
                "leave it out, or say it in other words",
            )
        if row is not None and wing is None:
            with self._store.snapshot() as snapshot:
                here = snapshot.get(Span.parse(row.id), 0) if row.id else None
            wing, room = (here.wing, here.room) if here else (None, None)
        place, _ = self._parts.placer().place(turn, None, wing=wing, room=room)
        cuts, language = self._parts.cuts(turn)
        replaces = ""
        if row is not None and row.turn:
            replaces = str(self._last_text(row))
        return Filed(turn, place, cuts, language, replaces)

    def _last_text(self, row: NoteRow) -> int:
        """The number of the version that holds the current text, which is its turn's own id."""
        with self._store.snapshot() as snapshot:
            return max(one.version for one in snapshot.note_versions(row.note) if one.id == row.id)


def _meta(url: str, about: Mapping[str, object] | None) -> dict[str, object]:
    """Where a text comes from: ``origin`` is ``web`` for all that was fetched."""
    told = {name: value for name, value in (about or {}).items() if value}
    if url:
        told |= {"url": url, "origin": "file" if url.startswith("file:") else "web"}
    return told


def _now() -> Moment:
    return Moment.parse(datetime.now().astimezone())
