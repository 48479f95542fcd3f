"""From an effect back to its causes, the surest first, each drawer once."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from camillo.domain.knowledge import Link
from camillo.knowledge.links.origins import CAUSED_BY

MOST_STEPS = 24


@dataclass(frozen=True, slots=True)
class Visit:
    """A drawer on the way: how many steps from the end, what it is the cause of (0: the end), how surely."""

    drawer: int
    depth: int
    of: int = 0
    weight: float = 1.0


def walk(end: int, links: Callable[[Sequence[int]], Sequence[Link]], depth: int) -> list[Visit]:
    """The end, then each step followed by its own causes, at most 24 steps.

    A drawer that is the cause of several on the way stands after the first of them; where causes go in a circle
    the walk ends.

    >>> edges = [Link(3, 2, "caused_by"), Link(2, 1, "caused_by"), Link(1, 3, "caused_by")]
    >>> found = walk(3, lambda drawers: [one for one in edges if one.a in drawers], 4)
    >>> [(one.drawer, one.depth, one.of) for one in found]
    [(3, 0, 0), (2, 1, 3), (1, 2, 2)]
    """
    causes: dict[int, list[Link]] = {}
    seen, frontier = {end}, [end]
    for _ in range(depth):
        if not frontier:
            break
        for link in links(frontier):
            if link.kind == CAUSED_BY and link.a in frontier:
                causes.setdefault(link.a, []).append(link)
        reached = {link.b for drawer in frontier for link in causes.get(drawer, ())}
        frontier = sorted(reached - seen)[:MOST_STEPS]
        seen |= reached
    return _in_order(end, causes, depth)


def _in_order(end: int, causes: dict[int, list[Link]], depth: int) -> list[Visit]:
    found: list[Visit] = []
    told: set[int] = set()
    waiting = [Visit(end, 0)]
    while waiting and len(found) < MOST_STEPS:
        here = waiting.pop()
        if here.drawer in told:
            continue
        told.add(here.drawer)
        found.append(here)
        if here.depth < depth:
            # Taken from the end of the list: the surest comes next.
            waiting += sorted(
                (
                    Visit(link.b, here.depth + 1, here.drawer, link.weight)
                    for link in causes.get(here.drawer, ())
                ),
                key=lambda one: (one.weight, -one.drawer),
            )
    return found
