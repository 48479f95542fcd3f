"""Messages that answer one another form trees; people read one line of each."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(slots=True)
class Line:
    """A run of nodes, each the parent of the next: the visible line of its tree, or a branch."""

    nodes: list[int]
    visible: bool


def lines(parents: Sequence[int], ranks: Sequence[float], stop: int = -1) -> list[Line]:
    """Cut a forest into lines, each tree's visible line before its branches.

    ``parents[i]`` is the parent of node i, or -1 for a root; there must be no cycle (see `uncycle`). A line goes
    from a node to the child whose subtree holds the highest rank; every other child starts a
    branch. ``stop``, where given, is where its visible line ends although it may have children.

    >>> [(line.nodes, line.visible) for line in lines([-1, 0, 1, 0, 3], [0, 1, 2, 3, 4])]
    [([0, 3, 4], True), ([1, 2], False)]
    """
    children: list[list[int]] = [[] for _ in parents]
    for node, parent in enumerate(parents):
        if parent >= 0:
            children[parent].append(node)
    best = _best(parents, children, ranks, stop)
    found: list[Line] = []
    starts = [(node, True) for node in reversed(range(len(parents))) if parents[node] < 0]
    while starts:
        node, visible = starts.pop()
        line = Line([], visible)
        found.append(line)
        while node >= 0:
            line.nodes.append(node)
            after = -1 if node == stop else max(children[node], key=best.__getitem__, default=-1)
            starts.extend((child, False) for child in reversed(children[node]) if child != after)
            node = after
    return found


def uncycle(parents: list[int]) -> list[int]:
    """Cut every cycle by making one node of it a root; returns the nodes that were cut loose.

    >>> parents = [2, 0, 1, 0]
    >>> uncycle(parents), parents
    ([0], [-1, 0, 1, 0])
    """
    cut = []
    walk = [0] * len(parents)
    for first in range(len(parents)):
        node = first
        while node >= 0 and not walk[node]:
            walk[node] = first + 1
            node = parents[node]
        if node >= 0 and walk[node] == first + 1:
            cut.append(node)
            parents[node] = -1
    return cut


def _best(
    parents: Sequence[int], children: Sequence[Sequence[int]], ranks: Sequence[float], stop: int
) -> list[float]:
    """The highest rank in each node's subtree; the one that holds ``stop`` wins."""
    best = list(ranks)
    if stop >= 0:
        best[stop] = float("inf")
    waiting = [len(own) for own in children]
    ready = [node for node, count in enumerate(waiting) if not count]
    while ready:
        node = ready.pop()
        parent = parents[node]
        if parent >= 0:
            best[parent] = max(best[parent], best[node])
            waiting[parent] -= 1
            if not waiting[parent]:
                ready.append(parent)
    return best
