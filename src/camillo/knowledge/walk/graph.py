"""The palace as a graph, read as far as somebody walks: drawers, entities, and what joins them.

An entity is joined to the drawers that are headed by one of its names (its pages) and to those that
surely mention it; a drawer to the entities it names, to its linked drawers and to its neighbours in
the conversation. What has been read is kept for as long as the palace does not change.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from camillo.domain.knowledge import Link
from camillo.knowledge.entities.finding import NO_NAMES
from camillo.knowledge.entities.registry import Registry
from camillo.knowledge.entities.standing import plain_term
from camillo.knowledge.walk.made import Joined, joined
from camillo.ports.rows import Postings
from camillo.ports.store import Snapshot
from camillo.text.names import ENTITY_MARK, NAME_MARK, claim_key

#: A drawer by its number, an entity by its key.
Node = int | str

#: What is in more drawers than this leads nowhere, and no node has more edges of a kind.
HUB = 64
#: An entity that is asked about by name may be in so many.
_MOST_OF_AN_END = 20_000
HEADED, MENTIONED, MENTIONS = "headed", "mentioned", "mentions"
STATED, STATES, FACT = "stated", "states", "fact"
FOLLOWS = "follows"
#: Edges that are guessed from likeness, or say no more than that the same name stands in both. The others
#: somebody has written down: a page's own name, a reference, a link made by hand.
LOOSE = frozenset(("similar", "caused_by", FOLLOWS, MENTIONED, STATED))
#: How likely a walk takes an edge of a kind, at a weight of 1. An entity with a page of its own is
#: worth a step to it; what is only mentioned is worth a tenth of one.
_SHARED = 0.1
_LINKED = 0.3
_BESIDE = 0.01


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge to another node. A walk stays where it is with what a node's weights lack to 1.

    Of a fact ``says`` is the predicate and ``drawer`` states it.
    """

    to: Node
    weight: float
    kind: str
    says: str = ""
    drawer: int = 0


@dataclass(frozen=True, slots=True)
class _Entity:
    pages: tuple[int, ...]
    mentioned: tuple[int, ...]
    facts: tuple[Edge, ...]
    rarity: float


