"""The versions of a note: the text of one, and all that a text belongs with."""

from collections.abc import Sequence

from camillo.domain.drawer import Span
from camillo.domain.errors import NotFound
from camillo.ports.notes import NoteRow
from camillo.ports.store import Snapshot


def earlier(snapshot: Snapshot, ids: Sequence[str]) -> tuple[str, ...]:
    """Ids of the other texts that notes had of which the whole current text is among these, each once.

    All versions of a note are forgotten and moved together.
    """
    found: dict[str, None] = {}
    for span in map(Span.parse, ids):
        turn = snapshot.turn(span.key)
        number = snapshot.note_of(turn.conversation) if turn else 0
        if turn is None or not number or (span.start, span.end) != (0, len(turn.content)):
            continue
        (row,) = snapshot.notes([number])
        if row.id and Span.parse(row.id).key == span.key:
            found.update(dict.fromkeys(one.id for one in snapshot.note_versions(number) if one.id))
    return tuple(id for id in found if id not in ids)


def version_text(snapshot: Snapshot, row: NoteRow, version: int) -> str:
    """The text as of a version: its own, or the last one before it."""
    told = [one for one in snapshot.note_versions(row.note) if one.version <= version]
    if not told or told[-1].version != version:
        raise NotFound(
            f"the note {row.slug!r} has no version {version}",
            f"it has versions 1 to {row.version}",
        )
    ids = [one.id for one in told if one.id]
    memory = snapshot.get(Span.parse(ids[-1]), 0) if ids else None
    return memory.text if memory else ""
