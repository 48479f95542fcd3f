"""Links: what a text hangs together with, why something is so, and which rooms belong together."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from camillo.app.ids import span_of
from camillo.app.links import tunnels
from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.knowledge import Act, Link
from camillo.domain.link import Beside, Chain, Hallway, Spot, Step, Tie, Tunnel
from camillo.domain.origin import from_web
from camillo.domain.report import Receipt
from camillo.domain.search import Memory
from camillo.domain.turn import decode
from camillo.knowledge.links import made
from camillo.knowledge.links.chain import Visit, walk
from camillo.knowledge.links.origins import CAUSED_BY
from camillo.ports.store import PalaceStore, Snapshot

if TYPE_CHECKING:
    from camillo.domain.fact import Fact
    from camillo.domain.search import Found

#: So many hits of a question are looked at for one that has causes.
_HITS = 6
#: So many of each kind stand beside a text.
_BESIDE = 6
#: A hit explains a question's end only if it is nearly as good as the best.
_NEARLY = 0.75
_MOST_DEPTH, _MOST_TIES = 8, 100
_LONGEST_KIND, _LONGEST_REASON = 40, 500
FOLLOWS = "follows"


class Links:
    """The links of one palace: derived from its texts, and made by hand.

    >>> import tempfile, pathlib
    >>> from camillo import Palace
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Palace.open(pathlib.Path(folder) / "palace.camillo") as palace:
    ...         a = palace.add("We switched to GraphQL.").ids[0]
    ...         b = palace.add("The REST endpoints were too chatty on mobile.").ids[0]
    ...         receipt = palace.links.make(a, b, "caused_by", reason="said in the retro")
    ...         chain = palace.links.causes(a)
    >>> [(step.depth, step.text) for step in chain.steps]
    [(0, 'We switched to GraphQL.'), (1, 'The REST endpoints were too chatty on mobile.')]
    """

    def __init__(
        self,
        store: PalaceStore,
        search: "Callable[[str, str | None], Found]",
        facts: "Callable[[str], tuple[Fact, ...]]",
    ) -> None:
        self._store = store
        self._search = search
        self._facts = facts

    def beside(self, memory: Memory) -> Beside:
        """What a text, as :meth:`Palace.get` gives it, hangs together with, a few of each kind.

        Tunnels are those of its room that were dug by hand; a whole document has nothing beside it.
        """
        if ":" not in memory.id:
            return Beside()
        with self._store.snapshot() as snapshot:
            dug = tunnels.by_hand(snapshot, Spot(memory.wing, memory.room))
        facts = self._facts(memory.id)
        return Beside(self.of(memory.id, limit=_BESIDE), dug[:_BESIDE], facts[:_BESIDE])

    def of(self, id: str, *, limit: int = 20) -> tuple[Tie, ...]:
        """The links of a text, derived and made by hand, in both directions, the strongest first.

        Raises:
            NotFound: this palace holds nothing of that id.
        """
        with self._store.snapshot() as snapshot:
            own = _drawers(snapshot, span_of(snapshot, id))
            ties = [*_derived_ties(snapshot, own), *_made_ties(snapshot, span_of(snapshot, id))]
        order = sorted(ties, key=lambda tie: (not tie.number, -tie.weight, tie.kind, tie.id))
        return tuple(order[: max(1, min(limit, _MOST_TIES))])

    def causes(self, id: str, *, depth: int = 4) -> Chain:
        """How a text came about: itself, then its causes step by step, the surest first.

        Raises:
            NotFound: this palace holds nothing of that id. InvalidInput: the depth is not 1 to 8.
        """
        _check_depth(depth)
        with self._store.snapshot() as snapshot:
            own = _drawers(snapshot, span_of(snapshot, id))
            if not own:
                raise NotFound(f"{id} is no text that can be found", "use an id of a text")
            chains = [_chain(snapshot, drawer, depth) for drawer in own]
        return Chain("", max(chains, key=len))

    def why(self, question: str, *, wing: str | None = None, depth: int = 4) -> Chain:
        """The text that answers a question's end, and how it came about.

        Raises:
            InvalidInput: the question is empty or the depth is not 1 to 8.
        """
        _check_depth(depth)
        hits = self._search(question, wing).results
        if not hits:
            return Chain(question, ())
        close = [hit for hit in hits if hit.score >= _NEARLY * hits[0].score]
        with self._store.snapshot() as snapshot:
            chains = [
                _chain(snapshot, drawer, depth)
                for hit in close
                for drawer in _drawers(snapshot, Span.parse(hit.id))
            ]
        told = [chain for chain in chains if len(chain) > 1] or chains
        return Chain(question, told[0] if told else ())

    def make(
        self,
        a: str,
        b: str,
        kind: str,
        *,
        reason: str = "",
        strength: float = 1.0,
        by: str = "user",
        noting: Sequence[Act] = (),
    ) -> Receipt:
        """Link two texts by hand, from ``a`` to ``b``; the receipt's id is the number to undo it by.

        ``kind`` is similar, caused_by, references, supersedes or any word of yours. The same link made again has
        the new reason and strength. ``noting`` are acts that are recorded with it, in one transaction.

        Raises:
            NotFound: this palace holds nothing of one of the ids. InvalidInput: a word or the strength
            cannot be used, or the texts are the same.
        """
        _check_words(kind, reason, by)
        sure = tunnels.strength(strength)
        with self._store.snapshot() as snapshot:
            ends = [_held(snapshot, each) for each in (a, b)]
        if ends[0] == ends[1]:
            raise InvalidInput("a text cannot be linked to itself", "name two texts")
        act = made.link_act(ends[0], ends[1], kind.strip(), reason.strip(), sure, by.strip())
        return self._store.record(made.LINK_MADE, [act, *noting])

    def undo(self, number: int) -> Receipt:
        """Take back a link or a tunnel that was made by hand, by its number; the log keeps both acts.

        Raises:
            NotFound: no link or tunnel in force has that number.
        """
        with self._store.snapshot() as snapshot:
            acts = snapshot.acts((*made.LINK_VERBS, *made.TUNNEL_VERBS))
        for verb, undone in (
            (made.LINK_MADE, made.LINK_UNDONE),
            (made.TUNNEL_MADE, made.TUNNEL_UNDONE),
        ):
            for act in made.in_force(acts, verb, undone):
                if act.number == number:
                    back = Act(undone, act.subject, act.object, {"act": number})
                    return self._store.record(undone, [back])
        raise NotFound(
            f"no link or tunnel has the number {number}", "list them with `camillo links`"
        )

    def tunnel(
        self,
        a: tuple[str, str],
        b: tuple[str, str],
        *,
        reason: str = "",
        strength: float = 1.0,
        by: str = "user",
    ) -> Receipt:
        """Dig a tunnel between two rooms, each a wing and a room; it outlasts their renaming.

        Raises:
            NotFound: there is no such room. InvalidInput: the rooms are one, or a word cannot be used.
        """
        _check_words("tunnel", reason, by)
        return tunnels.dig(
            self._store, a, b, reason.strip(), tunnels.strength(strength), by.strip()
        )

    def tunnels(self, wing: str | None = None, *, limit: int = 50) -> tuple[Tunnel, ...]:
        """Rooms that belong together: those dug by hand, then those across wings that share rare entities."""
        with self._store.snapshot() as snapshot:
            return tunnels.tunnels(snapshot, wing, limit)

    def hallways(self, wing: str, *, limit: int = 50) -> tuple[Hallway, ...]:
        """Entities that occur together in a wing more often than by chance, the strongest first.

        Raises:
            NotFound: there is no such wing.
        """
        with self._store.snapshot() as snapshot:
            return tunnels.hallways(snapshot, wing, limit)


def _check_depth(depth: int) -> None:
    if not 1 <= depth <= _MOST_DEPTH:
        raise InvalidInput(f"{depth} steps cannot be walked", f"use 1 to {_MOST_DEPTH}")


def _check_words(kind: str, reason: str, by: str) -> None:
    for name, word, longest in (
        ("kind", kind, _LONGEST_KIND),
        ("reason", reason, _LONGEST_REASON),
        ("author", by, _LONGEST_KIND),
    ):
        if len(word) > longest or (name != "reason" and not word.strip()):
            raise InvalidInput(
                f"the {name} {word[:60]!r} cannot be used", f"use 1 to {longest} characters"
            )


def _held(snapshot: Snapshot, id: str) -> Span:
    span = span_of(snapshot, id)
    if snapshot.get(span, 0) is None:
        raise NotFound(f"nothing has the id {id!r}", "search again; it may have been forgotten")
    return span


def _drawers(snapshot: Snapshot, span: Span) -> list[int]:
    """The drawers that a span touches.

    Raises:
        NotFound: there is no such turn.
    """
    turn = snapshot.turn(span.key)
    if turn is None:
        raise NotFound(f"nothing has the id {str(span)!r}", "search again; it may be forgotten")
    cuts = snapshot.cuts_of(turn.number)
    return [
        drawer for drawer, (start, end) in cuts.items() if start < span.end and span.start < end
    ]


def _chain(snapshot: Snapshot, end: int, depth: int) -> tuple[Step, ...]:
    """The chain of a drawer, with the words of each step."""

    def links(drawers: Sequence[int]) -> list[Link]:
        return [*snapshot.links(drawers), *_made_links(snapshot, drawers)]

    visits = walk(end, links, depth)
    told = snapshot.passages([visit.drawer for visit in visits])
    known = snapshot.known([visit.of for visit in visits if visit.of])
    return tuple(
        _step(visit, told, known[visit.of].causes if visit.of in known else ())
        for visit in visits
        if visit.drawer in told
    )


def _step(visit: Visit, told: dict[int, Memory], causes: Sequence[object]) -> Step:
    memory = told[visit.drawer]
    effect = told.get(visit.of)
    return Step(
        id=memory.id,
        text=memory.text,
        depth=visit.depth,
        of=effect.id if effect else "",
        weight=visit.weight,
        clause=_only_clause(effect, causes),
        at=memory.turn.at,
        speaker=memory.turn.speaker,
        source=memory.source,
    )


def _only_clause(effect: Memory | None, causes: Sequence[object]) -> str:
    """The effect's words for its cause, where it gives one reason alone."""
    if effect is None or len(causes) != 1:
        return ""
    start, end = (getattr(causes[0], name) - effect.span[0] for name in ("start", "end"))
    return decode(effect.content[start:end], effect.encoding)


