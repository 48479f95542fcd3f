"""The static tier: MiniLM's own input word table, read by lookup."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from camillo.models.locate import DIMENSION, Weights
from camillo.models.onnx_weights import read_weights, refusal
from camillo.models.pieces import VOCABULARY, WordPieces, concatenated
from camillo.models.quantise import sign_bits
from camillo.ports.embedder import BITS, StaticQuery, TokenCut

_FLOAT_TABLE = "word_embeddings.weight"
_INT8_TABLE, _INT8_SCALE = "word_embeddings.weight_q", "word_embeddings.weight_scale"
#: Table rows read at a time: 8,192 rows are 12 MB as float32.
_ROWS_AT_A_TIME = 8_192


class WordTable:
    """Rows [30522, 384] of the word table, mapped from the weights file."""

    def __init__(self, weights: Weights) -> None:
        found = read_weights(weights.path, (_FLOAT_TABLE, _INT8_TABLE, _INT8_SCALE))
        if _INT8_TABLE in found and _INT8_SCALE in found:
            self._rows = found[_INT8_TABLE]
            self._scale = np.array(found[_INT8_SCALE], np.float32)
        elif _FLOAT_TABLE in found:
            self._rows = found[_FLOAT_TABLE]
            self._scale = np.ones((VOCABULARY, 1), np.float32)
        else:
            raise refusal(weights.path, "it holds no word table")
        if self._rows.shape != (VOCABULARY, DIMENSION) or self._scale.shape != (VOCABULARY, 1):
            raise refusal(weights.path, f"its word table is {self._rows.shape}")

    def take(self, pieces: NDArray[np.uint16]) -> NDArray[np.float32]:
        """The float32 rows [n, 384] of these pieces."""
        rows = np.take(self._rows, pieces, axis=0).astype(np.float32)
        rows *= self._scale[pieces]
        return rows


@lru_cache(maxsize=2)
def _table(weights: Weights) -> WordTable:
    """Palaces of one process share it: to find the table in the file takes as long as to file a text."""
    return WordTable(weights)


class WordTableEmbedder:
    """The static tier on a word table: thousands of texts per CPU-second.

    ``token_limit`` is that of the transformer tier on the same tokenizer, so that one segmentation
    serves both.
    """

    token_limit = 254

    def __init__(self, weights: Weights, function_words: Iterable[str] = ()) -> None:
        self.card = weights.card("static")
        self._table = _table(weights)
        self._pieces = WordPieces(function_words)

    def cut(self, texts: Sequence[str]) -> list[TokenCut]:
        """Word pieces of each text with character offsets, whole, without truncation."""
        return [self._pieces.cut(text) for text in texts]

    def content(self, ids: NDArray[np.uint16]) -> NDArray[np.uint16]:
        """The pieces that carry content, in order, repeats kept."""
        return ids[self._pieces.is_content[ids]]

    def bits(self, pieces: Sequence[NDArray[np.uint16]]) -> BITS:
        """Sign bits [n, 48] of the mean of each text's table rows; zero where a text has none."""
        return sign_bits(self._means(pieces))

    def query(self, text: str) -> StaticQuery:
        """The question's content pieces, all of them where none carries content."""
        ids = self._pieces.cut(text).ids[: self.token_limit]
        kept = self.content(ids)
        pieces = kept if len(kept) else ids
        pooled = self._means([pieces])[0]
        length = float(np.linalg.norm(pooled))
        pooled = pooled / np.float32(length) if length else pooled
        return StaticQuery(pieces, _unit(self._table.take(pieces)), sign_bits(pooled), pooled)

    def similarities(self, query: StaticQuery, pieces: NDArray[np.uint16]) -> NDArray[np.float32]:
        """Cosines [q, p] between the question's pieces and the given pieces."""
        seen = np.zeros(VOCABULARY, np.bool_)
        seen[pieces] = True
        rows = _unit(self._table.take(np.flatnonzero(seen).astype(np.uint16)))
        # Not `@`: for a product of this size BLAS wakes threads that spin for 30 CPU-ms afterwards.
        cosines = np.einsum("qd,pd->qp", query.rows, rows)
        found: NDArray[np.float32] = cosines[:, (np.cumsum(seen) - 1)[pieces]]
        return found

    def _means(self, pieces: Sequence[NDArray[np.uint16]]) -> NDArray[np.float32]:
        """Means [n, 384] of the rows of each text, a zero row for a text without pieces."""
        joined, starts = concatenated(pieces)
        lengths = np.diff(starts)
        sums = np.zeros((len(pieces), DIMENSION), np.float32)
        row = 0
        while row < len(pieces):
            most = starts[row] + _ROWS_AT_A_TIME
            end = max(row + 1, int(np.searchsorted(starts, most, side="right")) - 1)
            filled = np.flatnonzero(lengths[row:end]) + row
            if len(filled):
                rows = self._table.take(joined[starts[row] : starts[end]])
                sums[filled] = np.add.reduceat(rows, starts[filled] - starts[row], axis=0)
            row = end
        sums /= np.maximum(lengths, 1).astype(np.float32)[:, None]
        return sums


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.sqrt(np.einsum("ij,ij->i", rows, rows))
    rows /= np.maximum(lengths, np.float32(1e-12))[:, None]
    return rows
