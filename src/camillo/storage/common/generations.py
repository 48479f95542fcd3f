"""Generations of what is derived: one answers, another may be built beside it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Generation:
    """What is derived under one number: ``done`` and ``upto`` bound what a build still has to fill in."""

    number: int
    live: bool
    done: int
    upto: int

    def holds(self, turn: int) -> bool:
        """Whether this generation already answers for a turn; else a build will come to it.

        >>> building = Generation(2, live=False, done=3, upto=5)
        >>> [building.holds(turn) for turn in (3, 4, 5, 6)]
        [True, False, False, True]
        """
        return self.live or turn <= self.done or turn > self.upto
