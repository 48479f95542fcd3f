"""Fading: how relevance wanes with age and is renewed by use. It ranks; it never hides or deletes."""

from math import exp2

from camillo.domain.knowledge import Use

DAY = 86_400_000_000
#: Days after which relevance is half, unless the settings say otherwise.
HALF_LIFE = 90.0


def relevance(
    at: int | None, now: int, half_life: float = HALF_LIFE, use: Use | None = None
) -> float:
    """Relevance from 0 to 1 of what happened at a time in micros; one half where no time is known.

    It halves with each half-life. Use resets part of the age: of the days between the memory and
    its last use, one use takes back a half, two take back two thirds, and so on. What lies ahead
    of ``now`` has not faded.

    >>> day = DAY
    >>> relevance(0, 90 * day), relevance(0, 180 * day)
    (0.5, 0.25)
    >>> relevance(0, 180 * day, use=Use(1, 170 * day)) > relevance(0, 180 * day)
    True
    """
    if at is None and use is None:
        return 0.5
    return exp2(-age(at, now, use) / half_life)


def age(at: int | None, now: int, use: Use | None = None) -> float:
    """The age in days by which a memory has faded: less than its own where it was used since."""
    born = use.last if at is None and use is not None else at
    days = max(0.0, (now - (born or 0)) / DAY)
    if use is None or use.count < 1:
        return days
    since = min(days, max(0.0, (now - use.last) / DAY))
    return days - use.count / (use.count + 1) * (days - since)
