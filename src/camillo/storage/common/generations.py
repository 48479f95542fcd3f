"""Generations of what is derived: one answers, another may be built beside it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from camillo.domain.drawer import Cut
from camillo.domain.errors import InvalidInput
from camillo.ports.rows import Building, Stored
from camillo.storage.common.checks import checked_cuts


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


def find_building(generations: Sequence[Generation], building: Building) -> Generation:
    """The generation of a build that is under way.

    Raises:
        InvalidInput: it is not, or not any more.
    """
    for generation in generations:
        if generation.number == building.generation and not generation.live:
            return generation
    raise InvalidInput(
        f"generation {building.generation} is not being built", "begin a rebuild again"
    )


def further(
    generation: Generation,
    cuts: Sequence[tuple[Stored, tuple[Cut, ...]]],
    content: Callable[[int], bytes | None],
) -> tuple[list[tuple[int, int, Cut]], int]:
    """What a build files of further turns, as (turn, ordinal, cut), and the turn up to which it is done then.

    A turn whose ``content`` is not what was read ends it, so that it is read again.

    Raises:
        InvalidInput: a cut is none that a store files.
    """
    new: list[tuple[int, int, Cut]] = []
    done = generation.done
    for stored, turn_cuts in cuts:
        if stored.number <= done:
            continue
        if content(stored.number) != stored.content:
            break
        filed = checked_cuts(stored, turn_cuts)
        # Turns filed since the build began are in both generations already.
        if stored.number <= generation.upto:
            new += filed
        done = stored.number
    return new, done
