"""How two things of a palace hang together: the likeliest path between them, each step with its source."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from camillo.app.clock import now
from camillo.app.facts.beliefs import Beliefs
from camillo.app.ids import span_of
from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.fact import Fact
from camillo.domain.search import Filters, Memory
from camillo.domain.trace import Trace, TraceStep
from camillo.knowledge.entities.asking import keys_of_name
from camillo.knowledge.walk.connect import Way, connect
from camillo.knowledge.walk.graph import FACT, Edge, Graph, Node
from camillo.knowledge.walk.made import first_drawer
from camillo.ports.graph import Ground
from camillo.ports.store import Snapshot
from camillo.recall.catalogue import load
from camillo.recall.filters import mask
from camillo.recall.graph import ground

if TYPE_CHECKING:
    from camillo.app.compose import Parts

MOST_HOPS = 8
#: A fact is as good as a step as anything can be.
_FACT_WEIGHT = 0.5


def trace(parts: "Parts", a: str, b: str, hops: int) -> Trace | None:
    """See :meth:`camillo.app.palace.Palace.trace`."""
    if not 1 <= hops <= MOST_HOPS:
        raise InvalidInput(f"a path of {hops} hops cannot be asked for", f"use 1 to {MOST_HOPS}")
    with parts.store.snapshot() as snapshot:
        return Tracing(parts, snapshot).path(a, b, hops)


class Tracing:
    """One question about one state of a palace."""

    def __init__(self, parts: "Parts", snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._registry = parts.names().at(snapshot)
        catalogue = load(snapshot, None)
        self._ground: Ground = ground(mask(Filters(), catalogue, snapshot), catalogue)
        self._graph = Graph.of(snapshot, self._registry, catalogue.size)
        self._beliefs = Beliefs(snapshot, self._registry)
        self._facts: dict[tuple[str, str, str], Fact] = {}

    def path(self, a: str, b: str, hops: int) -> Trace | None:
        """The likeliest path, if any."""
        first, last = self.node(a), self.node(b)
        named = frozenset(one for one in (first, last) if isinstance(one, str))
        self._graph.ends = named
        way = connect(first, last, self.neighbours, hops)
        return None if way is None else Trace(tuple(self._told(way)))

    def node(self, given: str) -> Node:
        """What somebody names: a text by its id, else an entity.

        Raises:
            NotFound: the palace has neither.
        """
        if ":" in given:
            try:
                span = span_of(self._snapshot, given)
            except InvalidInput:
                return self._entity(given)
            drawer = first_drawer(self._snapshot, span)
            if drawer is None:
                raise NotFound(f"nothing has the id {given!r}", "it may have been forgotten")
            return drawer
        return self._entity(given)

    def _entity(self, name: str) -> str:
        for key in keys_of_name(name):
            entity = self._registry.resolve(key)
            if self._registry.knows(key) or self._graph.headed.get(key) or self._stated([entity]):
                return entity
        raise NotFound(f"no entity is named {name!r}", "see `camillo entity list`")

    def around(self, node: Node) -> list[Edge]:
        """The edges of one node that somebody asks about, however often it is named."""
        self._graph.ends = frozenset([node] if isinstance(node, str) else [])
        return self.neighbours([node])[0]

    def neighbours(self, nodes: Sequence[Node]) -> list[list[Edge]]:
        """The edges of each node, facts as they are believed among them."""
        self._graph.read(nodes, self._snapshot)
        entities = [
            node for node in nodes if isinstance(node, str) and not self._graph.is_hub(node)
        ]
        facts = self._stated(entities)
        found = []
        for node in nodes:
            edges = self._graph.edges(node, self._ground.inside, self._ground.beside)
            # What is believed stands in the place of single claims: it was weighed, and can be by hand.
            kept = [edge for edge in edges if edge.kind != FACT]
            found.append([*kept, *facts.get(node, ())] if isinstance(node, str) else kept)
        return found

    def _stated(self, entities: Sequence[str]) -> dict[Node, list[Edge]]:
        """Edges over what is believed of entities now."""
        if not entities:
            return {}
        belief = self._beliefs.about(entities, now=now())
        found: dict[Node, list[Edge]] = {}
        for fact in belief.held:
            subject, says, obj = belief.triples[fact.id]
            self._facts.setdefault((subject, says, obj), fact)
            for one, other in ((subject, obj), (obj, subject)):
                if one in entities and one != other:
                    weight = _FACT_WEIGHT * max(0.1, min(1.0, fact.confidence))
                    found.setdefault(one, []).append(Edge(other, weight, FACT, says))
        return found

    def _told(self, way: Way) -> list[TraceStep]:
        drawers = [node for node, _ in way if isinstance(node, int)]
        memories = self._snapshot.passages(drawers)
        steps: list[TraceStep] = []
        for at, (node, edge) in enumerate(way):
            by = edge.kind if edge is not None else ""
            if isinstance(node, int):
                steps.append(_text_step(by, memories[node]))
            elif edge is not None and edge.kind == FACT:
                before = way[at - 1][0]
                steps.append(self._fact_step(str(before), node, edge.says))
            else:
                beside = [way[i][0] for i in (at - 1, at + 1) if 0 <= i < len(way)]
                source = next((memories[one] for one in beside if isinstance(one, int)), None)
                steps.append(_entity_step(by, node, source))
        if len(steps) > 1 and not steps[0].cite:
            # Between two entities a fact's words speak of both.
            rest = steps[1]
            steps[0] = replace(
                steps[0],
                text=rest.text,
                cite=rest.cite,
                at=rest.at,
                speaker=rest.speaker,
                source=rest.source,
            )
        return steps

    def _fact_step(self, one: str, other: str, says: str) -> TraceStep:
        fact = self._facts.get((one, says, other)) or self._facts[other, says, one]
        memory = self._snapshot.get(Span.parse(fact.cite), 0) if fact.cite else None
        told = f"{fact.subject} {fact.predicate} {fact.object}"
        if memory is None:
            return TraceStep(FACT, entity=other, says=told)
        return _with_source(TraceStep(FACT, entity=other, says=told), memory)


def _text_step(by: str, memory: Memory) -> TraceStep:
    return _with_source(TraceStep(by, id=memory.id), memory)


def _entity_step(by: str, key: str, memory: Memory | None) -> TraceStep:
    step = TraceStep(by, entity=key)
    return step if memory is None else _with_source(step, memory)


def _with_source(step: TraceStep, memory: Memory) -> TraceStep:
    return TraceStep(
        by=step.by,
        entity=step.entity,
        id=step.id,
        says=step.says,
        text=memory.text,
        cite=memory.id,
        at=memory.turn.at,
        speaker=memory.turn.speaker,
        source=memory.source,
    )
