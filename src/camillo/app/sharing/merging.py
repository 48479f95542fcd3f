"""Results of several palaces side by side: by rank alone, since their statistics are apart."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from camillo.domain.search import Found, Hit
from camillo.ports.server import Share


@dataclass(frozen=True, slots=True)
class Placed:
    """A hit and the share it came through; None: it is the caller's own."""

    hit: Hit
    share: Share | None = None


def merged(own: Found, shared: Mapping[Share, Found], limit: int) -> list[Placed]:
    """First hits first, then second ones, and so on; of one rank the higher score, then the caller's own.

    >>> merged(Found((), {}, 0, 1.0, (), 0.0), {}, 10)
    []
    """
    lists: list[Sequence[Placed]] = [[Placed(hit) for hit in own.results]]
    lists += [[Placed(hit, share) for hit in found.results] for share, found in shared.items()]
    rows: list[Placed] = []
    for tier in zip_longest(*lists):
        there = [one for one in tier if one is not None]
        rows += sorted(there, key=lambda one: -one.hit.score)
    return rows[:limit]
