"""The daily brief: one page a day with links to what the watch list brought on it."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from urllib.parse import urlsplit

from camillo.app.notes import book
from camillo.app.notes.changes import Change
from camillo.app.notes.notes import Notes
from camillo.app.watchlist.items import Item, Items
from camillo.domain.drawer import Span
from camillo.domain.errors import Outdated
from camillo.domain.knowledge import Act
from camillo.knowledge.notes.annotate import shown_title
from camillo.ports.notes import NoteRow
from camillo.ports.store import PalaceStore, Snapshot
from camillo.text.inert import inert_line

TOLD = "watch told"
_TRIES = 5


class Briefs:
    """The briefs of one palace. Recorded items alone decide what is on one, so that any step may be repeated."""

    def __init__(self, store: PalaceStore, notes: Notes, items: Items) -> None:
        self._store = store
        self._notes = notes
        self._items = items

    def settle(self) -> list[str]:
        """Bring the briefs up to date with all items recorded so far; the days whose brief changed."""
        with self._store.snapshot() as snapshot:
            told = snapshot.acts([TOLD])
        upto = int(told[-1].payload["upto"]) if told else 0
        changed = []
        for day, group in groupby(self._items.after(upto), key=lambda one: one.day):
            items = list(group)
            if self._written(day, items):
                changed.append(day)
            act = Act(TOLD, f"brief-{day}", payload={"upto": items[-1].number})
            self._store.record("watch", [act])
        return changed

    def _written(self, day: str, items: Sequence[Item]) -> bool:
        for _ in range(_TRIES):
            change = self._change(day, items)
            if change is None:
                return False
            try:
                self._notes.keep([change])
            except Outdated:
                continue
            return True
        raise Outdated(f"the brief of {day} changes all the time", "it is written later")

    def _change(self, day: str, items: Sequence[Item]) -> Change | None:
        """What makes the brief tell of these items; None where it does, or was deleted."""
        native, about = f"brief-{day}", {"origin": "web"}
        with self._store.snapshot() as snapshot:
            number = snapshot.note_of(native)
            row = snapshot.notes([number])[0] if number else None
            if row is not None and row.deleted:
                return None
            text = book.whole(snapshot, row).text if row else _beginning(day)
            lines = [line for mark, line in _lines(snapshot, items) if mark not in text]
        if not lines:
            return None
        text = "\n".join([text.rstrip(), *([] if row else [""]), *lines, ""])
        if row is not None:
            return Change("edit", row, text, about=about)
        path = f"briefs/{native}.md"
        return Change("create", None, text, path, f"Brief {day}", native=native, about=about)


def _beginning(day: str) -> str:
    title = f"Brief {day}"
    return f'---\ntitle: "{title}"\ntags: [brief]\nautolink: false\n---\n\n# {title}\n'


def _lines(snapshot: Snapshot, items: Sequence[Item]) -> Iterator[tuple[str, str]]:
    """For each source that is there still, once: what its line holds in any case, and the line."""
    for native, entry in {one.native: one.entry for one in items}.items():
        number = snapshot.note_of(native)
        for row in snapshot.notes([number]) if number else []:
            if not row.deleted:
                yield f"[[{row.slug}|", _line(snapshot, row, entry)


def _line(snapshot: Snapshot, row: NoteRow, entry: str) -> str:
    memory = snapshot.get(Span.parse(row.id), 0) if row.id else None
    place = f", {memory.wing} / {memory.room}" if memory else ""
    title = inert_line(shown_title(row.title) or row.slug)
    return f"- [[{row.slug}|{title}]] ({inert_line(urlsplit(entry).hostname or entry)}{place})"
