"""The whole base of notes at once: what most lead to, what nobody leads to, what is still to be written."""

from dataclasses import dataclass

from camillo.app.notes.linked import broken, counted
from camillo.domain.note import PAGE, Broken
from camillo.ports.store import Snapshot


@dataclass(frozen=True, slots=True)
class Hub:
    """A note that others lead to, and how many of them."""

    slug: str
    title: str
    backlinks: int


@dataclass(frozen=True, slots=True)
class Overview:
    """``hubs`` are notes by the number of their backlinks; ``orphans`` slugs and titles of pages without any.

    ``broken`` are links that lead nowhere, those that most notes ask for first.
    """

    hubs: tuple[Hub, ...]
    orphans: tuple[tuple[str, str], ...]
    broken: tuple[Broken, ...]


def overview(snapshot: Snapshot) -> Overview:
    """How the notes of a palace hang together as a whole."""
    counts = counted(snapshot)
    rows = [row for row in snapshot.notes() if not row.deleted]
    hubs = [Hub(row.slug, row.title, counts[row.note]) for row in rows if row.note in counts]
    hubs.sort(key=lambda one: (-one.backlinks, one.slug))
    lone = [(row.slug, row.title) for row in rows if row.layer == PAGE and row.note not in counts]
    return Overview(tuple(hubs), tuple(sorted(lone)), broken(snapshot))
