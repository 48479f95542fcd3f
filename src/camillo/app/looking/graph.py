"""The graph as it is looked at: a thing and what is beside it, and how the notes and facts of all hang together."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from camillo.app.clock import now
from camillo.app.facts.beliefs import Beliefs
from camillo.app.links.tracing import Tracing
from camillo.app.notes import book
from camillo.app.notes.linked import leading, resolved
from camillo.domain.drawer import Span
from camillo.domain.errors import NotFound
from camillo.domain.fact import Fact
from camillo.domain.note import LAYERS
from camillo.domain.search import Memory
from camillo.domain.trace import TraceStep
from camillo.knowledge.entities.registry import Registry
from camillo.knowledge.entities.view import View
from camillo.knowledge.facts.statements import ADDED
from camillo.knowledge.facts.view import Belief
from camillo.knowledge.walk.graph import FACT, STATED, STATES, Edge
from camillo.ports.notes import NoteRow
from camillo.ports.store import Snapshot
from camillo.text.names import ENTITY_MARK, claim_key, name_key

if TYPE_CHECKING:
    from camillo.app.compose import Parts

Kind = Literal["entity", "memory", "page", "source"]
ENTITY: Kind = "entity"
MEMORY: Kind = "memory"
#: Characters of a text that name it.
_LABEL = 80
#: So many names are read for those that begin as somebody types.
_MOST_NAMES = 500


@dataclass(frozen=True, slots=True)
class Dot:
    """A thing of the graph. ``ref`` is an entity's key, a memory's id or a note's slug, by its ``kind``."""

    kind: Kind
    ref: str
    label: str
    at: str | None = None
    wing: str = ""

    @property
    def id(self) -> str:
        """What tells it from all others, and what it is asked for by."""
        return f"{self.kind}:{self.ref}"


@dataclass(frozen=True, slots=True)
class Tie:
    """What joins two dots: from ``a`` to ``b``, of a ``kind`` (``fact``, ``link``, ``mentions``, ...).

    ``says`` is a fact's predicate and ``fact`` its id; ``since`` and ``until`` are when it holds.
    """

    a: str
    b: str
    kind: str
    weight: float = 1.0
    says: str = ""
    fact: str = ""
    since: str | None = None
    until: str | None = None


@dataclass(frozen=True, slots=True)
class Web:
    """Dots and ties. ``more`` counts neighbours that were left out; ``centre`` is the dot asked about."""

    dots: tuple[Dot, ...]
    ties: tuple[Tie, ...]
    centre: str = ""
    more: int = 0


def around(parts: "Parts", snapshot: Snapshot, id: str, limit: int) -> Web:
    """A thing with its nearest, at most ``limit`` of them.

    Raises:
        NotFound: the palace has no such thing.
    """
    return _Drawing(parts, snapshot).around(id, limit)


def overview(parts: "Parts", snapshot: Snapshot, limit: int) -> Web:
    """Notes with their links and entities with the facts between them, at most ``limit`` dots."""
    return _Drawing(parts, snapshot).overview(limit)


