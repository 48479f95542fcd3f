"""Runs: the stretches of world time for which a triple holds, made of all that was stated of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from camillo.domain.moment import Moment
from camillo.knowledge.facts.spans import EVER, NEVER, holds
from camillo.knowledge.facts.statements import Statement, Triple


@dataclass(eq=False)
class Run:
    """One stretch of one triple, and the statements that speak for it, the first first.

    ``low`` is where it is known to have begun, and ``reach`` how far back an undated one is taken to have
    held; ``high`` where it ends. ``begin`` and ``end`` are these as they are told. ``ends`` are the words on its
    end, the one that counts first, ``next`` the run that ended it. ``beaten`` is what holds in its place
    everywhere, ``into`` what it became a part of.
    """

    triple: Triple
    rank: int
    low: int
    begin: Moment | None
    high: int = NEVER
    end: Moment | None = None
    reach: int = EVER
    statements: list[Statement] = field(default_factory=list)
    ends: Sequence[Statement] = ()
    next: "Run | None" = None
    previous: "Run | None" = None
    beaten: "Run | None" = None
    into: "Run | None" = None

    @property
    def first(self) -> Statement:
        """The most trusted statement, of these the first recorded: it gives the run its id and words."""
        return min(self.statements, key=lambda one: (-one.rank, one.recorded.micros, one.order))

    @property
    def dated(self) -> bool:
        """Whether it was said from when it holds."""
        return self.begin is not None

    @property
    def over_by(self) -> Statement | None:
        """The end that was stated of it, if one was."""
        return self.ends[0] if self.ends else None

    def covers(self, at: int) -> bool:
        """Whether it is known to hold at an instant."""
        return self.beaten is None and holds(self.low, self.high, at)

    def holds(self, at: int) -> bool:
        """Whether it is taken to hold at an instant."""
        low = self.low if self.dated else self.reach
        return self.beaten is None and holds(low, self.high, at)

    def stop(self, at: int, end: Moment | None) -> None:
        """End it at an instant."""
        self.high, self.end = at, end


@dataclass(frozen=True, slots=True)
class Dispute:
    """Two runs that are both stated for a time (None: not bounded); ``kept`` is held to be true."""

    kept: Run
    other: Run
    since: Moment | None
    until: Moment | None
