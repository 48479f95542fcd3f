"""Walking from a question: its entities and best passages are where personalised PageRank begins anew."""

from collections.abc import Mapping, Sequence
from functools import cache
from threading import Lock

from camillo.knowledge.entities.asking import entities_of
from camillo.knowledge.entities.registry import Names
from camillo.knowledge.walk.graph import LOOSE, Edge, Graph, Node
from camillo.knowledge.walk.paths import likeliest, steps_to
from camillo.knowledge.walk.push import push
from camillo.ports.graph import Ground, Step, Walked
from camillo.ports.rows import Tick
from camillo.ports.store import Snapshot
from camillo.text.names import mentioned
from camillo.text.stops import all_function_words

#: The share of a step that goes on; the rest begins anew.
DAMPING = 0.5
#: A node is pushed while it holds so much for each of its edges, and so many are at the most.
_TOLERANCE, _MOST_PUSHES = 1e-3, 1_000
#: So many names that a question holds are where a walk begins.
_MOST_NAMES = 12
_READ = 1_000


class PalaceWalker:
    """Implements :class:`camillo.ports.graph.Walker` over one palace; threads may share it."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._lock = Lock()
        self._kept: tuple[Tick, Graph] | None = None

    def graph(self, snapshot: Snapshot) -> Graph:
        """The graph of a snapshot's state, with what earlier walks over the same state have read."""
        tick = snapshot.tick()
        with self._lock:
            if self._kept is None or self._kept[0] != tick:
                registry = self._names.at(snapshot)
                self._kept = (tick, Graph.of(snapshot, registry, snapshot.last_drawer()))
            return self._kept[1]

    def __call__(
        self, question: str, best: Mapping[int, float], ground: Ground, snapshot: Snapshot
    ) -> Walked:
        """What the walk lends: what it brings to a drawer beyond the drawer's own share of the seeds."""
        graph = self.graph(snapshot)
        keys = names_of(question, graph, snapshot)
        graph.read(keys, snapshot)
        seeds: dict[Node, float] = {key: graph.rarity(key) for key in keys}
        seeds.update(_weighed(best))
        read: dict[Node, list[Edge]] = {}

        def neighbours(nodes: Sequence[Node]) -> list[list[tuple[Node, float]]]:
            graph.read(nodes, snapshot)
            found = []
            for node in nodes:
                edges = read[node] = graph.edges(node, ground.inside, ground.beside)
                pairs = [(edge.to, edge.weight) for edge in edges]
                stay = _stay(edges)
                found.append([*pairs, (node, stay)] if stay > 0 else pairs)
            return found

        pushed = push(seeds, neighbours, damping=DAMPING, tolerance=_TOLERANCE, most=_MOST_PUSHES)
        named, alike = _lent(pushed.score, sum(seeds.values()), read)
        ways = cache(lambda: likeliest(seeds, read))

        def path(drawer: int) -> Sequence[Step]:
            return steps_to(drawer, ways())

        return Walked(named, alike, path)


def names_of(question: str, graph: Graph, snapshot: Snapshot) -> list[str]:
    """Keys of the entities and headings that a question names, in its order, the longest of each.

    What stands in every other passage tells nothing of where to look, and is left out.
    """
    question = question[:_READ]
    headings = [
        graph.registry.resolve(key)
        for key in mentioned(question, all_function_words(), any_case=True)
        if key in graph.headed
    ]
    found = dict.fromkeys((*entities_of(question, snapshot, graph.registry), *headings))
    keys = [key for key in found if not graph.is_hub(key)]
    longest = [
        key for key in keys if not any(f" {key} " in f" {one} " for one in keys if one != key)
    ]
    return longest[:_MOST_NAMES]


def _weighed(best: Mapping[int, float]) -> dict[Node, float]:
    """Passages by the square of their scores over the best: those far behind begin little."""
    top = max(best.values(), default=0.0)
    return {drawer: score * score / top for drawer, score in best.items() if score > 0}


def _lent(
    score: Mapping[Node, float], total: float, read: Mapping[Node, Sequence[Edge]]
) -> tuple[dict[int, float], dict[int, float]]:
    """What drawers got over each kind of edge, in units of the seeds' weights.

    What left a drawer and came straight back is no news of it and is not counted.
    """
    shares = {node: _shares(edges) for node, edges in read.items()}
    named: dict[int, float] = {}
    alike: dict[int, float] = {}
    scale = DAMPING / (1 - DAMPING) * total
    for node, mass in score.items():
        # What stays at a node passes it again and again.
        passes = DAMPING / (1.0 - DAMPING * _stay(read.get(node, ())))
        for edge in read.get(node, ()):
            if not isinstance(edge.to, int):
                continue
            back = score.get(edge.to, 0.0) * shares.get(edge.to, {}).get(node, 0.0)
            into = alike if edge.kind in LOOSE else named
            news = max(0.0, mass - passes * back) * edge.weight / _whole(read[node])
            into[edge.to] = into.get(edge.to, 0.0) + scale * news
    return named, alike


def _shares(edges: Sequence[Edge]) -> dict[Node, float]:
    """How likely a walk goes from a node to each other."""
    whole = _whole(edges)
    shares: dict[Node, float] = {}
    for edge in edges:
        shares[edge.to] = shares.get(edge.to, 0.0) + edge.weight / whole
    return shares


def _stay(edges: Sequence[Edge]) -> float:
    """What a walk keeps at a node whose edges do not take it all; where there are none it stays anyway."""
    return max(0.0, 1.0 - sum(edge.weight for edge in edges)) if edges else 0.0


def _whole(edges: Sequence[Edge]) -> float:
    return max(1.0, sum(edge.weight for edge in edges))
