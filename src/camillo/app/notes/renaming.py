"""What a note's new name changes in the texts that link to it."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from camillo.app.notes import book
from camillo.app.notes.titling import Taken
from camillo.domain.note import PAGE
from camillo.knowledge.notes.rename import renamed_links
from camillo.knowledge.notes.resolve import name_key
from camillo.knowledge.notes.slugs import slug_of, unique
from camillo.ports.notes import NoteRow
from camillo.ports.store import Snapshot

#: A note with its text as it becomes.
Follows = tuple[NoteRow, str]


@dataclass(frozen=True, slots=True)
class Renaming:
    """A note under its new ``slug`` and ``path``; ``text`` is its own where links in it follow, else None.

    ``mine`` are the folded names that meant it before, ``others`` the pages whose links follow.
    """

    row: NoteRow
    slug: str
    path: str
    text: str | None
    mine: frozenset[str]
    others: tuple[Follows, ...]

    def late(self, snapshot: Snapshot) -> tuple[Follows, ...]:
        """Pages that were linked to a former name while the note was renamed."""
        lost = frozenset(key for key in self.mine if self._is_lost(snapshot, key))
        return _following(snapshot, self.row, lost, self.slug)

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
    own = book.whole(snapshot, row).text
    told = renamed_links(own, _in(mine), fresh, row.slug) if row.layer == PAGE else own
    return Renaming(
        row,
        fresh,
        f"{folder}/{fresh}.md" if folder else f"{fresh}.md",
        told if told != own else None,
        mine,
        _following(snapshot, row, mine, fresh),
    )


def _following(
    snapshot: Snapshot, row: NoteRow, mine: frozenset[str], fresh: str
) -> tuple[Follows, ...]:
    linking = sorted({edge.note for edge in snapshot.edges_to(sorted(mine))} - {row.note})
    follows = []
    for other in snapshot.notes(linking):
        text = book.whole(snapshot, other).text
        changed = renamed_links(text, _in(mine), fresh, row.slug)
        if changed != text and other.layer == PAGE:
            follows.append((other, changed))
    return tuple(follows)


def _in(keys: Collection[str]) -> Callable[[str], bool]:
    return lambda target: name_key(target) in keys
