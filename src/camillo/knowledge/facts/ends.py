"""Ends: of several words on when one stretch of a triple ended, the one that counts."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence

from camillo.knowledge.facts.statements import Statement, Triple


class Ends:
    """Stated ends by triple. Between two statements that it holds, the later word is taken.

    A word of more trust goes before a later one of less.
    """

    def __init__(self, statements: Sequence[Statement]) -> None:
        begins: dict[Triple, list[int]] = defaultdict(list)
        for one in statements:
            if not one.over:
                begins[one.triple].append(one.at)
        stretches: dict[tuple[Triple, int], Statement] = {}
        for one in statements:
            if one.over:
                known = sorted(begins[one.triple])
                key = (one.triple, bisect_left(known, one.at))
                best = stretches.get(key)
                if best is None or (best.rank, best.word) < (one.rank, one.word):
                    stretches[key] = one
        self._of: dict[Triple, list[Statement]] = defaultdict(list)
        for (triple, _), one in stretches.items():
            self._of[triple].append(one)
        for ends in self._of.values():
            ends.sort(key=lambda one: one.at)
        self._used: set[str] = set()

    def of(self, triple: Triple, after: int, rank: int) -> Statement | None:
        """The first end after an instant that has this trust or more; it counts as used."""
        for one in self._of.get(triple, ()):
            if one.at > after and one.rank >= rank:
                self._used.add(one.id)
                return one
        return None

    def unused(self) -> Iterable[Statement]:
        """Ends of what no one said to hold, or that are trusted less than who said so, in order."""
        left = [one for ends in self._of.values() for one in ends if one.id not in self._used]
        return sorted(left, key=lambda one: (-one.rank, one.at, one.word))
