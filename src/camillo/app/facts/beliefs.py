"""What is believed of entities, computed from all that was stated about them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np

from camillo.domain.fact import Predicate
from camillo.domain.knowledge import Act
from camillo.domain.moment import Moment
from camillo.domain.origin import from_web
from camillo.knowledge.entities.registry import Registry
from camillo.knowledge.facts.statements import ADDED, ENDED, RETRACTED, UNDONE
from camillo.knowledge.facts.view import Belief, view
from camillo.knowledge.facts.vocabulary import DECLARED, Vocabulary, built_in
from camillo.ports.knowledge import Claimed
from camillo.ports.store import Snapshot
from camillo.text.names import claim_key

_VERBS = (ADDED, ENDED, RETRACTED, UNDONE)
#: Drawers whose claims are read at a time.
_READ = 5_000
#: Of so many entities beside those asked for it is read what else was stated of them.
_MOST_BESIDE = 1_000


class Beliefs:
    """One snapshot's beliefs, as of what was recorded up to a moment."""

    def __init__(
        self, snapshot: Snapshot, registry: Registry, known_at: Moment | None = None
    ) -> None:
        self.snapshot = snapshot
        self._known_at = known_at
        self._names = registry if known_at is None else registry.until(known_at.end())

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The predicates, the owner's own among them."""
        return built_in().with_own(self._until(self.snapshot.acts([DECLARED])))

    def entity(self, name: str) -> str:
        """The entity that a name is of."""
        return self._names.resolve(claim_key(name))

    def about(
        self, entities: Iterable[str], *, as_of: Moment | None = None, now: Moment | None = None
    ) -> Belief:
        """What is believed of entities, whatever else was stated that bears on it among it."""
        asked = set(entities)
        claimed, acts = self._stated(asked)
        beside = self._beside(asked, claimed, acts)
        if beside:
            more, further = self._stated({name for name, _ in beside})
            wanted = {predicate for _, predicate in beside}
            claimed += [one for one in more if self._name(one.claim.predicate) in wanted]
            acts += [one for one in further if self._name(one.payload.get("predicate")) in wanted]
        return self.of(_once(claimed), acts, as_of=as_of, now=now)

    def everything(
        self,
        wing: str | None = None,
        *,
        as_of: Moment | None = None,
        now: Moment | None = None,
    ) -> Belief:
        """What is believed of all that the palace, or one wing's texts, tell of."""
        claimed: list[Claimed] = []
        drawers = self._drawers(wing)
        for at in range(0, len(drawers), _READ):
            claimed += self.snapshot.claims_of(drawers[at : at + _READ])
        if wing is None:
            return self.of(claimed, self.snapshot.acts(_VERBS), as_of=as_of, now=now)
        ends = [(one.claim.subject, one.claim.object) for one in claimed]
        told = [act for act in self.snapshot.acts(_VERBS) if wing in act.payload.get("wings", ())]
        ends += [(str(act.payload["subject"]), str(act.payload["object"])) for act in told]
        named = {self.entity(name) for pair in ends for name in pair}
        return self.about(named, as_of=as_of, now=now)

    def spoken_of(self, wing: str | None, newest: int) -> Counter[str]:
        """How often a wing's newest drawers, and acts in it, state something of each entity."""
        told = [
            (one.claim.subject, one.claim.object)
            for one in self.snapshot.claims_of(self._drawers(wing)[-newest:])
        ]
        told += [
            (str(act.payload.get("subject", "")), str(act.payload.get("object", "")))
            for act in self.snapshot.acts([ADDED])
            if wing is None or wing in act.payload.get("wings", ())
        ]
        return Counter(self.entity(name) for pair in told for name in pair if name)

    def _drawers(self, wing: str | None) -> list[int]:
        columns = self.snapshot.columns(0)
        if wing is None:
            return list(map(int, columns.drawer))
        rooms = [row.room for row in self.snapshot.rooms() if row.wing_name == wing]
        placed = self.snapshot.placements(0)
        turns = placed.turn[np.isin(placed.room, rooms)]
        return list(map(int, columns.drawer[np.isin(columns.turn, turns)]))

    def of(
        self,
        claimed: Sequence[Claimed],
        acts: Sequence[Act],
        *,
        as_of: Moment | None = None,
        now: Moment | None = None,
    ) -> Belief:
        """What is believed by these claims and acts alone."""
        return view(
            claimed,
            {act.number: act for act in acts}.values(),
            as_of=as_of,
            known_at=self._known_at,
            now=now,
            resolve=self._names.resolve,
            vocabulary=self.vocabulary,
            from_web=from_web,
        )

    def _stated(self, entities: Iterable[str]) -> tuple[list[Claimed], list[Act]]:
        keys = sorted({key for entity in entities for key in self._names.names(entity)})
        return self.snapshot.claims(keys), self.snapshot.acts(_VERBS, keys)

    def _beside(
        self, asked: set[str], claimed: Sequence[Claimed], acts: Sequence[Act]
    ) -> list[tuple[str, str]]:
        """Other entities whose facts decide on those asked for, with the predicate in question."""
        stated = [
            (one.claim.subject, one.claim.predicate, one.claim.object) for one in reversed(claimed)
        ]
        stated += [
            (str(given.get("subject")), str(given.get("predicate")), str(given.get("object")))
            for act in acts
            if (given := act.payload)
        ]
        found: dict[tuple[str, str], None] = {}
        for subject, name, object in stated:
            predicate, turned = self.vocabulary.read(name)
            ends = (object, subject) if turned else (subject, object)
            for at, other in enumerate(map(self.entity, ends)):
                if other not in asked and _decides(predicate, at):
                    found[other, predicate.name] = None
        return list(found)[:_MOST_BESIDE]

    def _name(self, predicate: object) -> str:
        return self.vocabulary.read(str(predicate))[0].name

    def _until(self, acts: Sequence[Act]) -> list[Act]:
        if self._known_at is None:
            return list(acts)
        end = self._known_at.end()
        return [act for act in acts if act.at is not None and act.at.micros < end]


def _decides(predicate: Predicate, side: int) -> bool:
    """Whether what else is stated of a fact's subject (0) or object (1) can end the fact."""
    if predicate.symmetric or side == 0:
        return predicate.holds == "one"
    return predicate.inverse_holds == "one"


def _once(claimed: Sequence[Claimed]) -> list[Claimed]:
    """The claims without those read twice."""
    return list({(one.drawer, one.span, one.claim): one for one in claimed}.values())
