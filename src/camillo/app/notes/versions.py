"""All versions of a note whose text is named: they are forgotten and moved together."""

from collections.abc import Sequence

from camillo.domain.drawer import Span
from camillo.ports.store import Snapshot


def earlier(snapshot: Snapshot, ids: Sequence[str]) -> tuple[str, ...]:
    """Ids of the other texts that notes had of which the whole current text is among these, each once."""
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
