"""What stands written already when a note is made: slugs that are taken, titles that become links."""

from camillo.knowledge.notes.autolink import Titles
from camillo.knowledge.notes.resolve import name_key
from camillo.ports.store import Snapshot


class Taken:
    """The slugs that notes have, looked up one by one; ``but`` is a note whose own slug counts as free."""

    def __init__(self, snapshot: Snapshot, but: int = 0) -> None:
        self._snapshot = snapshot
        self._but = but
        self._added: set[str] = set()

    def __contains__(self, slug: object) -> bool:
        key = name_key(str(slug))
        holders = self._snapshot.notes_named([key]).get(key, [])
        held = any(kind == "slug" and note != self._but for kind, note in holders)
        return held or key in self._added

    def add(self, slug: str) -> None:
        """Count a slug as taken from now on."""
        self._added.add(name_key(slug))


class KnownTitles:
    """The titles of pages, made ready to be found in texts, and again only when one has changed."""

    def __init__(self) -> None:
        self._known: tuple[list[tuple[str, str]], Titles] = ([], Titles(()))

    def at(self, snapshot: Snapshot) -> Titles:
        """The titles as of a snapshot."""
        pages = snapshot.page_titles()
        known, titles = self._known
        if pages != known:
            titles = Titles(pages)
            self._known = pages, titles
        return titles
