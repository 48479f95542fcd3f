"""What is asked of facts: what holds of whom, held on a day, was believed then, and what contradicts what."""

from typing import TYPE_CHECKING

from camillo.app.clock import now
from camillo.app.facts import deciding, given
from camillo.app.facts.beliefs import Beliefs
from camillo.app.facts.hops import MOST_HOPS, began, concerns, walked
from camillo.app.ids import span_of
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.fact import Contradiction, Fact, Predicate
from camillo.domain.moment import Time
from camillo.knowledge.entities.registry import Names
from camillo.knowledge.facts.statements import claim_id
from camillo.ports.store import PalaceStore, Snapshot

if TYPE_CHECKING:
    from camillo.app.facts.hops import Direction


class Asking:
    """Reads the facts of one palace; nothing is written by it."""

    def __init__(self, store: PalaceStore, names: Names) -> None:
        self._store = store
        self._names = names

    def about(
        self,
        entity: str,
        *,
        as_of: Time | None = None,
        known_at: Time | None = None,
        direction: "Direction" = "both",
        hops: int = 1,
    ) -> tuple[Fact, ...]:
        """The facts of an entity that hold now, or held at ``as_of``, by what was known at ``known_at``.

        ``direction`` is ``out`` where the entity is the subject, ``in`` where it is the object. With
        ``hops`` up to 3 the facts of what they name follow, nearest first, at most 500.

        Raises:
            InvalidInput: a name, a time, the direction or the hops cannot be used.
        """
        if direction not in ("both", "out", "in"):
            raise InvalidInput(f"there is no direction {direction!r}", "use both, out or in")
        if not 1 <= hops <= MOST_HOPS:
            raise InvalidInput(f"{hops} hops cannot be walked", f"use 1 to {MOST_HOPS}")
        name, when = given.name("entity", entity), given.time(as_of)
        with self._store.snapshot() as snapshot:
            beliefs = self._beliefs(snapshot, known_at)
            return walked(beliefs, name, when, direction, hops)

    def relation(
        self,
        subject: str,
        predicate: str,
        *,
        as_of: Time | None = None,
        known_at: Time | None = None,
    ) -> tuple[Fact, ...]:
        """The facts that an entity has of one predicate, by any of its names or its inverse's."""
        name = given.name("subject", subject)
        when, asked = given.time(as_of), given.name("predicate", predicate)
        with self._store.snapshot() as snapshot:
            beliefs = self._beliefs(snapshot, known_at)
            known, turned = beliefs.vocabulary.read(asked)
            entity = beliefs.entity(name)
            belief = beliefs.about([entity], as_of=when, now=now())
        sides = (0, 2) if known.symmetric else (2,) if turned else (0,)
        return tuple(
            fact
            for fact in belief.held
            if fact.predicate == known.name
            and any(belief.triples[fact.id][side] == entity for side in sides)
        )

    def timeline(self, entity: str, *, known_at: Time | None = None) -> tuple[Fact, ...]:
        """All that was ever stated of an entity, in the order in which it began to hold.

        Facts that ended, that were contested and that were taken back are among them.
        """
        name = given.name("entity", entity)
        with self._store.snapshot() as snapshot:
            beliefs = self._beliefs(snapshot, known_at)
            asked = beliefs.entity(name)
            belief = beliefs.about([asked], now=now())
        told = [
            fact for fact in (*belief.facts, *belief.retracted) if concerns(belief, fact, asked)
        ]
        return tuple(sorted(told, key=began))

    def contradictions(
        self, wing: str | None = None, *, known_at: Time | None = None
    ) -> tuple[Contradiction, ...]:
        """Pairs of facts that cannot both hold, of the whole palace or of one wing."""
        with self._store.snapshot() as snapshot:
            beliefs = self._beliefs(snapshot, known_at)
            found = beliefs.everything(wing, now=now()).contradictions
        return tuple(
            pair for pair in found if wing is None or wing in {*pair.fact.wings, *pair.other.wings}
        )

    def get(self, id: str) -> Fact:
        """The fact with an id, or the one into which a statement of that id went.

        Raises:
            NotFound: there is none.
        """
        with self._store.snapshot() as snapshot:
            return deciding.named(deciding.belief_of(self._beliefs(snapshot), id), id)

    def stated_in(self, id: str) -> tuple[Fact, ...]:
        """The facts that a text states, as they stand now; ``id`` is a hit's.

        Raises:
            NotFound: nothing has that id.
        """
        with self._store.snapshot() as snapshot:
            span = span_of(snapshot, id)
            stored = snapshot.turn(span.key)
            if stored is None:
                raise NotFound(f"nothing has the id {id!r}", "search again; it may be forgotten")
            cuts = snapshot.cuts_of(stored.number).items()
            within = [n for n, (start, end) in cuts if start < span.end and span.start < end]
            claimed = [
                one
                for one in snapshot.claims_of(within)
                if one.span.start < span.end and span.start < one.span.end
            ]
            beliefs = self._beliefs(snapshot)
            ends = [name for one in claimed for name in (one.claim.subject, one.claim.object)]
            belief = beliefs.about(set(map(beliefs.entity, ends)), now=now())
        wanted = set(map(claim_id, claimed))
        told = [*belief.facts, *belief.retracted]
        return tuple(fact for fact in told if wanted & {fact.id, *fact.also})

    def predicates(self) -> tuple[Predicate, ...]:
        """The predicates with a meaning of their own, by name; any other may be used too."""
        with self._store.snapshot() as snapshot:
            return tuple(self._beliefs(snapshot).vocabulary)

    def predicate(self, name: str) -> Predicate:
        """The predicate that a name means, its inverse's name and labels in any language included."""
        with self._store.snapshot() as snapshot:
            return self._beliefs(snapshot).vocabulary.read(given.name("predicate", name))[0]

    def _beliefs(self, snapshot: Snapshot, known_at: Time | None = None) -> Beliefs:
        return Beliefs(snapshot, self._names.at(snapshot), given.time(known_at))
