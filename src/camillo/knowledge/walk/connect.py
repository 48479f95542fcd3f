"""How two nodes hang together: the likeliest way, looked for from both ends at once."""

import heapq
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from camillo.knowledge.walk.graph import Edge, Node

#: Each step costs so much beside its likelihood: of two ways as likely the shorter is told.
_STEP = 1.0
#: Nodes that are looked at from both ends together, and how many are read at a time.
_MOST, _READ = 3_000, 32

Neighbours = Callable[[Sequence[Node]], Sequence[Sequence[Edge]]]
#: A node and the edge over which it was reached; no edge at an end.
Way = list[tuple[Node, Edge | None]]


@dataclass
class _Side:
    """What was reached from one end: costs, steps, and over which edge from where."""

    start: Node
    cost: dict[Node, float] = field(default_factory=dict)
    steps: dict[Node, int] = field(default_factory=dict)
    before: dict[Node, tuple[Node, Edge]] = field(default_factory=dict)
    waiting: list[tuple[float, str, Node]] = field(default_factory=list)
    done: set[Node] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.cost[self.start], self.steps[self.start] = 0.0, 0
        self.waiting.append((0.0, "", self.start))

    @property
    def least(self) -> float:
        """The cost of what is looked at next."""
        while self.waiting and self.waiting[0][2] in self.done:
            heapq.heappop(self.waiting)
        return self.waiting[0][0] if self.waiting else math.inf

    def next(self) -> Node:
        """Take the cheapest that waits."""
        _, _, node = heapq.heappop(self.waiting)
        self.done.add(node)
        return node

    def reach(self, node: Node, edges: Sequence[Edge], most: int) -> None:
        """Follow the edges of a node, as long as they stay within so many steps."""
        if self.steps[node] >= most:
            return
        for edge in edges:
            if edge.weight <= 0:
                continue
            cost = self.cost[node] + _STEP - math.log(min(1.0, edge.weight))
            if cost < self.cost.get(edge.to, math.inf):
                self.cost[edge.to], self.steps[edge.to] = cost, self.steps[node] + 1
                self.before[edge.to] = (node, edge)
                heapq.heappush(self.waiting, (cost, f"{edge.kind} {edge.to}", edge.to))

    def way(self, node: Node) -> list[tuple[Node, Edge]]:
        """Back from a node to the start: each node with the edge from it."""
        found = []
        while node in self.before:
            node, edge = self.before[node]
            found.append((node, edge))
        return found


def connect(a: Node, b: Node, neighbours: Neighbours, hops: int) -> Way | None:
    """The likeliest way of at most ``hops`` steps, from ``a`` to ``b``; None where none was found.

    Edges found from the end are told in their reverse, so the caller turns their kinds round
    (:func:`camillo.knowledge.walk.connect.turned`). It looks at 3,000 nodes at the most.
    """
    ends = _Side(a), _Side(b)
    read: dict[Node, Sequence[Edge]] = {}
    best = math.inf
    way: Way | None = None
    for _ in range(_MOST):
        side = min(ends, key=lambda one: one.least)
        other = ends[1] if side is ends[0] else ends[0]
        # Nothing that still waits can make a cheaper way; an end whose all was seen waits for nothing.
        ahead = other.least if other.least < math.inf else 0.0
        if side.least == math.inf or side.least + ahead >= best:
            break
        _fill(side, read, neighbours)
        node = side.next()
        side.reach(node, read[node], hops)
        for edge in (None, *read[node]):
            near = node if edge is None else edge.to
            if near in side.cost and near in other.cost:
                whole = side.cost[near] + other.cost[near]
                if whole < best:
                    # Joined now: a cheaper way to a node of it that is found later may be a longer one.
                    joined = _joined(ends[0], ends[1], near)
                    if len(joined) - 1 <= hops:
                        best, way = whole, joined
    return way


def _fill(side: _Side, read: dict[Node, Sequence[Edge]], neighbours: Neighbours) -> None:
    """Read what is looked at next, and what may be soon."""
    if side.waiting[0][2] in read:
        return
    soon = [node for _, _, node in heapq.nsmallest(_READ, side.waiting) if node not in read]
    nodes = list(dict.fromkeys(soon))
    read.update(zip(nodes, neighbours(nodes), strict=True))


def _joined(first: _Side, second: _Side, met: Node) -> Way:
    way: Way = [(first.start, None)]
    way += [(edge.to, edge) for _, edge in reversed(first.way(met))]
    for node, edge in second.way(met):
        way.append((node, turned(edge, node)))
    return way


_TURNED = {"mentions": "mentioned", "mentioned": "mentions", "headed": "mentions",
           "states": "stated", "stated": "states"}  # fmt: skip


def turned(edge: Edge, node: Node) -> Edge:
    """The same edge walked the other way, to ``node``."""
    return Edge(node, edge.weight, _TURNED.get(edge.kind, edge.kind), edge.says, edge.drawer)
