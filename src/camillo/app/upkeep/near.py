"""Near-duplicate pages: those most of whose sentences stand in another page too."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from camillo.distill.sentences import sentences
from camillo.knowledge.notes.front import read_front

#: Shorter sentences (in bytes) say nothing of a page; what more pages than that have is a phrase of the house.
_SHORTEST, _FEW = 20, 6
#: So many sentences of the shorter page, and so large a part of them, stand in the longer one.
_LEAST, _SHARE = 2, 0.6


@dataclass(frozen=True, slots=True)
class Near:
    """Places of two pages, the shorter first, and the places in it of the sentences that both have."""

    short: int
    long: int
    spans: tuple[tuple[int, int], ...]
    count: int


def near(texts: Sequence[str]) -> list[Near]:
    """Pairs of near-duplicates, those that share most first. Takes time linear in the texts.

    >>> text = "We moved to GraphQL in May. The mobile app was slow before."
    >>> found = near([text + " Ana agreed to it at once.", "Something else is written here.", text])
    >>> [(one.short, one.long, len(one.spans), one.count) for one in found]
    [(2, 0, 2, 2)]
    """
    said = [_said(text) for text in texts]
    holders: dict[str, list[int]] = defaultdict(list)
    for at, each in enumerate(said):
        for key in each:
            holders[key].append(at)
    shared: dict[tuple[int, int], int] = defaultdict(int)
    for held in holders.values():
        if 2 <= len(held) <= _FEW:
            for pair in combinations(held, 2):
                shared[pair] += 1
    found = []
    for (a, b), number in shared.items():
        short, long = (a, b) if len(said[a]) < len(said[b]) else (b, a)
        if number >= _LEAST and number >= _SHARE * len(said[short]):
            spans = tuple(span for key, span in said[short].items() if key in said[long])
            found.append(Near(short, long, spans, len(said[short])))
    return sorted(found, key=lambda one: (-len(one.spans) / one.count, one.short, one.long))


def _said(text: str) -> dict[str, tuple[int, int]]:
    start = read_front(text).end
    found: dict[str, tuple[int, int]] = {}
    for first, last in sentences(text[start:]):
        key = " ".join(text[start + first : start + last].split()).casefold()
        if len(key.encode("utf-8", "surrogatepass")) >= _SHORTEST:
            found.setdefault(key, (start + first, start + last))
    return found
