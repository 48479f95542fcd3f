"""Leave to write that may end while one waits to write: it is asked for again in the write itself."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_ASKED: ContextVar[Callable[[], object] | None] = ContextVar("camillo.leave", default=None)


def ask_leave() -> None:
    """Go on only where whoever this thread or task works for may write still; a store asks once nobody else writes.

    What follows from a write that had leave needs none.
    """
    if (asked := _ASKED.get()) is not None:
        asked()
        _ASKED.set(None)


@contextmanager
def by_leave(asked: Callable[[], object]) -> Iterator[None]:
    """Write by leave of another: what ``asked`` raises ends the first write, and nothing is written.

    >>> with by_leave(lambda: 1 / 0):
    ...     ask_leave()
    Traceback (most recent call last):
    ZeroDivisionError: division by zero
    """
    token = _ASKED.set(asked)
    try:
        yield
    finally:
        _ASKED.reset(token)
