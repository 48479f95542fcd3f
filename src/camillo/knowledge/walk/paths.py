"""Likeliest paths through edges that a walk has read."""

import heapq
import math
from collections.abc import Iterable, Mapping
from itertools import count

from camillo.knowledge.walk.graph import Edge, Node
from camillo.ports.graph import Step

#: Longer ways explain nothing.
_MOST_STEPS = 8
_WAYS = 2

#: By node and seed, where the way from that seed comes from, and over which edge; None at the seed.
Ways = Mapping[Node, Mapping[Node, tuple[Node, Edge] | None]]


def likeliest(seeds: Mapping[Node, float], edges: Mapping[Node, Iterable[Edge]]) -> Ways:
    """The likeliest ways to each node from two seeds, the likelier first.

    The likelihood of a way is its seed's share times its edges' weights. Ties go by kind and node, so that
    the same edges give the same ways.
    """
    total = sum(seeds.values())
    ways: dict[Node, dict[Node, tuple[Node, Edge] | None]] = {}
    turn = count()
    waiting: list[tuple[float, int, str, int, Node, Node, tuple[Node, Edge] | None]] = [
        (-math.log(weight / total), 0, str(node), next(turn), node, node, None)
        for node, weight in seeds.items()
        if weight > 0
    ]
    heapq.heapify(waiting)
    while waiting:
        cost, steps, _, _, node, seed, way = heapq.heappop(waiting)
        found = ways.setdefault(node, {})
        if seed in found or len(found) == _WAYS:
            continue
        found[seed] = way
        if steps == _MOST_STEPS:
            continue
        for edge in edges.get(node, ()):
            there = ways.get(edge.to, {})
            if edge.weight > 0 and seed not in there and len(there) < _WAYS:
                further = cost - math.log(min(1.0, edge.weight))
                told = f"{edge.kind} {edge.to}"
                heapq.heappush(
                    waiting, (further, steps + 1, told, next(turn), edge.to, seed, (node, edge))
                )
    return ways


def steps_to(node: Node, ways: Ways) -> tuple[Step, ...]:
    """The way to a node from the likeliest seed that is not the node itself; empty where none leads there."""
    seed = next((one for one in ways.get(node, ()) if one != node), None)
    if seed is None:
        return ()
    found: list[Step] = []
    way = ways[node][seed]
    while way is not None:
        found.append(step_over(way[1]))
        node = way[0]
        way = ways[node][seed]
    return (first_step(node), *reversed(found))


def first_step(node: Node) -> Step:
    """Where a path begins: an entity that was asked for, or a passage that was found."""
    return Step("question", entity=node) if isinstance(node, str) else Step("search", node)


def step_over(edge: Edge) -> Step:
    """The node that an edge leads to, as a step."""
    if isinstance(edge.to, str):
        return Step(edge.kind, edge.drawer, edge.to, edge.says)
    return Step(edge.kind, edge.to)
