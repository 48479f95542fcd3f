"""Memories that say much the same, and the proposal to make them one."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log

from camillo.distill.memories.memory import Line, Memory, Slot
from camillo.distill.memories.topic import Cosines, alike, content
from camillo.distill.reflection.facts import Quote
from camillo.distill.reflection.naming import magnitude, named
from camillo.domain.proposal import Proposal

JOIN = "join memories"
#: So large a part of the shorter memory's lines is in the longer one too, or is of one matter with a line of it.
SHARE = 0.5
#: Memories are compared that share a line, a slot, or so many words that few others have.
_WORDS, _FEW = 2, 8
_SHOWN = 4


@dataclass(frozen=True, slots=True)
class Twin:
    """Two memories by their places, the shorter first, and places of lines that are of one matter."""

    short: int
    long: int
    lines: tuple[tuple[int, int], ...]


def twins(
    memories: Sequence[Memory],
    slots: Callable[[Line], Sequence[Slot]],
    cosines: Cosines,
    threshold: float,
    most: int,
) -> list[Twin]:
    """Pairs of memories that are near-duplicates, of at most so many that are compared.

    >>> tea = Line("Ana likes tea"), Line("Bo has bees")
    >>> both = [Memory(tea), Memory((*tea, Line("Eva skis"))), Memory((Line("It rains"),))]
    >>> twins(both, lambda line: (), lambda text, others: [0.0] * len(others), 0.9, 10)
    [Twin(short=0, long=1, lines=((0, 0), (1, 1)))]
    """
    found = []
    for pair in _near(memories, slots)[:most]:
        short, long = sorted(pair, key=lambda at: (len(memories[at].current), at))
        lines = _matched(memories[short], memories[long], slots, cosines, threshold)
        if lines and len(lines) >= SHARE * len(memories[short].current):
            found.append(Twin(short, long, lines))
    return found


def _near(
    memories: Sequence[Memory], slots: Callable[[Line], Sequence[Slot]]
) -> list[tuple[int, int]]:
    """Pairs worth comparing, those that share most first."""
    holders: dict[object, set[int]] = defaultdict(set)
    words: dict[str, set[int]] = defaultdict(set)
    for at, memory in enumerate(memories):
        for line in memory.current:
            for mark in (line.key, *(slot.key for slot in slots(line))):
                holders[mark].add(at)
            for word in content(line.text):
                words[word].add(at)
    shared: dict[tuple[int, int], int] = defaultdict(int)
    for marks, weight in ((holders, _WORDS), (words, 1)):
        for held in marks.values():
            if len(held) <= _FEW:
                for pair in combinations(sorted(held), 2):
                    shared[pair] += weight
    pairs = [pair for pair, weight in shared.items() if weight >= _WORDS]
    return sorted(pairs, key=lambda pair: (-shared[pair], pair))


def _matched(
    short: Memory,
    long: Memory,
    slots: Callable[[Line], Sequence[Slot]],
    cosines: Cosines,
    threshold: float,
) -> tuple[tuple[int, int], ...]:
    """Places of current lines of the shorter memory, each with that of the first line that is of its matter."""
    keys = {line.key: at for at, line in reversed([*enumerate(long.current)])}
    held = {
        slot.key: at for at, line in reversed([*enumerate(long.current)]) for slot in slots(line)
    }
    found = []
    for at, line in enumerate(short.current):
        other = keys.get(line.key)
        if other is None:
            other = next((held[one.key] for one in slots(line) if one.key in held), None)
        if other is None:
            near = alike(line, long, cosines, threshold)
            other = None if near is None else long.current.index(near)
        if other is not None:
            found.append((at, other))
    return tuple(found)


def joining(
    path: str, into: str, count: int, of: int, cites: Iterable[str], wing: str, quote: Quote
) -> Proposal:
    """The proposal that one memory goes into another. It comes again only when twice as much is in both."""
    return Proposal(
        id=named("merge", [path, into], magnitude(count)),
        kind="merge",
        text=f"{path} and {into} say much the same ({count} of {of} statements). Keep all of both in {into}.",
        evidence=quote([*cites][: 2 * _SHOWN]),
        would={"do": JOIN, "path": path, "into": into},
        wing=wing,
        score=count / of * log(1 + count),
    )
