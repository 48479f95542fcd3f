"""The transformer arms: pooled cosine and late interaction over 1-bit token codes."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from camillo.ports.embedder import DenseQuery, ModelCard
from camillo.ports.rows import Dense
from camillo.ports.store import Snapshot
from camillo.recall.catalogue import FLOATS, MASK, ROWS, Catalogue
from camillo.recall.lexical import around, full_windows, inverse_frequency

WINDOW = 3
#: So many times the proposals wanted are read exactly after the scan of the sign bits.
_RESCORED = 5
#: Rows of sign bits compared at a time: what is made of them stays in the processor's cache.
_SCANNED = 8_192


@dataclass(frozen=True)
class Arms:
    """Raw scores of some rows by one tier, alone and in the best window of three; NaN where it has none."""

    token: FLOATS
    token_window: FLOATS
    pooled: FLOATS
    pooled_window: FLOATS


def hamming(words: NDArray[np.uint64], query: NDArray[np.uint8], rows: ROWS) -> NDArray[np.int64]:
    """Differing bits between some rows of packed signs [n, w] and a query's packed signs."""
    distance = np.empty(len(rows), np.int64)
    for first in range(0, len(rows), _SCANNED):
        part = rows[first : first + _SCANNED]
        differing = np.bitwise_count(words[part] ^ query.view(np.uint64))
        # Adding column to column costs a third of a sum over so short an axis.
        total = np.zeros(len(part), np.uint16)
        for at in range(words.shape[1]):
            total += differing[:, at]
        distance[first : first + _SCANNED] = total
    return distance


def nearest(words: NDArray[np.uint64], query: NDArray[np.uint8], rows: ROWS, count: int) -> ROWS:
    """The rows whose signs are nearest to the query's."""
    distance = hamming(words, query, rows)
    if len(rows) > count:
        rows = rows[np.argpartition(distance, count)[:count]]
    return np.sort(rows)


def propose(
    query: DenseQuery,
    card: ModelCard,
    mask: MASK,
    count: int,
    catalogue: Catalogue,
    snapshot: Snapshot,
) -> ROWS:
    """The best rows by exact cosine among those nearest by sign bits."""
    rows = nearest(
        catalogue.signs, query.bits, np.flatnonzero(mask & catalogue.refined), count * _RESCORED
    )
    if len(rows) <= count:
        return rows
    found = _read(rows, card, catalogue, snapshot)
    kept = np.array([row for row in rows.tolist() if row in found], np.intp)
    if not len(kept):
        return kept
    cosines = _matrix([found[row] for row in kept.tolist()]) @ query.pooled
    return np.sort(kept[np.argsort(-cosines, kind="stable")[:count]])


def score(
    query: DenseQuery, card: ModelCard, rows: ROWS, catalogue: Catalogue, snapshot: Snapshot
) -> Arms:
    """All four scores of the given rows, reading their neighbours for the windows."""
    spots, inside = around(catalogue, rows, WINDOW - 1)
    needed = np.unique(spots[inside])
    needed = needed[catalogue.refined[needed]]
    found = _read(needed, card, catalogue, snapshot)
    known = np.array([row for row in needed.tolist() if row in found], np.intp)
    at = np.full(catalogue.size + 1, len(known), np.intp)
    at[known] = np.arange(len(known))
    slots = np.where(inside, at[spots], len(known))
    weight = piece_weights(catalogue.piece_df(query.pieces), catalogue.size)
    dense = [found[row] for row in known.tolist()]
    token, token_window = late_interaction(_similarities(query, dense), weight, slots, inside)
    pooled, pooled_window = _cosines(query, dense, slots, inside)
    return Arms(token, token_window, pooled, pooled_window)


