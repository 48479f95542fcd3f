"""A conversation's score comes from its best passages, not from its length."""

import numpy as np

from camillo.recall.catalogue import FLOATS, ROWS

_BEST_THREE = (1.0, 0.5, 0.25)
_WHOLE_WEIGHT = 0.33
_DATE_WEIGHT = 0.33


def conversation_scores(codes: ROWS, fused: FLOATS, dates: FLOATS, whole: FLOATS) -> FLOATS:
    """Scores of the conversations ``0 .. len(whole) - 1`` that ``codes`` [n] names.

    ``fused`` [n] are the passages' scores, ``dates`` [n] how well their day fits the question,
    ``whole`` BM25 of each conversation. Missing passages count as 0.
    """
    order = np.lexsort((-fused, codes))
    ranked = codes[order]
    rank = np.arange(len(ranked)) - np.searchsorted(ranked, ranked)
    weight = np.where(rank < 3, np.array([*_BEST_THREE, 0.0])[np.minimum(rank, 3)], 0.0)
    passages = np.bincount(ranked, weights=fused[order] * weight, minlength=len(whole))
    dated = np.zeros(len(whole), np.float32)
    np.maximum.at(dated, codes, np.minimum(1.0, dates))
    top = float(whole.max()) if len(whole) else 0.0
    share = whole / top if top > 0 else np.zeros_like(whole)
    result: FLOATS = (
        passages / sum(_BEST_THREE) + _WHOLE_WEIGHT * share + _DATE_WEIGHT * dated
    ).astype(np.float32)
    return result
