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
        for ats in begins.values():
            ats.sort()
        stretches: dict[tuple[Triple, int], list[Statement]] = defaultdict(list)
        for one in statements:
            if one.over:
                stretches[one.triple, bisect_left(begins[one.triple], one.at)].append(one)
        self._of: dict[Triple, list[Statement]] = defaultdict(list)
        self._words: dict[str, list[Statement]] = {}
        for (triple, _), words in stretches.items():
            words.sort(key=lambda one: (one.rank, one.word), reverse=True)
            self._of[triple].append(words[0])
            self._words[words[0].id] = words
        for ends in self._of.values():
            ends.sort(key=lambda one: one.at)
        self._used: set[str] = set()

    def of(self, triple: Triple, after: int, rank: int) -> list[Statement]:
        """The words on the first end after an instant, if the one that counts has this trust or more.

        The one that counts stands first, and counts as used.
        """
        for one in self._of.get(triple, ()):
            if one.at > after and one.rank >= rank:
                self._used.add(one.id)
                return self._words[one.id]
        return []

    def unused(self) -> Iterable[list[Statement]]:
        """Words on the end of what no one said to hold, or less trusted than who said so, in order."""
        left = [one for ends in self._of.values() for one in ends if one.id not in self._used]
        left.sort(key=lambda one: (-one.rank, one.at, one.word))
        return [self._words[one.id] for one in left]
