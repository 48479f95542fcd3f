"""The lexical arm: BM25 over drawers, windows of drawers and conversations, from postings alone."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from camillo.ports.rows import Postings
from camillo.ports.store import Snapshot
from camillo.recall.catalogue import FLOATS, MASK, ROWS, Catalogue
from camillo.text.groups import TermGroup

K1 = 1.5
B = 0.75
#: Drawers in a window; every window of the conversation that holds a drawer counts for it.
WINDOW = 4
_PREFIX_LIMIT = 400
# A count in thirds: as asked for, or in another form of the same stem.
_EXACT, _INFLECTED = 3, 2


@dataclass(frozen=True)
class Lexical:
    """A question's counts over the palace: ``tf`` uint8 [groups, n] in thirds, weighted ``idf`` [groups].

    A word in the form asked for counts three thirds, another inflection of it two. ``attainable``
    is the score no drawer can exceed: 2.5 times the weighted idf added up.
    """

    catalogue: Catalogue
    groups: Sequence[TermGroup]
    tf: NDArray[np.uint8]
    idf: FLOATS

    @property
    def attainable(self) -> float:
        """The limit of BM25 for this question."""
        return float(self.idf.sum()) * (K1 + 1)

    def drawers(self, rows: ROWS | None = None) -> FLOATS:
        """BM25 of all drawers, or of some."""
        lengths = self.catalogue.columns.length
        mean = self.catalogue.mean_length
        if rows is not None:
            return _bm25(self.tf[:, rows], self.idf, lengths[rows], mean)
        scores = np.zeros(self.catalogue.size, np.float32)
        for tf, idf in zip(self.tf, self.idf, strict=True):
            hit = np.flatnonzero(tf)
            scores[hit] += _bm25(tf[None, hit], np.array([idf]), lengths[hit], mean)
        return scores

    def propose(self, mask: MASK, count: int) -> ROWS:
        """The best drawers inside a mask that have any of the words."""
        scores = self.drawers()
        scores[~mask] = 0.0
        return best(scores, count)

    def windows(self, rows: ROWS) -> FLOATS:
        """For each row the best BM25 over the windows of four drawers that hold it."""
        catalogue = self.catalogue
        spots, inside = around(catalogue, rows, WINDOW - 1)
        tf = np.where(inside, self.tf[:, spots], 0).astype(np.float32)
        length = np.where(inside, catalogue.columns.length[spots], 0).astype(np.float32)
        whole = full_windows(inside, WINDOW)
        scores = [
            _bm25(
                tf[:, :, at : at + WINDOW].sum(2),
                self.idf,
                length[:, at : at + WINDOW].sum(1),
                catalogue.mean_length * WINDOW,
            )
            for at in range(WINDOW)
        ]
        best_window: FLOATS = np.where(whole, np.stack(scores, 1), 0.0).max(1).astype(np.float32)
        return best_window

    def conversations(self, codes: ROWS) -> FLOATS:
        """BM25 of whole conversations by their codes."""
        catalogue = self.catalogue
        tf = np.zeros((len(self.groups), len(codes)), np.float32)
        for at, counts in enumerate(self.tf):
            hit = np.flatnonzero(counts)
            total = np.bincount(
                catalogue.code[hit], weights=counts[hit], minlength=catalogue.conversations
            )
            tf[at] = total[codes]
        lengths = catalogue.conversation_length
        return _bm25(tf, self.idf, lengths[codes], max(1.0, float(lengths.mean())))

    def covered(self, rows: ROWS, owners: ROWS, count: int) -> FLOATS:
        """The weighted share of the question's words that rows hold between them, by owner [count]."""
        total = float(self.idf.sum())
        found = np.zeros((len(self.groups), count), np.bool_)
        for at, counts in enumerate(self.tf[:, rows]):
            found[at, owners[counts > 0]] = True
        result: FLOATS = (self.idf @ found / total if total else np.zeros(count)).astype(np.float32)
        return result


