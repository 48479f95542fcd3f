"""A conversation's score comes from its best passages, not from its length."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from camillo.recall.catalogue import FLOATS, ROWS

_BEST_THREE = np.array([1.0, 0.5, 0.25])
_WHOLE_WEIGHT = 0.25
_COVERED_WEIGHT = 0.2
_DATE_WEIGHT = 0.33


@dataclass(frozen=True)
class Wholes:
    """Conversations seen as wholes, all [c].

    ``bm25`` of all their words, ``covered`` the share of the question that their candidates hold
    between them, and how many ``drawers`` they have.
    """

    bm25: FLOATS
    covered: FLOATS
    drawers: NDArray[np.int64]


def conversation_scores(codes: ROWS, passages: FLOATS, dates: FLOATS, wholes: Wholes) -> FLOATS:
    """Scores of the conversations ``0 .. c - 1`` that ``codes`` [n] names.

    ``passages`` [n] are the passages' scores, ``dates`` [n] how well their day fits the question.
    Of a conversation's drawers the best three count. A conversation of one drawer is that drawer:
    there is no second look at it, so the passage's score stands in for the whole's.
    """
    best, mean = _best_three(codes, passages, wholes.drawers)
    dated = np.zeros(len(best), np.float32)
    np.maximum.at(dated, codes, np.minimum(1.0, dates))
    top = float(wholes.bm25.max()) if len(best) else 0.0
    share = wholes.bm25 / top if top > 0 else np.zeros_like(wholes.bm25)
    lone = 1.0 / np.maximum(1, wholes.drawers)
    seen = _WHOLE_WEIGHT * share + _COVERED_WEIGHT * wholes.covered
    stands_in = (_WHOLE_WEIGHT + _COVERED_WEIGHT) * best
    result: FLOATS = (mean + (1 - lone) * seen + lone * stands_in + _DATE_WEIGHT * dated).astype(
        np.float32
    )
    return result


def _best_three(codes: ROWS, passages: FLOATS, drawers: NDArray[np.int64]) -> tuple[FLOATS, FLOATS]:
    """The best passage of each conversation, and the weighted mean of its best three (missing: 0)."""
    order = np.lexsort((-passages, codes))
    ranked = codes[order]
    rank = np.arange(len(ranked)) - np.searchsorted(ranked, ranked)
    weight = np.where(rank < 3, np.append(_BEST_THREE, 0.0)[np.minimum(rank, 3)], 0.0)
    total = np.bincount(ranked, weights=passages[order] * weight, minlength=len(drawers))
    whole = np.cumsum(_BEST_THREE)[np.clip(drawers, 1, 3) - 1]
    best = np.zeros(len(drawers), np.float32)
    best[ranked[rank == 0]] = passages[order][rank == 0]
    return best, (total / whole).astype(np.float32)
