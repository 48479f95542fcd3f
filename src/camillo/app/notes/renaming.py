"""What a note is called once it is renamed, and links to its former names that come too late for it."""

from dataclasses import dataclass

from camillo.app.notes import book
from camillo.app.notes.following import After, Follows, led
from camillo.app.notes.titling import Taken
from camillo.knowledge.notes.slugs import slug_of, unique
from camillo.ports.notes import NoteRow, NoteWrite
from camillo.ports.store import Snapshot


@dataclass(frozen=True, slots=True)
class Renaming:
    """A note under its new ``slug`` and ``path``; ``mine`` are the folded names that meant it before."""

    row: NoteRow
    slug: str
    path: str
    mine: frozenset[str]

    def late(self, snapshot: Snapshot, own: NoteWrite) -> tuple[Follows, ...]:
        """Pages that were linked to a former name while the note was renamed, which ``own`` has done."""
        lost = {key: self.row for key in self.mine if self._is_lost(snapshot, key)}
        return led(snapshot, lost, After(snapshot, [own]))

    def _is_lost(self, snapshot: Snapshot, key: str) -> bool:
        """Whether nothing but what was once called so answers to a name."""
        named = snapshot.notes_named([key]).get(key, [])
        return all(kind == "former" and note == self.row.note for kind, note in named)


def renaming(
    snapshot: Snapshot, reference: str, title: str, slug: str | None, day: str
) -> Renaming:
    """What renaming a note takes; its slug is made of the title where none is given.

    Raises:
        NotFound: there is no such note.
    """
    row = book.find(snapshot, reference)
    fresh = slug or unique(slug_of(title, day), Taken(snapshot, row.note))
    folder, _, _ = row.path.rpartition("/")
    keys = [name.key for name in book.names_of(row)]
    found = {key: book.found(snapshot, key) for key in keys}
    mine = frozenset(key for key, one in found.items() if one and one.note == row.note)
    return Renaming(row, fresh, f"{folder}/{fresh}.md" if folder else f"{fresh}.md", mine)
