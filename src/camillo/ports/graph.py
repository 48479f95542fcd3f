"""The port of walking: what hangs together with a question, found by following the palace's graph."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from camillo.ports.store import Snapshot


@dataclass(frozen=True, slots=True)
class Ground:
    """Where a walk may go.

    ``inside`` keeps those of some drawers that the caller's filters admit; ``beside`` gives the drawers
    before and after one in its conversation.
    """

    inside: Callable[[Sequence[int]], Sequence[int]]
    beside: Callable[[int], Sequence[int]]


@dataclass(frozen=True, slots=True)
class Step:
    """One node of a path: a drawer, or the key of an entity, and the kind of edge that leads to it.

    The first step's ``by`` is ``question`` (an entity that it names) or ``search`` (a passage that
    answers it). ``says`` is the predicate where a claim of ``drawer`` joins two entities.
    """

    by: str
    drawer: int = 0
    entity: str = ""
    says: str = ""


@dataclass(frozen=True, slots=True)
class Walked:
    """What a walk lends to drawers, in units of the scores that it began with.

    ``named`` came over edges that somebody has written down: a page's own name, a reference, a link made
    by hand. ``alike`` came over likeness and shared names. ``path`` gives the likeliest way to a drawer
    from anything but itself.
    """

    named: Mapping[int, float]
    alike: Mapping[int, float]
    path: Callable[[int], Sequence[Step]]


class Walker(Protocol):
    """Walks a palace's graph from a question and its best passages."""

    def __call__(
        self, question: str, best: Mapping[int, float], ground: Ground, snapshot: Snapshot
    ) -> Walked:
        """What the walk lends. ``best`` are the passages to begin at, by drawer, with their scores."""
        ...
