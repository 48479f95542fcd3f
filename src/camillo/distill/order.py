"""In which order facts are told."""

from collections.abc import Iterable
from dataclasses import dataclass

from camillo.distill.worth import Worth

_DAY = 86_400_000_000
#: Facts this recent come before older ones.
RECENT_DAYS = 30
#: An older fact counts half after so many days.
_HALF_LIFE = 180.0
#: What has no time of its own counts as if it were a half-life old.
_UNDATED = 0.5
#: From this importance on a fact clearly matters.
CLEAR = 0.3
#: Below this importance a passage is small talk and is not told as a fact.
BAR = 0.2


@dataclass(frozen=True, slots=True)
class Fact:
    """A judged passage with its time in microseconds (None: unknown) and whether it is pinned."""

    worth: Worth
    at: int | None
    pinned: bool = False


def by_worth(facts: Iterable[Fact], now: int) -> list[Fact]:
    """Facts as they are told: pinned ones, those of the last 30 days that clearly matter, then the rest.

    Within each by importance, older ones by importance times recency; small talk is left out.
    """
    kept = [fact for fact in facts if fact.pinned or fact.worth.importance >= BAR]
    return sorted(kept, key=lambda fact: _key(fact, now))


def _key(fact: Fact, now: int) -> tuple[int, float, int, str]:
    days = None if fact.at is None else max(0.0, (now - fact.at) / _DAY)
    recent = days is not None and days <= RECENT_DAYS
    fresh = _UNDATED if days is None else 1.0 if recent else 0.5 ** (days / _HALF_LIFE)
    group = 0 if fact.pinned else 1 if recent and fact.worth.importance >= CLEAR else 2
    return group, -fact.worth.importance * fresh, -(fact.at or 0), fact.worth.memory.id
