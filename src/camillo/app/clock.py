"""The one place where the time of day is read, unless the caller says what time it is."""

import time
from datetime import UTC, datetime

from camillo.domain.moment import Moment


def now() -> Moment:
    """The clock, in this machine's own zone."""
    return Moment.parse(datetime.now().astimezone())


def stamp() -> str:
    """The clock as a receipt has it: UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def micros(given: Moment | None) -> int:
    """The moment given, else the clock's, in microseconds since 1970 UTC; a date counts as its end.

    >>> micros(Moment.parse("1970-01-02")) == 2 * 86_400_000_000
    True
    """
    return time.time_ns() // 1000 if given is None else given.end()
