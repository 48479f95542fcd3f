"""Personalised PageRank by local push: its cost follows the neighbourhood, not the graph.

Andersen, Chung and Lang, "Local graph partitioning using PageRank vectors" (2006), section 3, with the
walk that always moves instead of the lazy one (the same vectors at another damping), and all nodes
that are due pushed in one round, so that a store is read once a hop.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Node = TypeVar("Node", bound=Hashable)

Edges = Sequence[tuple[Node, float]]
#: The edges that leave each of some nodes, in the given order; weights are positive.
Neighbours = Callable[[Sequence[Node]], Sequence[Edges[Node]]]


@dataclass(frozen=True, slots=True)
class Pushed(Generic[Node]):
    """``score`` approximates the PageRank of each node reached; ``left`` is the mass not yet pushed.

    Both together add up to the seeds' mass, 1. ``pushes`` counts pushes, ``edges`` the edges they read.
    """

    score: Mapping[Node, float]
    left: float
    pushes: int
    edges: int


def push(
    seeds: Mapping[Node, float],
    neighbours: Neighbours[Node],
    *,
    damping: float,
    tolerance: float,
    most: int = 1 << 62,
) -> Pushed[Node]:
    """The stationary distribution of a walk that begins anew at the seeds with ``1 - damping`` a step.

    It follows edges by weight; a node without edges keeps the walk until it begins anew. Pushing ends when no
    node holds ``tolerance`` or more for each of its edges, so that no score is further off than that, or
    before the ``most``-th push would be passed. The same graph and seeds give the same floats.

    >>> around = {"a": [("b", 1.0)], "b": [("a", 1.0)]}
    >>> found = push({"a": 1.0}, lambda nodes: [around[n] for n in nodes], damping=0.5, tolerance=1e-9)
    >>> {node: round(score, 6) for node, score in found.score.items()}
    {'a': 0.666667, 'b': 0.333333}
    """
    total = sum(weight for weight in seeds.values() if weight > 0)
    held = {node: weight / total for node, weight in seeds.items() if weight > 0}
    score: dict[Node, float] = {}
    known: dict[Node, tuple[Edges[Node], float]] = {}
    due = list(held)
    pushes = edges = 0
    while due:
        _read([node for node in due if node not in known], neighbours, known)
        touched: dict[Node, None] = {}
        for node in due:
            leaving, weight = known[node]
            mass = held[node]
            if mass < tolerance * max(1, len(leaving)):
                continue
            if pushes == most:
                break
            pushes, edges = pushes + 1, edges + len(leaving)
            if not weight:
                score[node] = score.get(node, 0.0) + mass
                held[node] = 0.0
                continue
            score[node] = score.get(node, 0.0) + (1 - damping) * mass
            held[node] = 0.0
            share = damping * mass / weight
            for other, each in leaving:
                held[other] = held.get(other, 0.0) + share * each
                touched[other] = None
        due = [node for node in touched if held[node] >= tolerance] if pushes < most else []
    return Pushed(score, sum(held.values()), pushes, edges)


def _read(
    nodes: Sequence[Node],
    neighbours: Neighbours[Node],
    known: dict[Node, tuple[Edges[Node], float]],
) -> None:
    if not nodes:
        return
    for node, leaving in zip(nodes, neighbours(nodes), strict=True):
        known[node] = leaving, sum(weight for _, weight in leaving)
