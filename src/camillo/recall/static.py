"""The static tier's arm: late interaction over the word table, for drawers not yet refined."""

import numpy as np

from camillo.ports.embedder import StaticEmbedder, StaticQuery
from camillo.recall.catalogue import FLOATS, MASK, ROWS, Catalogue
from camillo.recall.dense import WINDOW, late_interaction, nearest, piece_weights, segments_max
from camillo.recall.lexical import around


def propose(query: StaticQuery, mask: MASK, count: int, catalogue: Catalogue) -> ROWS:
    """The rows whose mean word vector is nearest by sign bits."""
    if not len(query.pieces):
        return np.empty(0, np.intp)
    filled = np.diff(catalogue.columns.piece_at) > 0
    return nearest(catalogue.words, query.bits, np.flatnonzero(mask & filled), count)


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
    unique, back = np.unique(pieces, return_inverse=True)
    similar = segments_max(static.similarities(query, unique)[:, back], counts)
    at = np.full(catalogue.size + 1, len(needed), np.intp)
    at[needed] = np.arange(len(needed))
    slots = np.where(inside, at[spots], len(needed))
    weight = piece_weights(catalogue.piece_df(query.pieces), catalogue.size)
    return late_interaction(similar, weight, slots, inside)
