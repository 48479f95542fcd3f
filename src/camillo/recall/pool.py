"""The pool: the union of what each arm proposes, widened to the turns around it."""

from collections.abc import Sequence

import numpy as np

from camillo.recall.catalogue import MASK, ROWS, Catalogue
from camillo.recall.lexical import around

_REACH = 2


def proposals(searched: int, limit: int) -> int:
    """How many drawers each arm proposes: 50, more in larger palaces, never below the limit."""
    wanted = 50 if searched < 10_000 else 100 if searched < 100_000 else 200
    return max(wanted, min(limit, 1_000))


def widen(proposed: Sequence[ROWS], mask: MASK, catalogue: Catalogue) -> ROWS:
    """The proposals and up to two drawers on either side in their conversations, inside the mask."""
    rows = np.unique(np.concatenate([*proposed, np.empty(0, np.intp)]))
    if not len(rows):
        return rows
    spots, inside = around(catalogue, rows, _REACH)
    wide = np.unique(spots[inside])
    return wide[mask[wide]]
