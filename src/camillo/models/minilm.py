"""The transformer tier: all-MiniLM-L6-v2 on onnxruntime."""

import logging
import threading
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from camillo.domain.errors import ModelUnavailable
from camillo.models.locate import DIMENSION, Weights
from camillo.models.onnx_patch import look_up_first
from camillo.models.onnx_weights import refusal
from camillo.models.pieces import CLS, SEP, WordPieces
from camillo.models.projection import CODE_BYTES, token_codes
from camillo.models.quantise import sign_bits
from camillo.models.session import failures, open_session
from camillo.ports.embedder import BITS, DenseQuery, Encoded

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

#: The model was trained on at most 256 pieces; two of them are special.
TOKEN_LIMIT = 254
#: Padded pieces in one run: more costs memory and gains no speed.
_BATCH_PIECES = 512
#: A text is padded to a multiple of this wherever it is batched, so that its vectors never depend
#: on the texts beside it.
_PAD_STEP = 4
_log = logging.getLogger(__name__)


class Minilm:
    """One forward pass gives the pooled vector and the codes of the content tokens.

    Loading is lazy. Questions run on a session without graph optimisation, which loads in a third
    of the time and half the memory, until `encode` loads the optimised one.
    Results are the same in any batch and order. Texts are cut at 254 pieces. Threads may share it.
    """

    token_limit = TOKEN_LIMIT

    def __init__(self, weights: Weights, function_words: Iterable[str] = ()) -> None:
        self.card = weights.card("transformer")
        self._weights = weights
        self._pieces = WordPieces(function_words)
        self._session: InferenceSession | None = None
        self._optimised = False
        self._lock = threading.Lock()

    def encode(self, texts: Sequence[str]) -> Encoded:
        """Vectors of texts, in the given order.

        A text whose vector is zero or not finite gets a zero row and no codes, and is reported in
        the log by its position; `camillo.models.quantise.to_vectors` leaves it out.

        Raises:
            ModelUnavailable: the weights do not load, or do not give states of 384 numbers.
        """
        rows = [self._row(text) for text in texts]
        pooled = np.zeros((len(rows), DIMENSION), np.float32)
        codes: list[BITS] = [np.empty((0, CODE_BYTES), np.uint8)] * len(rows)
        for batch in _batches([len(row) for row in rows]):
            ids = [rows[number] for number in batch]
            states = self._run(True, ids)
            units = [_pool(each) for each in states]
            for number, unit, found in zip(batch, units, self._codes(ids, states), strict=True):
                if unit is None:
                    _log.warning("text %d of a batch has no usable vector", number)
                    continue
                pooled[number], codes[number] = unit, found
        return Encoded(pooled, codes)

    def query(self, text: str) -> DenseQuery:
        """The question in this tier: all its pieces have codes.

        Raises:
            ModelUnavailable: the weights do not load, or the vector is zero or not finite.
        """
        row = self._row(text)
        states = self._run(False, [row])[0]
        unit = _pool(states)
        if unit is None:
            raise ModelUnavailable(
                f"{self._weights.path} gives no usable vector", "install the weights again"
            )
        pieces = row[1:-1].astype(np.uint16)
        return DenseQuery(unit, sign_bits(unit), token_codes(states[1:-1]), pieces)

    def _run(self, batch: bool, rows: Sequence[NDArray[np.int64]]) -> list[NDArray[np.float32]]:
        """Last hidden states [k, 384] of each row of pieces; they are padded to the same width."""
        ids = np.zeros((len(rows), _padded(max(map(len, rows)))), np.int64)
        mask = np.zeros_like(ids)
        for at, row in enumerate(rows):
            ids[at, : len(row)] = row
            mask[at, : len(row)] = 1
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        session = self._ready(batch)
        try:
            hidden: NDArray[np.float32] = session.run(None, feed)[0]
        except failures() as error:
            raise refusal(self._weights.path, error) from error
        if hidden.shape != (*ids.shape, DIMENSION):
            raise refusal(self._weights.path, f"its first output is {hidden.shape}")
        return [states[: len(row)] for states, row in zip(hidden, rows, strict=True)]

    def _row(self, text: str) -> NDArray[np.int64]:
        return np.array([CLS, *self._pieces.ids(text, TOKEN_LIMIT), SEP], np.int64)

    def _codes(
        self, rows: Sequence[NDArray[np.int64]], states: Sequence[NDArray[np.float32]]
    ) -> list[BITS]:
        """Codes of the content tokens of each text, projected together."""
        kept = [self._pieces.is_content[row] for row in rows]
        codes = token_codes(
            np.concatenate([each[keep] for each, keep in zip(states, kept, strict=True)])
        )
        return np.split(codes, np.cumsum([keep.sum() for keep in kept])[:-1])

    def _ready(self, batch: bool) -> "InferenceSession":
        with self._lock:
            if self._session is None or (batch and not self._optimised):
                self._session = None  # its memory goes before the next one's comes
                self._session = _open(self._weights, batch)
                self._optimised = batch
            return self._session


def _open(weights: Weights, optimise: bool) -> "InferenceSession":
    try:
        return open_session(look_up_first(weights.path) or str(weights.path), optimise)
    except failures() as error:
        raise refusal(weights.path, error) from error


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Numbers of texts that are padded to the same width, as many as fit one run."""
    order = sorted(range(len(lengths)), key=lambda number: lengths[number])
    batch: list[int] = []
    width = 0
    for number in order:
        padded = _padded(lengths[number])
        if batch and (padded != width or width * (len(batch) + 1) > _BATCH_PIECES):
            yield batch
            batch = []
        width = padded
        batch.append(number)
    if batch:
        yield batch


def _padded(length: int) -> int:
    return -(-length // _PAD_STEP) * _PAD_STEP


def _pool(states: NDArray[np.float32]) -> NDArray[np.float32] | None:
    """The mean of the states [k, 384] at unit length; None where there is no direction."""
    mean = states.mean(axis=0)
    length = float(np.sqrt(np.square(mean, dtype=np.float64).sum()))
    if not np.isfinite(length) or length < 1e-6:
        return None
    unit: NDArray[np.float32] = mean / np.float32(length)
    return unit
