"""Filing versions of notes, with those of the pages whose links follow, in one transaction."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from camillo.app.notes import book
from camillo.app.notes.following import Follows, following
from camillo.app.notes.making import Draft, Making
from camillo.app.notes.renaming import Renaming
from camillo.domain.errors import Forgotten, Outdated
from camillo.ports.notes import NoteRow, NoteWrite
from camillo.ports.store import Snapshot

if TYPE_CHECKING:
    from camillo.app.compose import Parts

_URI = "notes"
_TRIES = 5


class Filing:
    """Writes the notes of one palace, so that no link comes to lead to another note by it."""

    def __init__(self, parts: "Parts", making: Making) -> None:
        self._parts = parts
        self._store = parts.store
        self._making = making

    def file(
        self,
        verb: str,
        writes: Sequence[NoteWrite],
        *,
        renamed: NoteRow | None = None,
        along: Collection[str] = (),
    ) -> list[str]:
        """File versions; the slugs of the other pages that were rewritten (:func:`following`) with them.

        Raises:
            Outdated: a note is not at the version that was seen. InvalidInput: a slug is taken.
        """
        for _ in range(_TRIES):
            with self._store.snapshot() as snapshot:
                told, others = self._told(
                    snapshot, writes, following(snapshot, writes, renamed, along)
                )
            try:
                self._put(verb, told)
            except Outdated:
                if self._is_outdated(writes):
                    raise
                continue  # a page whose links follow was written meanwhile
            return others
        raise Outdated("the pages that link here change all the time", "try it again later")

    def follow_late(self, verb: str, plan: Renaming, own: NoteWrite) -> list[str]:
        """Rewrite the links that were written while a note was renamed; the slugs of their pages."""
        rewritten = []
        for _ in range(_TRIES):
            with self._store.snapshot() as snapshot:
                told, others = self._told(snapshot, [], plan.late(snapshot, own))
            if not told:
                break
            with suppress(Outdated):
                self._put(verb, told)
                rewritten += others
        return rewritten

    def _put(self, verb: str, writes: Sequence[NoteWrite]) -> None:
        self._store.put_notes(verb, _URI, writes)
        self._store.compact()
        self._parts.linking().soon()

    def _told(
        self, snapshot: Snapshot, writes: Sequence[NoteWrite], follows: Sequence[Follows]
    ) -> tuple[list[NoteWrite], list[str]]:
        """The writes with the pages that follow, and the slugs of those that are written for their links alone."""
        told, others = [*writes], list[str]()
        places = {write.note: at for at, write in enumerate(writes) if write.note}
        for page, text in follows:
            at = places.get(page.note)
            with suppress(
                Forgotten
            ):  # what may not stand there again is no reason to write nothing
                made = self._rewritten(snapshot, page, text, None if at is None else told[at])
                if at is None:
                    told.append(made)
                    others.append(page.slug)
                else:
                    told[at] = made
        return told, others

    def _rewritten(
        self, snapshot: Snapshot, page: NoteRow, text: str, own: NoteWrite | None
    ) -> NoteWrite:
        """A page with other links; where its words come from stays as it was."""
        memory = book.text_of(snapshot, page)
        draft = Draft.of("edit", page)
        if own is not None:
            draft = replace(draft, verb=own.verb, slug=own.slug, title=own.title, path=own.path)
        about = memory.meta if memory else {}
        return self._making.made(replace(draft, text=text, about=about), page)

    def _is_outdated(self, writes: Sequence[NoteWrite]) -> bool:
        seen = {one.note: one.expected for one in writes if one.note}
        with self._store.snapshot() as snapshot:
            now = {row.note: row.version for row in snapshot.notes(sorted(seen))}
        return now != seen
