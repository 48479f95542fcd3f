"""Links and tunnels made by hand: a pure replay of acts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput
from camillo.domain.knowledge import Act

LINK_MADE, LINK_UNDONE = "link made", "link undone"
TUNNEL_MADE, TUNNEL_UNDONE, ROOMS_MERGED = "tunnel made", "tunnel undone", "rooms merged"
LINK_VERBS = (LINK_MADE, LINK_UNDONE)
TUNNEL_VERBS = (TUNNEL_MADE, TUNNEL_UNDONE, ROOMS_MERGED)


@dataclass(frozen=True, slots=True)
class Made:
    """A link made by hand, between two spans."""

    number: int
    a: Span
    b: Span
    kind: str
    reason: str
    strength: float
    by: str


def link_act(a: Span, b: Span, kind: str, reason: str, strength: float, by: str) -> Act:
    """The act that makes a link; turns' keys are what it is looked up by."""
    payload = {
        "a": str(a),
        "b": str(b),
        "kind": kind,
        "reason": reason,
        "strength": strength,
        "by": by,
    }
    return Act(LINK_MADE, a.key.hex(), b.key.hex(), payload)


def links_made(acts: Sequence[Act]) -> list[Made]:
    """The links in force after these acts, in order; of two between the same ends the later one.

    >>> a, b = Span(bytes(12), 0, 4), Span(bytes(12), 5, 9)
    >>> from dataclasses import replace
    >>> one = replace(link_act(a, b, "supersedes", "", 1.0, "user"), number=1)
    >>> len(links_made([one])), links_made([one, Act(LINK_UNDONE, payload={"act": 1}, number=2)])
    (1, [])
    """
    found: dict[tuple[Span, Span, str], Made] = {}
    for act in in_force(acts, LINK_MADE, LINK_UNDONE):
        made = _link(act)
        if made is not None:
            found.pop((made.a, made.b, made.kind), None)
            found[made.a, made.b, made.kind] = made
    return sorted(found.values(), key=lambda one: one.number)


def in_force(acts: Sequence[Act], made: str, undone: str) -> list[Act]:
    """Acts of a verb that no later act undid, in order."""
    gone = {act.payload.get("act"): act.number for act in acts if act.verb == undone}
    return [
        act
        for act in sorted(acts, key=lambda one: one.number)
        if act.verb == made and gone.get(act.number, 0) <= act.number
    ]


def _link(act: Act) -> Made | None:
    """An act read back; None where a redaction has left nothing to go by."""
    payload = act.payload
    try:
        a, b = Span.parse(_words(payload, "a")), Span.parse(_words(payload, "b"))
    except InvalidInput:
        return None
    kind = _words(payload, "kind")
    if not kind:
        return None
    reason, by = _words(payload, "reason"), _words(payload, "by") or "user"
    return Made(act.number, a, b, kind, reason, strength_of(payload), by)


def _words(payload: Mapping[str, object], name: str) -> str:
    value = payload.get(name, "")
    return value if isinstance(value, str) else ""


def strength_of(payload: Mapping[str, object]) -> float:
    """The strength that an act gives, 1 where it gives none."""
    value = payload.get("strength", 1.0)
    return float(value) if isinstance(value, int | float) else 1.0


@dataclass(frozen=True, slots=True)
class Dug:
    """A tunnel made by hand, between two rooms by their numbers."""

    number: int
    a: int
    b: int
    reason: str
    strength: float
    by: str


def tunnel_act(a: int, b: int, reason: str, strength: float, by: str) -> Act:
    """The act that digs a tunnel. Rooms are named by number, which outlasts any renaming."""
    payload = {"reason": reason, "strength": strength, "by": by}
    return Act(TUNNEL_MADE, room_key(a), room_key(b), payload)


def merge_act(old: int, new: int) -> Act:
    """The act that says that a room went into another."""
    return Act(ROOMS_MERGED, room_key(old), room_key(new))


def room_key(room: int) -> str:
    """What acts call a room.

    >>> room_key(7)
    'room:7'
    """
    return f"room:{room}"


def tunnels_made(acts: Sequence[Act]) -> list[Dug]:
    """The tunnels in force after these acts, in order; those whose rooms were merged lead to what they became.

    A tunnel is one whichever of its ends is named first; of two between the same rooms the later one counts.

    >>> from dataclasses import replace
    >>> dug = replace(tunnel_act(1, 2, "both on sync", 1.0, "user"), number=1)
    >>> [(one.a, one.b) for one in tunnels_made([dug, replace(merge_act(2, 5), number=2)])]
    [(1, 5)]
    """
    found: dict[frozenset[int], Dug] = {}
    merged = [act for act in acts if act.verb == ROOMS_MERGED]
    for act in in_force(acts, TUNNEL_MADE, TUNNEL_UNDONE):
        a, b = (_room(act.subject, act.number, merged), _room(act.object, act.number, merged))
        if a is None or b is None or a == b:
            continue
        ends = frozenset((a, b))
        found.pop(ends, None)
        reason, by = _words(act.payload, "reason"), _words(act.payload, "by") or "user"
        found[ends] = Dug(act.number, a, b, reason, strength_of(act.payload), by)
    return sorted(found.values(), key=lambda one: one.number)


def _room(key: str, since: int, merged: Sequence[Act]) -> int | None:
    """The room that a key of an act means now."""
    for act in sorted(merged, key=lambda one: one.number):
        if act.number > since and act.subject == key:
            key = act.object
    head, _, number = key.partition(":")
    return int(number) if head == "room" and number.isdigit() else None
