"""What accepted proposals about notes do, and taking it back; a note is never lost by either."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from camillo.app.notes import book
from camillo.app.notes.changes import Change
from camillo.app.upkeep.drafts import merged
from camillo.app.waking.gathering import is_web
from camillo.domain.errors import InvalidInput, NotFound, Outdated
from camillo.domain.knowledge import Act
from camillo.domain.note import SOURCE
from camillo.ports.notes import NoteRow
from camillo.ports.store import PalaceStore, Snapshot

if TYPE_CHECKING:
    from camillo.app.notes.notes import Notes

#: What was done, by the proposal that it was done for; told in numbers and lasting ids alone.
WRITTEN, JOINED, TAKEN_BACK = "page written", "pages joined", "page taken back"
_TRIES = 5


class Pages:
    """Carries out proposals about notes."""

    def __init__(self, store: PalaceStore, notes: "Notes") -> None:
        self._store = store
        self._notes = notes

    def write(self, proposal: str, told: Mapping[str, str], edited: str | None) -> tuple[Act, str]:
        """Write the page as it was drafted, or as it was ``edited``; the act that tells of it, and its text's id.

        Words of a source stay words of the web until somebody has written them anew.
        """
        about = {"origin": told["origin"]} if told.get("origin") and edited is None else None
        made = self._notes.create(
            edited or told["text"],
            title=told["title"],
            wing=told.get("wing") or None,
            path=told.get("path") or None,
            link=edited is not None,
            about=about,
        )
        with self._store.snapshot() as snapshot:
            row = book.find(snapshot, made.slug)
        return Act(WRITTEN, proposal, row.native, {"version": row.version}), made.id

    def join(self, proposal: str, told: Mapping[str, str], edited: str | None) -> tuple[Act, str]:
        """Put all of one page into another, which then answers to its names too.

        Raises:
            InvalidInput: ``edited`` is none of the two slugs. NotFound: a page is gone.
        """
        gone, kept = told["slug"], told["into"]
        if edited is not None:
            if edited not in (gone, kept):
                raise InvalidInput(f"{edited!r} is neither of the two", f"say {gone} or {kept}")
            gone, kept = (gone, kept) if edited == kept else (kept, gone)
        with self._store.snapshot() as snapshot:
            old, new = book.find(snapshot, gone), book.find(snapshot, kept)
            if SOURCE in (old.layer, new.layer) or old.note == new.note:
                raise InvalidInput("only two pages can become one", "name two pages")
            held = [book.text_of(snapshot, row) for row in (new, old)]
        stays, goes = (memory.text if memory else "" for memory in held)
        if any(memory and is_web(memory) for memory in held):
            what = "a page that nobody has written anew holds words of the web"
            raise InvalidInput(what, "edit it first")
        text = merged(stays, goes, [old.title, old.slug])
        rows = self._notes.keep([Change("edit", new, text), Change("delete", old)])
        payload = {"kept": new.native, "version": new.version}
        return Act(JOINED, proposal, old.native, payload), rows[0].id

    def take_back(self, proposal: str) -> bool:
        """Undo what was done for a proposal; whether anything was. What was written since then stays."""
        with self._store.snapshot() as snapshot:
            acts = snapshot.acts([WRITTEN, JOINED, TAKEN_BACK], [proposal])
            if not acts or acts[-1].verb == TAKEN_BACK:
                return False
            act = acts[-1]
            row = _row(snapshot, act.object)
        version = int(act.payload.get("version", 0))
        if act.verb == WRITTEN:
            self._drop(row, version)
        else:
            self._part(act.object, str(act.payload.get("kept", "")), version)
        self._store.record(TAKEN_BACK, [Act(TAKEN_BACK, proposal, act.object)])
        return True

    def _drop(self, row: NoteRow | None, version: int) -> None:
        if row is not None and not row.deleted and row.version == version:
            self._notes.keep([Change("delete", row)])

    def _part(self, gone: str, kept: str, version: int) -> None:
        """Both at once, so that the names go back with the page, and the links by them."""
        for _ in range(_TRIES):
            with self._store.snapshot() as snapshot:
                changes = list(self._parting(_row(snapshot, gone), _row(snapshot, kept), version))
            try:
                if changes:
                    self._notes.keep(changes)
            except Outdated:
                continue
            return

    def _parting(
        self, gone: NoteRow | None, kept: NoteRow | None, version: int
    ) -> Iterator[Change]:
        if gone is not None and gone.deleted:
            yield Change("restore", gone)
        if kept is not None and not kept.deleted and kept.version == version + 1:
            with suppress(NotFound):
                yield Change("restore", kept, self._notes.at_version(kept.slug, version))


def _row(snapshot: Snapshot, native: str) -> NoteRow | None:
    number = snapshot.note_of(native) if native else 0
    return next(iter(snapshot.notes([number])), None) if number else None
