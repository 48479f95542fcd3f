"""What forgetting or moving would touch, and what forgetting blanks."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Protocol

from camillo.domain.blanking import blank
from camillo.domain.drawer import Cut, Span
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.search import Memory
from camillo.domain.turn import decode
from camillo.ports.rows import Redaction, Stored
from camillo.ports.store import PalaceStore, Snapshot


class Recut(Protocol):
    """Derives the drawers of filed turns, or of the same turns with other bytes."""

    def __call__(
        self, turns: Sequence[Stored], contents: Sequence[bytes] | None = None
    ) -> list[tuple[Cut, ...]]:
        """The cuts of each turn."""
        ...


def doomed(store: PalaceStore, ids: Sequence[str], wing: str | None) -> list[Memory]:
    """What a forget or a move would touch: these texts, as they lie in the wing if one is given.

    Without ids, what is forgotten with the wing: the turns that lie in no other.

    Raises:
        NotFound: an id or the wing is not in this palace, or the text does not lie in that wing.
    """
    with store.snapshot() as snapshot:
        if wing is not None:
            _check_wing(snapshot, wing)
            if not ids:
                return list(snapshot.lone_turns(wing))
        found = [_memory(snapshot, Span.parse(id)) for id in ids]
        return found if wing is None else [_placed_in(snapshot, one, wing) for one in found]


def _placed_in(snapshot: Snapshot, memory: Memory, wing: str) -> Memory:
    """A text with its place in this wing."""
    turn = snapshot.turn(Span.parse(memory.id).key)
    if turn is not None:
        rooms = {row.room: row.room_name for row in snapshot.rooms() if row.wing_name == wing}
        placed = snapshot.placements(turn.number - 1)
        rows = zip(placed.turn.tolist(), placed.room.tolist(), placed.hall.tolist(), strict=True)
        for _, room, hall in takewhile(lambda row: row[0] == turn.number, rows):
            if room in rooms:
                hall_name = snapshot.labels()[hall]
                return replace(memory, wing=wing, room=rooms[room], hall=hall_name)
    raise NotFound(f"{memory.id} does not lie in the wing {wing!r}", "leave --from-wing out")


def redactions(store: PalaceStore, ids: Sequence[str], recut: Recut) -> list[Redaction]:
    """What to blank, and the drawers of each turn as they are afterwards.

    Raises:
        InvalidInput: no id was given. NotFound: an id is not in this palace.
    """
    if not ids:
        raise InvalidInput("nothing was named to forget", "give ids as search prints them")
    spans: dict[bytes, list[Span]] = defaultdict(list)
    for id in ids:
        span = Span.parse(id)
        spans[span.key].append(span)
    made = []
    with store.snapshot() as snapshot:
        for key, stretches in spans.items():
            turn = snapshot.turn(key)
            if turn is None or max(span.end for span in stretches) > len(turn.content):
                raise NotFound(f"nothing has the id {str(stretches[0])!r}", "search again")
            cuts = _remaining(turn, stretches, recut)
            made += [Redaction(span, cuts) for span in stretches]
    return made


def _remaining(turn: Stored, spans: Sequence[Span], recut: Recut) -> tuple[Cut, ...]:
    """The drawers of a turn once the spans are blank: those that touch none of them as text."""
    if turn.encoding is None:
        return ()
    content = turn.content
    for span in spans:
        content = blank(content, turn.encoding, span.start, span.end)
    if not decode(content, turn.encoding).strip():
        return ()
    return recut([turn], [content])[0]


def _check_wing(snapshot: Snapshot, wing: str) -> None:
    if all(row["wing"] != wing for row in snapshot.wings()):
        raise NotFound(f"no wing named {wing!r}", "list them with `camillo wings`")


def _memory(snapshot: Snapshot, span: Span) -> Memory:
    memory = snapshot.get(span, 0)
    if memory is None:
        raise NotFound(f"nothing has the id {str(span)!r}", "search again; it may be gone")
    return memory
