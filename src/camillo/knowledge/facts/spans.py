"""World time as half-open intervals on one line of microseconds, told from moments of any width.

A moment is a stretch: a day has 24 hours, an instant one microsecond. As a *boundary* it stands for its
first microsecond: what is valid from a day holds from its beginning, what is valid to a day holds no
longer when that begins. As a *question* it stands for its last: "what was so on that day" means when it
closed, so that of two values that met on it only the later one is told.

A moment without a zone is read as UTC. Its true instant lies within half a day of that, which
:func:`surely_before` heeds; two moments without a zone are taken to be told by the same clock.
"""

from camillo.domain.errors import InvalidInput
from camillo.domain.moment import Moment

#: Before and after all moments.
EVER, NEVER = -(1 << 62), 1 << 62
_HOUR = 3_600_000_000
#: Zones reach from 12 hours west to 14 hours east of UTC.
_WEST, _EAST = 12 * _HOUR, 14 * _HOUR


def boundary(moment: Moment | None, missing: int) -> int:
    """Where an interval begins or ends; ``missing`` where no one has said.

    >>> boundary(Moment.parse("1970-01-02"), EVER)
    86400000000
    """
    return missing if moment is None else moment.micros


def point(moment: Moment) -> int:
    """The instant that a question about a moment asks for: its last.

    >>> point(Moment.parse("1970-01-01")), point(Moment.parse("1970-01-01T00:00:01Z"))
    (86399999999, 1000000)
    """
    return moment.end() - 1


def holds(low: int, high: int, at: int) -> bool:
    """Whether an instant lies in a half-open interval.

    >>> holds(1, 3, 1), holds(1, 3, 3)
    (True, False)
    """
    return low <= at < high


def surely_before(one: Moment, other: Moment) -> bool:
    """Whether one moment begins before another whatever the zones that were not told.

    >>> noon, day = Moment.parse("2025-06-01T12:00Z"), Moment.parse("2025-06-02")
    >>> surely_before(noon, day), surely_before(noon, Moment.parse("2025-06-03"))
    (False, True)
    """
    latest, earliest = one.micros, other.micros
    if (one.offset is None) != (other.offset is None):
        latest += _WEST if one.offset is None else 0
        earliest -= _EAST if other.offset is None else 0
    return latest < earliest


def check(valid_from: Moment | None, valid_to: Moment | None) -> None:
    """Refuse an interval that holds nothing.

    Raises:
        InvalidInput: it ends before it begins, or as it begins.
    """
    if valid_from is None or valid_to is None or valid_from.micros < valid_to.micros:
        return
    raise InvalidInput(
        f"it would end at {valid_to.text}, not after it begins at {valid_from.text}",
        "give as the end the first day or instant at which it no longer holds",
    )
