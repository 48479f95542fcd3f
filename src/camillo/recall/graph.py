"""The graph arm: what hangs together with the question's entities and its best passages rises."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from camillo.ports.graph import Ground, Step, Walked, Walker
from camillo.ports.store import Snapshot
from camillo.recall.catalogue import FLOATS, MASK, ROWS, Catalogue

#: So many of the best passages are where a walk begins.
_BEGINNING = 10
#: What a walk lends counts so often, and lifts a drawer up to this share of the best score: nearly
#: beside it where somebody wrote that the two belong together, to the middle of the list where they
#: are merely alike.
NAMED, ALIKE = 3.0, 2.0
_UP_TO_NAMED, _UP_TO_ALIKE = 0.95, 0.6
#: Less than this is not worth telling why.
_TELLING = 0.005
#: Drawers that no other arm came up with are looked at from so much on, and so many at the most.
_LEAST, _PROPOSED = 0.01, 40


@dataclass(frozen=True)
class Lent:
    """What a walk lends. ``gains`` are for given rows with given scores, ``path`` tells the way to a row."""

    walked: Walked | None
    catalogue: Catalogue

    def proposed(self, rows: ROWS) -> ROWS:
        """Rows that are none of these and belong to the question by somebody's word, ascending."""
        if self.walked is None:
            return np.empty(0, np.intp)
        lent = self.walked.named
        enough = sorted(drawer for drawer, each in lent.items() if each >= _LEAST)
        fresh = np.setdiff1d(self.catalogue.rows(np.array(enough, np.int64)), rows)
        worth = [lent[drawer] for drawer in self.catalogue.columns.drawer[fresh].tolist()]
        order = np.lexsort((fresh, -np.array(worth, np.float64)))
        return np.sort(fresh[order[:_PROPOSED]])

    def gains(self, rows: ROWS, scores: FLOATS) -> FLOATS:
        """What each row gains [n]; nothing can pass the best by it."""
        if self.walked is None or not len(rows):
            return np.zeros(len(rows), np.float32)
        best = max(0.0, float(scores.max()))
        drawers = self.catalogue.columns.drawer[rows].tolist()
        gained = [
            np.minimum(
                weight * np.array([lent.get(drawer, 0.0) for drawer in drawers], np.float32),
                np.maximum(0.0, up_to * best - scores),
            )
            for lent, weight, up_to in (
                (self.walked.named, NAMED, _UP_TO_NAMED),
                (self.walked.alike, ALIKE, _UP_TO_ALIKE),
            )
        ]
        most = np.maximum(*gained).astype(np.float32)
        result: FLOATS = np.where(most >= _TELLING, most, np.float32(0.0))
        return result

    def path(self, row: int) -> Sequence[Step]:
        """The likeliest way to a row; empty where none leads there."""
        if self.walked is None:
            return ()
        return self.walked.path(int(self.catalogue.columns.drawer[row]))


def lend(
    question: str,
    rows: ROWS,
    scores: FLOATS,
    mask: MASK,
    walker: Walker | None,
    catalogue: Catalogue,
    snapshot: Snapshot,
) -> Lent:
    """Walk from a question and the best of some scored rows, never outside the mask."""
    if walker is None or not mask.any():
        return Lent(None, catalogue)
    order = np.lexsort((rows, -scores))[:_BEGINNING]
    drawers = catalogue.columns.drawer[rows[order]].tolist()
    best = {
        drawer: float(score)
        for drawer, score in zip(drawers, scores[order], strict=True)
        if score > 0
    }
    return Lent(walker(question, best, ground(mask, catalogue), snapshot), catalogue)


def ground(mask: MASK, catalogue: Catalogue) -> Ground:
    """Where a walk may go: to the drawers inside a mask, and beside each in its conversation."""
    return Ground(_inside(mask, catalogue), _beside(catalogue))


def _inside(mask: MASK, catalogue: Catalogue) -> Callable[[Sequence[int]], Sequence[int]]:
    """Which of some drawers lie inside a mask; a table, since it is asked for a few at a time."""
    drawers = catalogue.columns.drawer
    marks = np.zeros(int(drawers[-1]) + 1 if len(drawers) else 0, np.bool_)
    marks[drawers[mask]] = True
    table = marks.tobytes()
    size = len(table)

    def inside(some: Sequence[int]) -> Sequence[int]:
        return [drawer for drawer in some if drawer < size and table[drawer]]

    return inside


def _beside(catalogue: Catalogue) -> Callable[[int], Sequence[int]]:
    """The drawers before and after one in its conversation."""

    def beside(drawer: int) -> Sequence[int]:
        found = catalogue.rows(np.array([drawer], np.int64))
        if not len(found):
            return ()
        row = int(found[0])
        place, code = int(catalogue.place[row]), int(catalogue.code[row])
        first, last = int(catalogue.bounds[code]), int(catalogue.bounds[code + 1])
        near = [at for at in (place - 1, place + 1) if first <= at < last]
        return [int(catalogue.columns.drawer[catalogue.order[at]]) for at in near]

    return beside
