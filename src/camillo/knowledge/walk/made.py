"""Links made by hand, as edges between the drawers that live at their ends."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from camillo.domain.drawer import Span
from camillo.knowledge.links.made import LINK_VERBS, links_made
from camillo.ports.store import Snapshot


@dataclass(frozen=True, slots=True)
class Joined:
    """One end as the other sees it."""

    to: int
    kind: str
    strength: float


def joined(snapshot: Snapshot) -> Mapping[int, Sequence[Joined]]:
    """Links made by hand that are in force, by drawer, seen from both ends; forgotten ends have none."""
    found: dict[int, list[Joined]] = defaultdict(list)
    for link in links_made(snapshot.acts(LINK_VERBS)):
        a, b = first_drawer(snapshot, link.a), first_drawer(snapshot, link.b)
        if a is None or b is None or a == b:
            continue
        strength = min(1.0, max(0.0, link.strength))
        found[a].append(Joined(b, link.kind, strength))
        found[b].append(Joined(a, link.kind, strength))
    return found


def first_drawer(snapshot: Snapshot, span: Span) -> int | None:
    """The first drawer that a span touches; None where none lives."""
    turn = snapshot.turn(span.key)
    cuts = snapshot.cuts_of(turn.number) if turn is not None else {}
    touched = (d for d, (start, end) in cuts.items() if start < span.end and span.start < end)
    return next(touched, None)
