"""Repeated texts: what the palace holds more than once, in one form or another."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Repeat:
    """A text that repeats another: its id, where it lies and comes from, and how it repeats it.

    ``how``: ``words`` (the same words), ``near`` (up to a slip of the pen or an article), ``part`` (a part of it).
    """

    id: str
    how: Literal["words", "near", "part"]
    wing: str
    room: str
    source: str
    at: str | None


@dataclass(frozen=True, slots=True)
class Repeated:
    """A text with all that repeat it; ``id`` is the earliest, or the one that the others are part of."""

    id: str
    text: str
    wing: str
    room: str
    source: str
    at: str | None
    repeats: tuple[Repeat, ...]
