"""The ports of the embedding tiers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

BITS = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class ModelCard:
    """Which model made a vector: id, sha256 of its weights, dimension, tier. Models are never mixed."""

    name: str
    sha256: str
    dimension: int
    tier: str  # "static" or "transformer"


@dataclass(frozen=True, slots=True)
class TokenCut:
    """Where one text's word pieces lie: character offsets and ids, special tokens left out."""

    ids: NDArray[np.uint16]
    starts: NDArray[np.int32]
    ends: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class StaticQuery:
    """A question in the static tier: its content pieces [q], their table rows, its pooled bits [48]."""

    pieces: NDArray[np.uint16]
    rows: NDArray[np.float32]
    bits: BITS
    pooled: NDArray[np.float32]


class StaticEmbedder(Protocol):
    """The static tier: a word table read by lookup, thousands of texts per CPU-second."""

    card: ModelCard
    token_limit: int

    def cut(self, texts: Sequence[str]) -> list[TokenCut]:
        """Word pieces of each text with character offsets, whole, without truncation."""
        ...

    def content(self, ids: NDArray[np.uint16]) -> NDArray[np.uint16]:
        """The pieces that carry content: no function words of any listed language, no punctuation."""
        ...

    def bits(self, pieces: Sequence[NDArray[np.uint16]]) -> BITS:
        """Sign bits [n, dimension / 8] of the mean of each text's table rows; zero rows where empty."""
        ...

    def query(self, text: str) -> StaticQuery:
        """The question in this tier."""
        ...

    def similarities(self, query: StaticQuery, pieces: NDArray[np.uint16]) -> NDArray[np.float32]:
        """Cosines [q, p] between the question's pieces and the given pieces."""
        ...


@dataclass(frozen=True, slots=True)
class Encoded:
    """Transformer vectors of a batch of texts.

    ``pooled`` is float32 [n, dimension], unit length; ``codes[i]`` holds sign bits
    uint8 [k_i, 24] of the k_i content tokens of text i. ``bits`` uint8 [n, 48] are the signs by which
    texts are proposed, of models whose dimension is not 384; None: those of ``pooled``.
    """

    pooled: NDArray[np.float32]
    codes: list[BITS]
    bits: BITS | None = None


@dataclass(frozen=True, slots=True)
class DenseQuery:
    """A question in the transformer tier.

    ``pooled`` float32 [dimension], unit length; ``bits`` uint8 [48] the signs it is looked up by;
    ``codes`` uint8 [q, 24] of all its pieces and ``pieces`` uint16 [q] their ids (for weights).
    """

    pooled: NDArray[np.float32]
    bits: BITS
    codes: BITS
    pieces: NDArray[np.uint16]


class Embedder(Protocol):
    """The transformer tier: one pass gives the pooled vector and the token codes."""

    card: ModelCard
    token_limit: int

    def encode(self, texts: Sequence[str]) -> Encoded:
        """Vectors of texts, in the given order; batches are sorted and padded inside."""
        ...

    def query(self, text: str) -> DenseQuery:
        """The question in this tier; cut to the model's limit."""
        ...


@runtime_checkable
class DistantEmbedder(Embedder, Protocol):
    """One that is asked over a network, where a question may take longer than its caller has."""

    def query_within(self, text: str, seconds: float) -> DenseQuery:
        """The question in this tier, within so many seconds or what the settings allow, if that is less.

        Raises:
            ModelOffline: there is no answer in time; nothing is asked where there is next to none.
        """
        ...
