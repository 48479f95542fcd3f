"""In which order facts are told."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from camillo.distill.worth import Worth
from camillo.domain.fading import DAY, HALF_LIFE, relevance
from camillo.domain.knowledge import Use

#: Facts this recent come before older ones.
RECENT_DAYS = 30
#: From this importance on a fact clearly matters.
CLEAR = 0.3
#: Below this importance a passage is small talk and is not told as a fact.
BAR = 0.2


@dataclass(frozen=True, slots=True)
class Fact:
    """A judged passage with its time in microseconds (None: unknown) and whether it is pinned.

    ``turn`` is its turn's number, by which uses are told.
    """

    worth: Worth
    at: int | None
    pinned: bool = False
    turn: int = 0


def by_worth(
    facts: Iterable[Fact],
    now: int,
    half_life: float = HALF_LIFE,
    uses: Mapping[int, Use] | None = None,
) -> list[Fact]:
    """Facts as they are told: pinned ones, those of the last 30 days that clearly matter, then the rest.

    Within each by importance, older ones by importance times how little they have faded, by their
    age in half-lives (days) and by their use; small talk is left out.
    """
    kept = [fact for fact in facts if fact.pinned or fact.worth.importance >= BAR]
    used = uses or {}
    return sorted(kept, key=lambda fact: _key(fact, now, half_life, used.get(fact.turn)))


def _key(fact: Fact, now: int, half_life: float, use: Use | None) -> tuple[int, float, int, str]:
    recent = fact.at is not None and (now - fact.at) / DAY <= RECENT_DAYS
    fresh = 1.0 if recent else relevance(fact.at, now, half_life, use)
    group = 0 if fact.pinned else 1 if recent and fact.worth.importance >= CLEAR else 2
    return group, -fact.worth.importance * fresh, -(fact.at or 0), fact.worth.memory.id
