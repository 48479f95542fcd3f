"""What passages state that no longer holds."""

from collections import defaultdict
from collections.abc import Sequence

from camillo.app.clock import now
from camillo.app.facts.beliefs import Beliefs
from camillo.domain.fact import Fact
from camillo.domain.search import Superseded
from camillo.knowledge.entities.registry import Names
from camillo.knowledge.facts.statements import claim_id
from camillo.knowledge.facts.view import Belief
from camillo.ports.knowledge import Claimed
from camillo.ports.store import Snapshot

#: Of so many entities it is looked up at the most, for all hits of a search together.
_MOST_ENTITIES = 64


def superseded_in(
    snapshot: Snapshot, drawers: Sequence[int], names: Names
) -> dict[int, tuple[Superseded, ...]]:
    """What drawers state that ended, was taken back or was contested since, by drawer.

    What a passage itself tells as past is not superseded.
    """
    claimed = [one for one in snapshot.claims_of(drawers) if _is_of_now(one)]
    if not claimed:
        return {}
    beliefs = Beliefs(snapshot, names.at(snapshot))
    entities = dict.fromkeys(
        beliefs.entity(name) for one in claimed for name in (one.claim.subject, one.claim.object)
    )
    belief = beliefs.about([*entities][:_MOST_ENTITIES], now=now())
    facts = (*belief.facts, *belief.retracted)
    by_statement = {id: fact for fact in facts for id in (*fact.also, fact.id)}
    found: dict[int, dict[str, Superseded]] = defaultdict(dict)
    for one in claimed:
        fact = by_statement.get(claim_id(one))
        if fact is not None and _is_over(fact):
            found[one.drawer][fact.id] = Superseded(fact, _successor(belief, fact))
    return {drawer: tuple(told.values()) for drawer, told in found.items()}


def _is_of_now(one: Claimed) -> bool:
    return not one.claim.ended and one.claim.valid_to is None and one.current


def _is_over(fact: Fact) -> bool:
    """Whether something else than the statement itself says that it no longer holds."""
    told = fact.valid_to is not None or fact.superseded_by or fact.contested or fact.retracted_at
    return not fact.current and bool(told)


def _successor(belief: Belief, fact: Fact) -> Fact | None:
    wanted = fact.superseded_by or fact.contested
    return next((one for one in belief.facts if one.id == wanted), None)
