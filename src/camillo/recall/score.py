"""The shown score: between 0 and 1, comparable between questions. Ranking never uses it."""

import numpy as np

from camillo.recall.catalogue import FLOATS
from camillo.recall.fuse import Fused

# Logistic fits (slope, intercept) on chat turns of development data: the same questions asked of the
# palace that can answer them and of one that cannot.
_TRANSFORMER = (13.0, -6.9)
_STATIC = (11.0, -4.5)
_LEXICAL = (11.0, -6.2)
# Below so many drawers (a power of ten) the best score of unrelated text falls faster with their number: by so
# much more a power. Fitted on palaces of 2 to 30 turns drawn from the same data.
_FEW_TRANSFORMER = (2.5, 1.1)
_FEW_STATIC = (1.0, 1.8)


def calibrate(fused: Fused, searched: int) -> FLOATS:
    """Relevance of hits [n] among so many drawers searched.

    It says "this palace talks about that", not "this is the answer": a near miss scores as high
    as the right passage. With a model the best score of unrelated text rises with the number of
    drawers searched, hence the size terms.
    """
    size = float(np.log10(max(1, searched)))
    if len(fused.groups) == 1:
        return _logistic(_LEXICAL[0] * fused.score + _LEXICAL[1])
    static = _STATIC[0] * fused.score + _STATIC[1] - size + _few(size, _FEW_STATIC)
    if "late" not in fused.groups:
        return _logistic(static)
    refined = np.isfinite(fused.groups["late"])
    transformer = (
        _TRANSFORMER[0] * fused.score + _TRANSFORMER[1] - size + _few(size, _FEW_TRANSFORMER)
    )
    return _logistic(np.where(refined, transformer, static).astype(np.float32))


def _few(size: float, fit: tuple[float, float]) -> float:
    most, slope = fit
    return slope * max(0.0, most - size)


def _logistic(logit: FLOATS) -> FLOATS:
    result: FLOATS = (1.0 / (1.0 + np.exp(-np.clip(logit, -30, 30)))).astype(np.float32)
    return result