def named(parts: "Parts", snapshot: Snapshot, text: str, limit: int) -> tuple[Dot, ...]:
    """Entities and notes whose names begin with, or have, what somebody types."""
    wanted = text.strip().casefold()
    notes = [
        _note_dot(row)
        for row in snapshot.notes()
        if not row.deleted and (wanted in row.title.casefold() or wanted in row.slug)
    ]
    entities = _entities_named(snapshot, parts.names().at(snapshot), text, limit)
    half = max(limit // 2, limit - len(notes))
    return (*entities[:half], *notes[: limit - len(entities[:half])])


def _entities_named(snapshot: Snapshot, registry: Registry, text: str, limit: int) -> list[Dot]:
    """Entities whose names begin so: those that texts name, then those that facts alone speak of."""
    key = name_key(text)
    if not key:
        return []
    counts = snapshot.term_counts(ENTITY_MARK + key, ENTITY_MARK + key + chr(0x10FFFF))
    best = sorted(counts, key=lambda term: (-counts[term], term))[:_MOST_NAMES]
    heads = [*dict.fromkeys(registry.resolve(term[len(ENTITY_MARK) :]) for term in best)][:limit]
    found = {one.key: one.name for one in View(snapshot, registry).entities(heads)}
    for act in snapshot.acts([ADDED]):
        for end in (act.payload.get("subject"), act.payload.get("object")):
            told = claim_key(str(end or ""))
            if told.startswith(key):
                found.setdefault(registry.resolve(told), str(end))
    return [_entity_dot(key, name) for key, name in [*found.items()][:limit]]


@dataclass(frozen=True, slots=True)
class Passed:
    """A dot on a path and what leads to it from the one before: see :class:`camillo.domain.trace.TraceStep`."""

    dot: Dot
    step: TraceStep


def path(parts: "Parts", snapshot: Snapshot, a: str, b: str, hops: int) -> tuple[Passed, ...]:
    """The likeliest way between two dots; empty where there is none of so few steps.

    Raises:
        NotFound: the palace lacks one of them.
    """
    tracing = Tracing(parts, snapshot)
    found = tracing.path(_reference(a, snapshot), _reference(b, snapshot), hops)
    return _Drawing(parts, snapshot).passed(found.steps) if found else ()


def _reference(id: str, snapshot: Snapshot) -> str:
    """A dot as a trace is asked for it: an entity's key, or the id of a text."""
    kind, _, ref = id.partition(":")
    if kind in LAYERS:
        return book.find(snapshot, ref).id
    if kind in (ENTITY, MEMORY) and ref:
        return ref
    raise NotFound(f"there is no {id[:80]!r} in the graph", "look it up by its name")


@dataclass
class _Drawing:
    """Draws a part of one state of a palace's graph."""

    parts: "Parts"
    snapshot: Snapshot
    dots: dict[str, Dot] = field(default_factory=dict)
    ties: dict[tuple[str, str, str, str], Tie] = field(default_factory=dict)

    def around(self, id: str, limit: int) -> Web:
        kind, _, ref = id.partition(":")
        if kind == ENTITY and ref:
            centre = self._around_entity(ref, limit)
        elif kind in LAYERS:
            centre = self._around_note(book.find(self.snapshot, ref), limit)
        elif kind == MEMORY and ref:
            centre = self._around_text(ref, limit)
        else:
            raise NotFound(f"there is no {id[:80]!r} in the graph", "look it up by its name")
        return self._web(centre, limit)

    def _around_entity(self, key: str, limit: int) -> str:
        tracing = Tracing(self.parts, self.snapshot)
        node = str(tracing.node(key))
        belief = self._beliefs().about([node], now=now())
        centre = self._add(_entity_dot(node, self._spelled([node])[node]))
        self._facts(belief, [one for one in belief.facts if node in belief.triples[one.id]])
        edges = tracing.around(node)
        self._edges(centre, [edge for edge in edges if edge.kind not in (FACT, STATED)], limit)
        return centre

    def _around_text(self, id: str, limit: int) -> str:
        tracing = Tracing(self.parts, self.snapshot)
        drawer = tracing.node(id)
        dots = self._texts([drawer]) if isinstance(drawer, int) else {}
        if not dots:
            raise NotFound(f"nothing has the id {id[:80]!r}", "it may have been forgotten")
        (dot,) = dots.values()
        if dot.kind in LAYERS:
            return self._around_note(book.find(self.snapshot, dot.ref), limit)
        centre = self._add(dot)
        edges = tracing.around(drawer)
        self._edges(centre, edges, limit)
        return centre

    def _around_note(self, row: NoteRow, limit: int) -> str:
        centre = self._add(_note_dot(row))
        edges = self.snapshot.note_edges([row.note])
        meant = resolved(self.snapshot, (edge.key for edge in edges))
        for edge in edges:
            if edge.key in meant and meant[edge.key].note != row.note:
                self._tie(Tie(centre, self._add(_note_dot(meant[edge.key])), "link"))
        backs = leading(self.snapshot, row)
        for other in self.snapshot.notes(sorted({edge.note for edge in backs})):
            self._tie(Tie(self._add(_note_dot(other)), centre, "link"))
        drawers = [*self.snapshot.drawers_of([row.turn]).get(row.turn, ())]
        tracing = Tracing(self.parts, self.snapshot)
        found = [edge for each in tracing.neighbours(drawers) for edge in each]
        self._edges(centre, found, limit)
        return centre

    def overview(self, limit: int) -> Web:
        rows = {row.note: row for row in self.snapshot.notes() if not row.deleted}
        edges = self.snapshot.note_edges()
        meant = resolved(self.snapshot, (edge.key for edge in edges))
        for edge in edges:
            to = meant.get(edge.key)
            if to is not None and to.note != edge.note and edge.note in rows:
                ends = self._add(_note_dot(rows[edge.note])), self._add(_note_dot(to))
                self._tie(Tie(*ends, "link"))
        for row in rows.values():
            self._add(_note_dot(row))
        belief = self._beliefs().everything(now=now())
        self._facts(belief, [one for one in belief.facts if one.current])
        self._named_in([row for row in rows.values() if row.turn])
        return self._web("", limit)

    def passed(self, steps: Sequence[TraceStep]) -> tuple[Passed, ...]:
        names = self._spelled([step.entity for step in steps if step.entity])
        found = []
        for step in steps:
            if step.entity:
                dot = _entity_dot(step.entity, names.get(step.entity, step.entity))
            else:
                memory = self.snapshot.get(Span.parse(step.id), 0)
                note = self._note_of(memory) if memory else None
                dot = (
                    _note_dot(note)
                    if note
                    else _memory_dot(memory)
                    if memory
                    else Dot(MEMORY, step.id, step.id)
                )
            found.append(Passed(dot, step))
        return tuple(found)

    def _named_in(self, rows: Sequence[NoteRow]) -> None:
        """Tie notes to the entities among the dots that they surely name."""
        registry = self.parts.names().at(self.snapshot)
        drawers = self.snapshot.drawers_of([row.turn for row in rows])
        of = {drawer: row for row in rows for drawer in drawers.get(row.turn, ())}
        for drawer, known in self.snapshot.known([*of]).items():
            for one in known.mentions:
                id = f"{ENTITY}:{registry.resolve(one.key)}"
                if one.sure and id in self.dots:
                    self._tie(Tie(_note_dot(of[drawer]).id, id, "mentions"))

    def _facts(self, belief: Belief, facts: Iterable[Fact]) -> None:
        for fact in facts:
            subject, says, object = belief.triples[fact.id]
            if subject == object:
                continue
            ends = (
                self._add(_entity_dot(subject, fact.subject)),
                self._add(_entity_dot(object, fact.object)),
            )
            since, until = (
                None if one is None else one.text for one in (fact.valid_from, fact.valid_to)
            )
            self._tie(Tie(*ends, FACT, fact.confidence, says, fact.id, since, until))

    def _edges(self, centre: str, edges: Sequence[Edge], limit: int) -> None:
        """Tie a dot to where edges lead, the likeliest first, a few more than can be shown."""
        best = sorted(edges, key=lambda edge: (-edge.weight, str(edge.to)))[: 2 * limit]
        texts = self._texts([edge.to for edge in best if isinstance(edge.to, int)])
        names = self._spelled([edge.to for edge in best if isinstance(edge.to, str)])
        for edge in best:
            if isinstance(edge.to, str):
                dot = _entity_dot(edge.to, names[edge.to])
            elif edge.to in texts:
                dot = texts[edge.to]
            else:
                continue
            if dot.id == centre:
                continue
            kind = STATES if edge.kind == STATED else edge.kind
            weight = round(min(1.0, edge.weight), 4)
            self._tie(Tie(centre, self._add(dot), kind, weight, edge.says))

    def _texts(self, drawers: Sequence[int]) -> dict[int, Dot]:
        """The dots of drawers; those of a note are one."""
        found: dict[int, Dot] = {}
        for drawer, memory in self.snapshot.passages([*dict.fromkeys(drawers)]).items():
            note = self._note_of(memory)
            found[drawer] = _note_dot(note) if note else _memory_dot(memory)
        return found

    def _note_of(self, memory: Memory) -> NoteRow | None:
        if memory.source_kind not in LAYERS:
            return None
        number = self.snapshot.note_of(memory.conversation)
        return next(iter(self.snapshot.notes([number])), None) if number else None

    def _spelled(self, keys: Sequence[str]) -> Mapping[str, str]:
        """How the entities of some keys are written, in texts or in facts stated by hand; else the key itself."""
        wanted = [*dict.fromkeys(keys)]
        registry = self.parts.names().at(self.snapshot)
        names = {one.key: one.name for one in View(self.snapshot, registry).entities(wanted)}
        bare = {key for key, name in names.items() if name == key}
        for act in self.snapshot.acts([ADDED]) if bare else ():
            for end in (act.payload.get("subject"), act.payload.get("object")):
                key = registry.resolve(claim_key(str(end or "")))
                if key in bare:
                    names[key] = str(end)
        return names

    def _beliefs(self) -> Beliefs:
        return Beliefs(self.snapshot, self.parts.names().at(self.snapshot))

    def _add(self, dot: Dot) -> str:
        known = self.dots.get(dot.id)
        if known is None or (dot.kind == ENTITY and known.label == known.ref != dot.label):
            self.dots[dot.id] = dot
        return dot.id

    def _tie(self, tie: Tie) -> None:
        known = self.ties.get((tie.a, tie.b, tie.kind, tie.fact))
        if known is None or known.weight < tie.weight:
            self.ties[tie.a, tie.b, tie.kind, tie.fact] = tie

    def _web(self, centre: str, limit: int) -> Web:
        """What was drawn, within the limit: of each dot its strongest tie says whether it stays."""
        strength: dict[str, float] = dict.fromkeys(self.dots, 0.0)
        for tie in self.ties.values():
            for end in (tie.a, tie.b):
                # Without a centre the best joined stay, with one the nearest.
                strength[end] = max(strength[end], tie.weight) if centre else strength[end] + 1
        strength.pop(centre, None)
        order = sorted(strength, key=lambda id: (-strength[id], id))
        kept = {centre, *order[:limit]}
        return Web(
            tuple(dot for id, dot in self.dots.items() if id in kept),
            tuple(tie for tie in self.ties.values() if tie.a in kept and tie.b in kept),
            centre,
            max(0, len(order) - limit),
        )


def _entity_dot(key: str, name: str) -> Dot:
    return Dot("entity", key, name[:_LABEL])


def _note_dot(row: NoteRow) -> Dot:
    return Dot(book.layer_of(row), row.slug, row.title[:_LABEL], book.shown(row.changed), row.wing)


def _memory_dot(memory: Memory) -> Dot:
    label = " ".join(memory.text[: 4 * _LABEL].split())[:_LABEL]
    return Dot("memory", memory.id, label or memory.id, memory.turn.at, memory.wing)
