"""The one place where the time of day is read, unless the caller says what time it is."""

import time

from camillo.domain.moment import Moment


def micros(now: Moment | None) -> int:
    """The moment given, else the clock's, in microseconds since 1970 UTC; a date counts as its end.

    >>> micros(Moment.parse("1970-01-02")) == 2 * 86_400_000_000
    True
    """
    return time.time_ns() // 1000 if now is None else now.end()
