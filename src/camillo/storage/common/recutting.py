"""Which drawers a turn keeps once stretches of its text are blank."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from camillo.domain.drawer import Cut
from camillo.storage.common.stretches import Stretch


@dataclass(slots=True)
class Recut:
    """Drawers that go, the ordinal of each that stays, and the cuts (ordinal, cut) that have none yet."""

    dropped: list[int] = field(default_factory=list)
    ordinals: dict[int, int] = field(default_factory=dict)
    new: list[tuple[int, Cut]] = field(default_factory=list)


def recut_turn(
    drawers: Iterable[tuple[int, int, int]], cuts: Sequence[Cut], blanked: Sequence[Stretch]
) -> Recut:
    """A turn's drawers (number, start, end) compared with the cuts it has now.

    >>> made = recut_turn([(7, 0, 3), (8, 3, 9)], [Cut(0, 3, {}, 1), Cut(5, 9, {}, 1)], [(3, 5)])
    >>> made.dropped, made.ordinals, [ordinal for ordinal, _ in made.new]
    ([8], {7: 0}, [1])
    """
    made = Recut()
    wanted = {(cut.start, cut.end): ordinal for ordinal, cut in enumerate(cuts)}
    kept = set()
    for drawer, start, end in drawers:
        touched = any(start < b and a < end for a, b in blanked)
        ordinal = wanted.get((start, end))
        if touched or ordinal is None:
            made.dropped.append(drawer)
        else:
            kept.add((start, end))
            made.ordinals[drawer] = ordinal
    made.new.extend(
        (ordinal, cut) for ordinal, cut in enumerate(cuts) if (cut.start, cut.end) not in kept
    )
    return made
