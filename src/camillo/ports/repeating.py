"""Writes that are sent again: the mark of one attempt, by which a palace knows what another attempt wrote."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from camillo.domain.identity import digest


@dataclass(frozen=True, slots=True)
class Mark:
    """One attempt at a write: ``key`` is the same for all attempts, ``attempt`` this one's own, both hexadecimal.

    ``since`` is when another attempt may first have written, in microseconds since 1970. ``again``: there was
    one before, and nobody knows what became of it.
    """

    key: str
    attempt: str
    since: int
    again: bool = False


_MARK: ContextVar[Mark | None] = ContextVar("camillo.mark", default=None)


def mark() -> Mark | None:
    """The attempt that this thread or task works for, if it is one that may be sent again."""
    return _MARK.get()


@contextmanager
def marking(given: Mark | None) -> Iterator[None]:
    """Work for an attempt: a store that keeps marks enters its own in each receipt, in the write's transaction.

    It refuses with :class:`camillo.domain.errors.AlreadyWritten` what another attempt has written already. Threads that
    are started meanwhile do not work for it.

    >>> with marking(Mark("a1", "b2", 0)):
    ...     mark().attempt
    'b2'
    >>> mark() is None
    True
    """
    token = _MARK.set(given)
    try:
        yield
    finally:
        _MARK.reset(token)


def new_id(kind: str) -> str:
    """16 hexadecimal digits for something new: random, and the same for all attempts at one write.

    >>> with marking(Mark("a1", "b2", 0)):
    ...     new_id("key") == new_id("key") != new_id("share")
    True
    """
    if (given := mark()) is None:
        return secrets.token_hex(8)
    return digest(b"camillo new id", kind.encode(), given.key.encode())[:8].hex()