def late_interaction(
    similar: FLOATS, weight: FLOATS, slots: ROWS, inside: MASK
) -> tuple[FLOATS, FLOATS]:
    """Weighted MaxSim of rows alone and of their best window of three.

    ``similar`` [q, k + 1] has each query token's best match in each known row, -inf in the last
    column (a row that has none); ``slots`` [n, 5] says which known row stands where.
    """
    if not len(weight):
        empty = np.full(len(slots), np.nan, np.float32)
        return empty, empty
    share = weight / weight.sum()
    matched = similar[:, slots]
    middle = slots.shape[1] // 2
    alone = np.einsum("q,qn->n", share, matched[:, :, middle])
    windows = np.lib.stride_tricks.sliding_window_view(matched, WINDOW, axis=2).max(3)
    scores = np.einsum("q,qnw->nw", share, windows)
    scores = np.where(full_windows(inside, WINDOW) & np.isfinite(scores), scores, -np.inf).max(1)
    absent = ~np.isfinite(alone)
    return (
        np.where(absent, np.nan, alone).astype(np.float32),
        np.where(absent, np.nan, np.maximum(scores, alone)).astype(np.float32),
    )


def piece_weights(df: NDArray[np.int64], total: int) -> FLOATS:
    """Inverse frequency of the question's word pieces; 1 for those that no drawer's content has.

    These are function words, whose pieces are not kept, and rare words, which can match only by
    meaning: neither may outweigh the words that are there.
    """
    return np.where(df > 0, inverse_frequency(df, total), 1.0).astype(np.float32)


def segments_max(values: FLOATS, counts: NDArray[np.int64]) -> FLOATS:
    """Maximum over segments of the last axis [q, segments + 1]; -inf for empty ones and for the last."""
    result = np.full((len(values), len(counts) + 1), -np.inf, np.float32)
    filled = np.flatnonzero(counts)
    if len(filled):
        starts = np.concatenate([[0], np.cumsum(counts[filled])[:-1]])
        result[:, filled] = np.maximum.reduceat(values, starts, axis=1)
    return result


def _similarities(query: DenseQuery, dense: list[Dense]) -> FLOATS:
    counts = np.array([len(each.codes) for each in dense], np.int64)
    codes = np.concatenate([each.codes for each in dense] or [np.empty((0, 24), np.uint8)])
    words, asked = codes.view(np.uint64), query.codes.view(np.uint64)
    differing = np.zeros((len(asked), len(words)), np.uint8)
    for at in range(words.shape[1]):
        differing += np.bitwise_count(asked[:, at, None] ^ words[None, :, at])
    bits = codes.shape[1] * 8
    return segments_max(((bits - 2.0 * differing) / bits).astype(np.float32), counts)


def _cosines(
    query: DenseQuery, dense: list[Dense], slots: ROWS, inside: MASK
) -> tuple[FLOATS, FLOATS]:
    matrix = np.zeros((len(dense) + 1, len(query.pooled)), np.float32)
    matrix[:-1] = _matrix(dense) if dense else 0.0
    vectors = matrix[slots]
    middle = slots.shape[1] // 2
    alone = vectors[:, middle] @ query.pooled
    sums = np.stack([vectors[:, at : at + WINDOW].sum(1) for at in range(WINDOW)], 1)
    norms = np.linalg.norm(sums, axis=2)
    cosines = (sums @ query.pooled) / np.maximum(norms, 1e-9)
    whole = full_windows(inside, WINDOW) & (norms > 0)
    absent = slots[:, middle] == len(dense)
    window = np.where(whole, cosines, -np.inf).max(1)
    window = np.where(np.isfinite(window), window, alone)
    return (
        np.where(absent, np.nan, alone).astype(np.float32),
        np.where(absent, np.nan, window).astype(np.float32),
    )


def _matrix(dense: list[Dense]) -> FLOATS:
    matrix = np.stack([each.pooled for each in dense]).astype(np.float32)
    result: FLOATS = matrix / np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-9)
    return result


def _read(
    rows: ROWS, card: ModelCard, catalogue: Catalogue, snapshot: Snapshot
) -> dict[int, Dense]:
    drawers = catalogue.columns.drawer[rows].tolist()
    found = snapshot.dense(drawers, card)
    return {row: found[d] for row, d in zip(rows.tolist(), drawers, strict=True) if d in found}