def lexical(
    groups: Sequence[TermGroup], mask: MASK, catalogue: Catalogue, snapshot: Snapshot
) -> Lexical:
    """Read the postings of a question's groups.

    A word's weight is the mean of its inverse frequencies in the palace and inside the mask: a
    name that is everywhere in one wing tells little there.
    """
    expanded = [_expand(group, snapshot) for group in groups]
    terms = {term for group in expanded for one in group for term in one}
    postings = snapshot.postings(sorted(terms))
    tf = np.zeros((len(groups), catalogue.size), np.uint8)
    for at, alternatives in enumerate(expanded):
        exact = _sum(alternatives[0], postings, catalogue)
        tf[at] = exact
        for one in alternatives[1:]:
            np.maximum(tf[at], _sum(one, postings, catalogue), out=tf[at])
        tf[at] = _INFLECTED * tf[at] + (_EXACT - _INFLECTED) * exact
    palace = inverse_frequency(np.count_nonzero(tf, axis=1), catalogue.size)
    inside = inverse_frequency(np.count_nonzero((tf > 0) & mask, axis=1), int(mask.sum()))
    weight = np.array([group.weight for group in groups], np.float32)
    idf: FLOATS = ((palace + inside) / 2 * weight).astype(np.float32)
    return Lexical(catalogue, groups, tf, idf)


def _expand(group: TermGroup, snapshot: Snapshot) -> tuple[tuple[str, ...], ...]:
    if not group.prefix:
        return group.alternatives
    after = chr(ord(group.word) + 1)
    found = snapshot.terms_between(group.word, after, _PREFIX_LIMIT)
    return (*group.alternatives, tuple(term for term in found if len(term) <= 2))


def _sum(
    terms: Sequence[str], postings: dict[str, Postings], catalogue: Catalogue
) -> NDArray[np.uint8]:
    total = np.zeros(catalogue.size, np.uint8)
    for term in dict.fromkeys(terms):
        if term in postings:
            found = postings[term]
            total[catalogue.rows(found.drawer)] += found.count
    return total


def inverse_frequency(df: NDArray[np.int64], total: int) -> FLOATS:
    """``ln(1 + (N - df + .5) / (df + .5))``; what nobody said weighs most."""
    return np.log1p((total - df + 0.5) / (df + 0.5)).astype(np.float32)


def _bm25(tf: NDArray[np.generic], idf: FLOATS, length: NDArray[np.generic], mean: float) -> FLOATS:
    norm = K1 * (1 - B + B * length.astype(np.float32) / mean)
    counts = tf.astype(np.float32) / _EXACT
    scores: FLOATS = (idf[:, None] * counts * (K1 + 1) / (counts + norm)).sum(0, dtype=np.float32)
    return scores


def best(scores: FLOATS, count: int) -> ROWS:
    """Rows of the highest scores above zero, at most so many, ascending by row."""
    found = np.flatnonzero(scores > 0)
    if len(found) > count:
        found = found[np.argpartition(-scores[found], count)[:count]]
    return np.sort(found)


def around(catalogue: Catalogue, rows: ROWS, reach: int) -> tuple[ROWS, MASK]:
    """Rows at ``-reach .. reach`` of each row in its conversation, and which of them exist [n, 2 reach + 1]."""
    spots = catalogue.place[rows][:, None] + np.arange(-reach, reach + 1)
    code = catalogue.code[rows]
    inside = (spots >= catalogue.bounds[code][:, None]) & (
        spots < catalogue.bounds[code + 1][:, None]
    )
    return catalogue.order[np.clip(spots, 0, max(0, catalogue.size - 1))], inside


def full_windows(inside: MASK, width: int) -> MASK:
    """Which windows [n, width] count: whole ones, and the first of a conversation that is shorter."""
    starts = inside.shape[1] - width + 1
    whole = np.logical_and.reduce([inside[:, at : at + starts] for at in range(width)])
    # A short conversation lies wholly in reach: its first drawer opens the only window that counts.
    opens = inside.copy()
    opens[:, 1:] &= ~inside[:, :-1]
    result: MASK = whole | (opens[:, :starts] & ~whole.any(axis=1)[:, None])
    return result
