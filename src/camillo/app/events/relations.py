"""Relations between notes: tunnels between the rooms they lie in, dug and filled up as notes change."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from camillo.app.events.states import State
from camillo.app.links import tunnels
from camillo.app.memories.renewing import TAKEN
from camillo.domain.drawer import Span
from camillo.domain.link import Spot
from camillo.ports.store import PalaceStore, Snapshot

if TYPE_CHECKING:
    from camillo.app.links.links import Links

#: Who dug a tunnel that stands for relations between notes.
BY = "notes"


@dataclass(slots=True)
class Notes:
    """The last state of each note, in step with the log of acts; ``related`` are those that ever had relations."""

    states: dict[str, State] = field(default_factory=dict)
    related: set[str] = field(default_factory=set)
    seen: int = 0

    def follow(self, snapshot: Snapshot) -> dict[str, State]:
        """The states as of a snapshot."""
        for act in snapshot.acts((TAKEN,), after=self.seen):
            state = State.of(act)
            if act.subject.startswith("note "):
                self.related.update(_ends(state))
                self.states[act.subject] = state
            self.seen = act.number
        return self.states


def dig(store: PalaceStore, links: "Links", known: Notes, subject: str) -> None:
    """Make tunnels agree with what the notes say of each other, as far as it touches this note.

    A relation to a note that is not here yet is dug when that note comes; two notes in one room need none.
    """
    with store.snapshot() as snapshot:
        notes = known.follow(snapshot)
        if subject not in known.related:
            return
        wanted = _wanted(snapshot, notes)
        dug = [one for one in tunnels.by_hand(snapshot) if one.by == BY]
    standing = {frozenset((one.a, one.b)) for one in dug}
    for pair in wanted - standing:
        a, b = sorted(pair, key=lambda spot: (spot.wing, spot.room))
        links.tunnel((a.wing, a.room), (b.wing, b.room), reason="related notes", by=BY)
    for one in dug:
        if frozenset((one.a, one.b)) not in wanted:
            links.undo(one.number)


def _ends(state: State) -> tuple[str, ...]:
    """The notes that a state relates to each other; none where it has no relations."""
    related = state.told("relations")
    return (state.subject, *(f"note {one}" for one in related)) if related else ()


def _wanted(snapshot: Snapshot, notes: dict[str, State]) -> set[frozenset[Spot]]:
    """The pairs of rooms in which notes lie that are related."""
    found = set()
    for state in notes.values():
        own = _spot(snapshot, state)
        for other in _ends(state)[1:]:
            spot = _spot(snapshot, notes[other]) if other in notes else None
            if own is not None and spot is not None and own != spot:
                found.add(frozenset((own, spot)))
    return found


def _spot(snapshot: Snapshot, state: State) -> Spot | None:
    held = snapshot.get(Span.parse(state.id), 0) if state.id else None
    return None if held is None or not held.wing else Spot(held.wing, held.room)
