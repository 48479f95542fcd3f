"""The static tier's arm: late interaction over the word table, for drawers not yet refined."""

import numpy as np
from numpy.typing import NDArray

from camillo.ports.embedder import StaticEmbedder, StaticQuery
from camillo.recall.catalogue import FLOATS, MASK, ROWS, Catalogue
from camillo.recall.dense import WINDOW, late_interaction, nearest, piece_weights, segments_max
from camillo.recall.lexical import around


def propose(query: StaticQuery, mask: MASK, count: int, catalogue: Catalogue) -> ROWS:
    """The rows whose mean word vector is nearest by sign bits."""
    if not len(query.pieces):
        return np.empty(0, np.intp)
    return nearest(catalogue.words, query.bits, np.flatnonzero(mask & catalogue.filled), count)


def score(
    query: StaticQuery, static: StaticEmbedder, rows: ROWS, catalogue: Catalogue
) -> tuple[FLOATS, FLOATS]:
    """MaxSim of rows alone and of their best window of three; NaN for rows without pieces."""
    spots, inside = around(catalogue, rows, WINDOW - 1)
    needed = np.unique(spots[inside])
    piece_at = catalogue.columns.piece_at
    counts = piece_at[needed + 1] - piece_at[needed]
    starts = np.repeat(piece_at[needed] - np.concatenate([[0], np.cumsum(counts)[:-1]]), counts)
    pieces = catalogue.columns.pieces[starts + np.arange(counts.sum())]
    unique, back = _numbered(pieces)
    similar = segments_max(static.similarities(query, unique)[:, back], counts)
    at = np.full(catalogue.size + 1, len(needed), np.intp)
    at[needed] = np.arange(len(needed))
    slots = np.where(inside, at[spots], len(needed))
    weight = piece_weights(catalogue.piece_df(query.pieces), catalogue.size)
    return late_interaction(similar, weight, slots, inside)


def _numbered(pieces: NDArray[np.uint16]) -> tuple[NDArray[np.uint16], ROWS]:
    """The different pieces, and each piece's place among them; by a table, for sorting costs more."""
    used = np.zeros(1 << 16, np.bool_)
    used[pieces] = True
    unique = np.flatnonzero(used)
    table = np.zeros(1 << 16, np.intp)
    table[unique] = np.arange(len(unique))
    return unique.astype(np.uint16), table[pieces]