@dataclass
class Graph:
    """One state of a palace's graph. Give every call a snapshot of that state.

    ``ends`` are entities that somebody asks about by name: they lead somewhere however often they are named.
    """

    registry: Registry
    headed: Mapping[str, int]
    size: int
    made: Mapping[int, Sequence[Joined]]
    ends: frozenset[str] = frozenset()
    _entities: dict[str, _Entity] = field(default_factory=dict)
    _drawers: dict[int, tuple[Edge, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, snapshot: Snapshot, registry: Registry, size: int) -> "Graph":
        """The graph of a snapshot's state, nothing of it read but which headings there are."""
        headed = snapshot.term_counts(NAME_MARK, chr(ord(NAME_MARK) + 1))
        return cls(
            registry,
            {term[len(NAME_MARK) :]: count for term, count in headed.items()},
            size,
            joined(snapshot),
        )

    def leads(self, key: str) -> bool:
        """Whether an entity leads anywhere: to a page of its own, or to more drawers than one."""
        headed, named = self._counts(key)
        return 0 < headed <= HUB or 1 < named <= HUB or key in self.ends

    def rarity(self, key: str) -> float:
        """Between 0, every drawer has it, and 1; of an entity that was read."""
        return self._entities[key].rarity

    def read(self, nodes: Iterable[Node], snapshot: Snapshot) -> None:
        """Read the edges of nodes that nobody has read, each kind of row once."""
        nodes = [*nodes]
        entities = [one for one in nodes if isinstance(one, str) and one not in self._entities]
        drawers = [one for one in nodes if isinstance(one, int) and one not in self._drawers]
        if entities:
            self._read_entities(entities, snapshot)
        if drawers:
            self._read_drawers(drawers, snapshot)

    def edges(
        self,
        node: Node,
        inside: Callable[[Sequence[int]], Sequence[int]],
        beside: Callable[[int], Sequence[int]],
    ) -> list[Edge]:
        """The edges of a node that was read, to drawers inside alone."""
        if isinstance(node, str):
            found = self._entities[node]
            pages = [*inside(found.pages)]
            held = set(pages)
            others = [one for one in inside(found.mentioned) if one not in held]
            share = _SHARED if pages else 1.0
            states = set(inside([edge.drawer for edge in found.facts]))
            return [
                *(Edge(one, found.rarity / len(pages), HEADED) for one in pages),
                *(Edge(one, share * found.rarity / len(others), MENTIONED) for one in others),
                *(edge for edge in found.facts if edge.drawer in states),
            ]
        edges = self._drawers[node]
        there = set(inside([edge.to for edge in edges if isinstance(edge.to, int)]))
        kept = [edge for edge in edges if isinstance(edge.to, str) or edge.to in there]
        return [*kept, *(Edge(one, _BESIDE, FOLLOWS) for one in inside(beside(node)))]

    def _read_entities(self, keys: Sequence[str], snapshot: Snapshot) -> None:
        terms = {key: self._terms(key) for key in keys}
        found = snapshot.postings(sorted({term for each in terms.values() for term in each}))
        facts = self._facts([key for key in keys if not self.is_hub(key)], snapshot)
        for key in keys:
            self._entities[key] = self._entity(
                terms[key], found, facts.get(key, []), end=key in self.ends
            )

    def _terms(self, key: str) -> list[str]:
        """Index terms that tell where an entity leads, and how often its name is said as a word."""
        names = self.registry.names(key)
        headed, named = self._counts(key)
        wanted = [NAME_MARK + name for name in names if 0 < self.headed.get(name, 0) <= HUB]
        wanted += filter(None, [plain_term(term[len(NAME_MARK) :]) for term in wanted])
        # Of a page that one drawer mentions, that drawer is where the walk came from.
        if named > (1 if headed else 0):
            counts = self.registry.counts
            most = _MOST_OF_AN_END if key in self.ends else HUB
            wanted += [ENTITY_MARK + name for name in names if 0 < counts.get(name, 0) <= most]
        return wanted

    def _entity(
        self,
        terms: Sequence[str],
        found: Mapping[str, Postings],
        facts: Sequence[Edge],
        *,
        end: bool,
    ) -> _Entity:
        pages = _drawers_of((one for one in terms if one[0] == NAME_MARK), found)
        mentioned = _drawers_of((one for one in terms if one[0] == ENTITY_MARK), found)
        # A heading of one everyday word names nothing: how often it is said says how much it tells.
        said = [
            len(found[one].drawer)
            for one in terms
            if one[0] not in (NAME_MARK, ENTITY_MARK) and one in found
        ]
        rarity = self._rarity(max(len(pages), len(mentioned), *said, 1))
        stated = dict.fromkeys(edge.drawer for edge in facts)
        return _Entity(
            pages[:HUB],
            mentioned if len(mentioned) <= HUB or end else (),
            (
                *(Edge(one, _SHARED / len(stated), STATED) for one in stated),
                *(replace(edge, weight=_SHARED / len(facts)) for edge in facts),
            ),
            rarity,
        )

    def _facts(self, keys: Sequence[str], snapshot: Snapshot) -> dict[str, list[Edge]]:
        """Edges over claims to what else they speak of, each with the drawer that states it."""
        names = {name: key for key in keys for name in self.registry.names(key)}
        found: dict[str, list[Edge]] = {}
        for claimed in snapshot.claims(sorted(names)):
            ends = [claim_key(end) for end in (claimed.claim.subject, claimed.claim.object)]
            says, drawer = claimed.claim.predicate, claimed.drawer
            for one, other in (ends, ends[::-1]):
                edges = found.setdefault(names[one], []) if one in names else None
                if edges is not None and len(edges) < HUB:
                    edges.append(Edge(self.registry.resolve(other), 1.0, FACT, says, drawer))
        return found

    def _read_drawers(self, drawers: Sequence[int], snapshot: Snapshot) -> None:
        edges: dict[int, dict[Node, Edge]] = {drawer: {} for drawer in drawers}
        for drawer, known in snapshot.known(drawers).items():
            for mention in known.mentions:
                key = self.registry.resolve(mention.key)
                if key not in edges[drawer] and self.leads(key):
                    edges[drawer][key] = self._named(key)
        for claimed in snapshot.claims_of(drawers):
            for end in (claimed.claim.subject, claimed.claim.object):
                key = self.registry.resolve(claim_key(end))
                if key not in NO_NAMES and not self.is_hub(key):
                    edges[claimed.drawer].setdefault(key, Edge(key, _SHARED, STATES))
        links: dict[int, list[Edge]] = {drawer: [] for drawer in drawers}
        for link in snapshot.links(drawers):
            for one, other in ((link.a, link.b), (link.b, link.a)):
                if one in links:
                    links[one].append(_linked(link, other))
        for drawer in drawers:
            self._drawers[drawer] = (
                *edges[drawer].values(),
                *sorted(links[drawer], key=lambda edge: (-edge.weight, str(edge.to)))[:HUB],
                *(Edge(one.to, one.strength, one.kind) for one in self.made.get(drawer, ())[:HUB]),
            )

    def _named(self, key: str) -> Edge:
        headed, named = self._counts(key)
        rarity = self._rarity(max(1, headed, named))
        return Edge(key, rarity if headed else _SHARED * rarity, MENTIONS)

    def _counts(self, key: str) -> tuple[int, int]:
        """How many drawers are headed by an entity's names, and how many mention one, at the most."""
        names = self.registry.names(key)
        return (
            sum(self.headed.get(name, 0) for name in names),
            sum(self.registry.counts.get(name, 0) for name in names),
        )

    def is_hub(self, key: str) -> bool:
        """Whether an entity is named so often that it tells nothing of where to look."""
        return max(self._counts(key)) > HUB and key not in self.ends

    def _rarity(self, often: int) -> float:
        """Between 0, every drawer has it, and 1."""
        return max(0.0, 1.0 - math.log(often) / math.log1p(max(1, self.size)))


def _linked(link: Link, other: int) -> Edge:
    return Edge(other, _LINKED * link.weight, link.kind)


def _drawers_of(terms: Iterable[str], found: Mapping[str, Postings]) -> tuple[int, ...]:
    drawers: dict[int, None] = {}
    for term in terms:
        if term in found:
            drawers.update(dict.fromkeys(found[term].drawer.tolist()))
    return tuple(drawers)
