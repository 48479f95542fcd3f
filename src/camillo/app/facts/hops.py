"""Walking over facts: those of an entity, then those of what they name."""

from typing import Literal

from camillo.app.clock import now
from camillo.app.facts.beliefs import Beliefs
from camillo.domain.fact import Fact
from camillo.domain.moment import Moment
from camillo.knowledge.facts.spans import NEVER, boundary
from camillo.knowledge.facts.view import Belief

Direction = Literal["both", "out", "in"]
#: How far one may walk, over how many entities at each step, and how many facts are given at the most.
MOST_HOPS, _MOST_ENTITIES, MOST_FACTS = 3, 64, 500


def walked(
    beliefs: Beliefs, name: str, as_of: Moment | None, direction: Direction, hops: int
) -> tuple[Fact, ...]:
    """The facts around an entity, step by step, each entity once."""
    found: dict[str, Fact] = {}
    seen: set[str] = set()
    frontier = [beliefs.entity(name)]
    for step in range(hops):
        seen.update(frontier)
        belief = beliefs.about(frontier, as_of=as_of, now=now())
        sides = _sides(direction if step == 0 else "both")
        reached: dict[str, None] = {}
        for fact in sorted(belief.held, key=_order):
            ends = (belief.triples[fact.id][0], belief.triples[fact.id][2])
            symmetric = beliefs.vocabulary.read(fact.predicate)[0].symmetric
            if any(ends[side] in frontier for side in ((0, 1) if symmetric else sides)):
                found.setdefault(fact.id, fact)
                reached.update(dict.fromkeys(ends))
        frontier = [each for each in reached if each not in seen][:_MOST_ENTITIES]
        if not frontier or len(found) >= MOST_FACTS:
            break
    return tuple(found.values())[:MOST_FACTS]


def _sides(direction: Direction) -> tuple[int, ...]:
    return {"out": (0,), "in": (1,), "both": (0, 1)}[direction]


def concerns(belief: Belief, fact: Fact, entity: str) -> bool:
    """Whether a fact is about an entity."""
    return entity in (belief.triples[fact.id][0], belief.triples[fact.id][2])


def _order(fact: Fact) -> tuple[bool, str, int, int, str]:
    """Asserted ones first, then by predicate and time."""
    return (not fact.asserted, fact.predicate, *began(fact))


def began(fact: Fact) -> tuple[int, int, str]:
    """When it began as far as anyone has said, else when it was said or ended; then when it ended."""
    end = boundary(fact.valid_to, NEVER)
    moment = fact.valid_from or fact.said_at or fact.recorded_at
    return (moment.micros if fact.valid_from else min(moment.micros, end), end, fact.id)
