"""What episodes, gists and contexts read from and write to a palace store: numbers, never words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation with at least two current turns; ``first`` and ``last`` are event times in micros."""

    conversation: int
    turns: int
    first: int | None
    last: int | None


@dataclass(frozen=True, slots=True)
class TalkTurn:
    """A current turn as an episode sees it, without its text.

    ``at`` is in micros and ``told`` as its source wrote it; ``size`` in bytes; ``native``, ``kind``
    and ``title`` are its conversation's; ``hall`` and ``wings`` are where it lies.
    """

    turn: int
    key: bytes
    conversation: int
    native: str
    kind: str
    title: str
    at: int | None
    told: str | None
    part: str
    role: str
    speaker: str
    branch: str
    size: int
    hall: str
    wings: tuple[str, ...]
    meta: Mapping[str, object] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The id of the whole turn."""
        return f"{self.key.hex()}:0-{self.size}"


@dataclass(frozen=True, slots=True)
class GistLine:
    """A sentence of a gist: bytes of a turn."""

    turn: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class GistRow:
    """The gist of the episode that begins with turn ``first``; ``turns`` says how many it had then."""

    conversation: int
    first: int
    turns: int
    lines: tuple[GistLine, ...]


@dataclass(frozen=True, slots=True)
class ContextRow:
    """One refresh of a drawer's context: bytes of the turn that the later drawer ``origin`` lies in.

    ``version`` counts a drawer's refreshes from 1.
    """

    drawer: int
    version: int
    origin: int
    start: int
    end: int


class EpisodeReads(Protocol):
    """Reads of one state. Gists and contexts are those of the live generation."""

    def talks(self, wing: str | None = None) -> list[Talk]:
        """Conversations of two current turns or more, the newest last turn first, files left out."""
        ...

    def talk_turns(self, conversations: Sequence[int]) -> list[TalkTurn]:
        """The current turns of conversations, by conversation and position."""
        ...

    def talks_of(self, turns: Sequence[int]) -> dict[int, int]:
        """The conversation of each of these turns."""
        ...

    def talks_after(self, turn: int, upto: int) -> list[int]:
        """Conversations with turns above ``turn``, up to ``upto``, and those whose gists wait, ascending."""
        ...

    def last_turn(self) -> int:
        """The number of the last turn, 0 where there is none."""
        ...

    def turn_numbers(self, keys: Sequence[bytes]) -> dict[bytes, int]:
        """The numbers of turns by key; those that are not here are left out."""
        ...

    def drawers_of(self, turns: Sequence[int]) -> dict[int, tuple[int, ...]]:
        """The live drawers of turns, in order."""
        ...

    def gists(self, conversations: Sequence[int]) -> list[GistRow]:
        """Gists of conversations, by conversation and first turn."""
        ...

    def gisted(self) -> int:
        """The mark of gists: turns up to this number have been looked at; 0 in a new generation."""
        ...

    def contexts(self, drawers: Sequence[int]) -> list[ContextRow]:
        """Refreshes of these drawers' contexts, by drawer and version."""
        ...

    def contexts_from(self, origins: Sequence[int]) -> list[ContextRow]:
        """Refreshes that came from these drawers, by drawer and version."""
        ...

    def evolved(self) -> int:
        """The mark of contexts: drawers up to this number have refreshed their neighbours."""
        ...


class EpisodeWrites(Protocol):
    """Writes, each one transaction, of the live generation."""

    def put_gists(self, gists: Mapping[int, Sequence[GistRow]], after: int, upto: int) -> bool:
        """Give each of these conversations these gists instead of those it had, and move the mark.

        Nothing is done, and False returned, where the mark is not ``after``: somebody was faster.

        Raises:
            InvalidInput: ``upto`` lies below ``after`` or beyond the last turn.
        """
        ...

    def put_contexts(self, rows: Sequence[ContextRow], after: int, upto: int) -> bool:
        """File refreshes and move the mark, as :meth:`put_gists` does; drawers gone are passed over.

        Raises:
            InvalidInput: ``upto`` lies below ``after`` or beyond the last drawer.
        """
        ...

    def drop_contexts(self, rows: Sequence[ContextRow]) -> int:
        """Take refreshes away; returns how many there were."""
        ...
