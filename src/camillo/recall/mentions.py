"""Phrases that must stand as written, words that must not occur, and who it was that spoke."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from camillo.ports.store import Snapshot
from camillo.recall.catalogue import FLOATS, MASK, ROWS, Catalogue
from camillo.text.groups import required_terms
from camillo.text.phrases import contains

#: Drawers whose text is read to prove a phrase; the rarest terms come first.
_PROVED = 2_000


def holding(phrase: str, mask: MASK, catalogue: Catalogue, snapshot: Snapshot) -> ROWS:
    """Rows inside the mask whose text holds the phrase, proved on the text."""
    terms = required_terms(phrase)
    postings = snapshot.postings(terms)
    if not terms or len(postings) < len(terms):
        return np.empty(0, np.intp)
    shared: ROWS | None = None
    for found in sorted(postings.values(), key=lambda each: len(each.drawer)):
        rows = catalogue.rows(found.drawer)
        shared = rows if shared is None else np.intersect1d(shared, rows, assume_unique=True)
    if shared is None:
        return np.empty(0, np.intp)
    candidates = shared[mask[shared]][-_PROVED:]
    drawers = catalogue.columns.drawer[candidates].tolist()
    texts = snapshot.passages(drawers)
    return np.array(
        [
            row
            for row, drawer in zip(candidates.tolist(), drawers, strict=True)
            if drawer in texts and contains(texts[drawer].text, phrase)
        ],
        np.intp,
    )


def spoken_by(speakers: Sequence[int], rows: ROWS, catalogue: Catalogue) -> FLOATS:
    """1 for rows said by a speaker the question names, unless it names all of that conversation's."""
    return _said(speakers, catalogue.columns.speaker, rows, catalogue)


def spoken_as(roles: Sequence[str], rows: ROWS, catalogue: Catalogue) -> FLOATS:
    """1 for rows said in a role the question asks for, unless all of that conversation is."""
    numbers = [number for number, label in catalogue.labels.items() if label in roles]
    return _said(numbers, catalogue.columns.role, rows, catalogue)


def _said(
    wanted: Sequence[int], column: NDArray[np.int32], rows: ROWS, catalogue: Catalogue
) -> FLOATS:
    said = np.zeros(len(rows), np.float32)
    if not wanted:
        return said
    by = np.isin(column[rows], list(wanted))
    for code in np.unique(catalogue.code[rows[by]]).tolist():
        there = column[catalogue.order[catalogue.bounds[code] : catalogue.bounds[code + 1]]]
        if set(there.tolist()) - set(wanted):
            said[by & (catalogue.code[rows] == code)] = 1.0
    return said
