"""States: what the log of acts says of each note and of each text that an event brought."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from camillo.app.memories.renewing import TAKEN
from camillo.domain.drawer import Span
from camillo.domain.event import Event
from camillo.domain.knowledge import Act
from camillo.ports.store import Snapshot

#: The verb of the act that says that all that an event brought is distilled.
DISTILLED = "event distilled"
VERBS = (TAKEN, DISTILLED)


@dataclass(frozen=True, slots=True)
class State:
    """An event that was taken: the act's number, what it is about, and what it said besides its text.

    ``order`` is when it happened in micros, else when it was taken.
    """

    number: int
    subject: str
    payload: Mapping[str, Any]
    order: int

    @classmethod
    def of(cls, act: Act) -> "State":
        """The state that an act tells of."""
        at = act.payload.get("at")
        taken = act.at.micros if act.at is not None else 0
        return cls(act.number, act.subject, act.payload, at if isinstance(at, int) else taken)

    @property
    def id(self) -> str:
        """The id of its text; empty where its words were forgotten."""
        return str(self.payload.get("id", ""))

    @property
    def at(self) -> int | None:
        """When it happened, as the host told."""
        at = self.payload.get("at")
        return at if isinstance(at, int) else None

    def told(self, name: str) -> tuple[str, ...]:
        """A list of words of it."""
        return tuple(map(str, self.payload.get(name, ())))


def newest(snapshot: Snapshot, subject: str) -> State | None:
    """The last state of a note."""
    acts = snapshot.acts((TAKEN,), (subject,))
    return State.of(acts[-1]) if acts else None


def distilled(snapshot: Snapshot, subject: str) -> State | None:
    """The last state of a note that was distilled whole."""
    acts = snapshot.acts(VERBS, (subject,))
    done = {act.payload.get("act") for act in acts if act.verb == DISTILLED}
    states = [State.of(act) for act in acts if act.verb == TAKEN and act.number in done]
    return states[-1] if states else None


def waiting(acts: Iterable[Act]) -> list[State]:
    """Of each note or text the last state, where it is not distilled, in the order in which they came."""
    last: dict[str, State] = {}
    for act in acts:
        if act.verb == TAKEN:
            last.pop(act.subject, None)
            if not act.redacted:
                last[act.subject] = State.of(act)
        elif act.subject in last and last[act.subject].number == act.payload.get("act"):
            del last[act.subject]
    return [*last.values()]


def forgotten(snapshot: Snapshot) -> set[int]:
    """Numbers of the acts that tell of events whose text was forgotten."""
    acts = [act for act in snapshot.acts(VERBS) if not act.redacted]
    gone = {act.number for act in acts if act.verb == TAKEN and _is_gone(snapshot, State.of(act))}
    return gone | {act.number for act in acts if act.payload.get("act") in gone}


def _is_gone(snapshot: Snapshot, state: State) -> bool:
    """Whether nothing is left of a text; one that never had a word is gone with its place."""
    span = Span.parse(state.id) if state.id else None
    held = snapshot.get(span, 0) if span else None
    return held is None or not held.wing or (held.text.isspace() and held.current)


def payload(event: Event, id: str, relations: Iterable[str]) -> dict[str, object]:
    """What an act keeps of an event: never its text."""
    return {
        "id": id,
        "at": None if event.at is None else event.at.micros,
        "workspace": event.workspace,
        "tags": list(event.tags),
        "relations": list(relations),
    }
