"""The shown score: between 0 and 1, comparable between questions. Ranking never uses it."""

import numpy as np

from camillo.recall.catalogue import FLOATS


def calibrate(fused: FLOATS, searched: int, with_model: bool) -> FLOATS:
    """Relevance of hits with fused scores, among so many drawers searched.

    It says "this palace talks about that", not "this is the answer": a near miss scores as high
    as the right passage. The best score of unrelated text rises with the number of drawers
    searched, hence the size term. Logistic fits on chat turns of development data.
    """
    size = np.log10(max(1, searched))
    logit = 9.9 * fused - size - 3.6 if with_model else 6.7 * fused - 4.5
    result: FLOATS = (1.0 / (1.0 + np.exp(-np.clip(logit, -30, 30)))).astype(np.float32)
    return result