def _made_links(snapshot: Snapshot, drawers: Sequence[int]) -> list[Link]:
    """Causes that were named by hand, of these drawers."""
    keys = {drawer: Span.parse(memory.id) for drawer, memory in snapshot.passages(drawers).items()}
    if not keys:
        return []
    acts = snapshot.acts(made.LINK_VERBS, sorted({span.key.hex() for span in keys.values()}))
    found = []
    for one in made.links_made(acts):
        for drawer, span in keys.items():
            if one.kind == CAUSED_BY and _touch(one.a, span):
                found += [
                    Link(drawer, other, CAUSED_BY, one.strength)
                    for other in _living(snapshot, one.b)[:1]
                    if other != drawer
                ]
    return found


def _touch(one: Span, other: Span) -> bool:
    return one.key == other.key and one.start < other.end and other.start < one.end


def _living(snapshot: Snapshot, span: Span) -> list[int]:
    """The drawers of a span; none where it was forgotten."""
    try:
        return _drawers(snapshot, span)
    except NotFound:
        return []


def _derived_ties(snapshot: Snapshot, own: Sequence[int]) -> list[Tie]:
    links = snapshot.links(own)
    ends = {link.b if link.a in own else link.a: link for link in links}
    told = snapshot.passages(sorted(ends))
    ties = []
    for link in links:
        outward = link.a in own
        memory = told.get(link.b if outward else link.a)
        if memory is not None:
            ties.append(_tie(memory, link.kind, link.weight, outward))
    return ties


def _tie(memory: Memory, kind: str, weight: float, outward: bool) -> Tie:
    return Tie(
        id=memory.id,
        kind=kind,
        weight=weight,
        outward=outward,
        text=memory.text,
        at=memory.turn.at,
        speaker=memory.turn.speaker,
        origin=_origin(memory),
    )


def _origin(memory: Memory) -> str:
    return "web" if from_web(memory.source_kind, memory.meta) else ""


def _made_ties(snapshot: Snapshot, span: Span) -> list[Tie]:
    ties = []
    for one in made.links_made(snapshot.acts(made.LINK_VERBS, [span.key.hex()])):
        for here, there, outward in ((one.a, one.b, True), (one.b, one.a, False)):
            if not _touch(here, span):
                continue
            memory = snapshot.get(there, 0)
            if memory is None or not memory.text.strip():
                continue
            ties.append(
                Tie(
                    id=str(there),
                    kind=one.kind,
                    weight=one.strength,
                    outward=outward,
                    text=memory.text,
                    at=memory.turn.at,
                    speaker=memory.turn.speaker,
                    by=one.by,
                    reason=one.reason,
                    number=one.number,
                    origin=_origin(memory),
                )
            )
    return ties
