"""The book of notes: which note a reference means, and notes with their texts."""

import difflib
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from camillo.domain.drawer import Span
from camillo.domain.errors import NotFound
from camillo.domain.moment import Moment
from camillo.domain.note import PAGE, SOURCE, Layer, Note
from camillo.domain.search import Memory
from camillo.knowledge.notes.links import asked
from camillo.knowledge.notes.resolve import Named, name_key, names
from camillo.ports.notes import NoteName, NoteRow
from camillo.ports.store import Snapshot

_SUGGESTED = 3


def find(snapshot: Snapshot, reference: str) -> NoteRow:
    """The note that a slug, a title, a path or a ``[[link]]`` means.

    Raises:
        NotFound: there is none; the error names the nearest ones.
    """
    row = found(snapshot, reference)
    if row is None:
        raise NotFound(f"there is no note {reference!r}", _nearest(snapshot, reference))
    return row


def find_deleted(snapshot: Snapshot, reference: str) -> NoteRow | None:
    """The note of this slug that was deleted last, None where there is none."""
    key = name_key(asked(reference))
    rows = [one for one in snapshot.notes() if one.deleted and name_key(one.slug) == key]
    return max(rows, key=lambda one: one.changed, default=None)


def find_any(snapshot: Snapshot, reference: str) -> NoteRow:
    """The note a reference means, else the deleted one of this slug.

    Raises:
        NotFound: there is neither.
    """
    row = found(snapshot, reference) or find_deleted(snapshot, reference)
    return row or find(snapshot, reference)


def found(snapshot: Snapshot, reference: str) -> NoteRow | None:
    """The note a reference means, or None."""
    key = name_key(asked(reference))
    ranked = snapshot.notes_named([key]).get(key, [])
    rows = {one.note: one for one in snapshot.notes([note for _, note in ranked])}
    return best([(kind, rows[note]) for kind, note in ranked])


def is_renamed(snapshot: Snapshot, row: NoteRow) -> bool:
    """Whether somebody gave a note another title than the one it came with."""
    versions = snapshot.note_versions(row.note)
    return any(
        after.verb == "rename" and after.title != before.title
        for before, after in pairwise(versions)
    )


def best(ranked: Sequence[tuple[str, NoteRow]]) -> NoteRow | None:
    """Of the notes that answer to a name the one that is meant: the strongest kind, then the shortest path."""
    rows = [row for kind, row in ranked if kind == ranked[0][0]]
    return min(rows, key=lambda one: order(one.path, one.note), default=None)


def order(path: str, note: int) -> tuple[int, int, str, int]:
    """By what notes of one name of one kind are ordered; the least is meant. The last is the note's number."""
    return path.count("/"), len(path), path, note


def _nearest(snapshot: Snapshot, reference: str) -> str:
    slugs = [one.slug for one in snapshot.notes() if not one.deleted]
    near = difflib.get_close_matches(asked(reference), slugs[:5000], _SUGGESTED, 0.5)
    if near:
        return f"did you mean {', '.join(near)}?"
    return "list them with `camillo note list`, or write it"


def text_of(snapshot: Snapshot, row: NoteRow) -> Memory | None:
    """A note's text with where it comes from; None where nothing of it is left."""
    return snapshot.get(Span.parse(row.id), 0) if row.id else None


def whole(snapshot: Snapshot, row: NoteRow) -> Note:
    """A note with its text."""
    memory = text_of(snapshot, row)
    made = head(row, memory.text if memory else "")
    told = str(memory.meta.get("origin", "")) if memory else ""
    return replace(made, origin=told or made.origin)


def head(row: NoteRow, text: str = "") -> Note:
    """A note from its row, without its text where none is given."""
    return Note(
        row.slug,
        row.title,
        layer_of(row),
        row.version,
        row.id,
        text,
        row.path,
        row.wing,
        shown(row.created),
        shown(row.changed),
        listed(row, "tags"),
        listed(row, "aliases"),
        row.url,
        row.deleted,
        "web" if row.url.startswith(("http:", "https:")) else "",
    )


def listed(row: NoteRow, key: str) -> tuple[str, ...]:
    """A list of texts of a note's shape."""
    value = row.shape.get(key)
    return tuple(map(str, value)) if isinstance(value, list) else ()


def shown(micros: int) -> str:
    """A time as ISO text, to the second."""
    return Moment.from_epoch(micros // 1_000_000).text


def names_of(row: NoteRow) -> tuple[NoteName, ...]:
    """All folded names that a note answers to."""
    aliases, former = listed(row, "aliases"), listed(row, "former")
    return names(Named(row.note, row.slug, row.title, row.layer, aliases, row.path, former))


def layer_of(row: NoteRow) -> Layer:
    """The layer of a note."""
    return SOURCE if row.layer == SOURCE else PAGE
