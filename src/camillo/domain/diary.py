"""Diaries: dated entries of one agent role."""

from dataclasses import dataclass

#: The kind of the turns, conversations and sources that diaries are made of.
KIND = "diary"
#: The room in which entries lie.
ROOM = "diary"


@dataclass(frozen=True, slots=True)
class Entry:
    """One dated entry: ``id`` resolves with ``palace.get``, ``text`` is verbatim.

    ``at`` is the time as it was given, or as the clock stood when the entry was written.
    """

    id: str
    role: str
    text: str
    at: str | None
    wing: str
    hall: str


@dataclass(frozen=True, slots=True)
class Diary:
    """A role's diary: the role as its newest entry writes it, how many entries, and the last's time."""

    role: str
    entries: int
    newest: str | None


def same_role(role: str) -> str:
    """What roles are told apart by: upper and lower case are one role.

    >>> same_role("Reviewer") == same_role("reviewer")
    True
    """
    return role.casefold()
