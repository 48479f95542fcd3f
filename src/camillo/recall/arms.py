"""The arms of one question: each proposes drawers, and all score the same union of them."""

import logging
import time
from dataclasses import dataclass
from typing import Self

import numpy as np

from camillo.domain.errors import ModelUnavailable
from camillo.ports.embedder import (
    DenseQuery,
    DistantEmbedder,
    Embedder,
    StaticEmbedder,
    StaticQuery,
)
from camillo.ports.graph import Walker
from camillo.ports.store import Snapshot
from camillo.recall import dense, static
from camillo.recall.catalogue import FLOATS, MASK, ROWS, Catalogue
from camillo.recall.lexical import Lexical, lexical
from camillo.recall.query import Analysis
from camillo.text.scripts import is_unspaced

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Models:
    """The embedders at hand, and what walks the palace's graph; any may be missing.

    ``deadline`` is the caller's, in seconds of ``time.perf_counter``: only what is asked over a network
    heeds it.
    """

    static: StaticEmbedder | None
    embedder: Embedder | None
    walker: Walker | None = None
    deadline: float | None = None


@dataclass(frozen=True)
class Arms:
    """What a question is in each tier: its words, and its vectors where a model had one.

    ``unasked``: the embedder had no vector for it. Only the arms that a question has are in the answers.
    """

    words: Lexical
    models: Models
    dense: DenseQuery | None
    static: StaticQuery | None
    unasked: bool
    catalogue: Catalogue
    snapshot: Snapshot

    @classmethod
    def ask(
        cls,
        analysis: Analysis,
        mask: MASK,
        models: Models,
        catalogue: Catalogue,
        snapshot: Snapshot,
    ) -> Self:
        """Ask every tier that the drawers need; a model that fails is said and done without."""
        words = lexical(analysis.terms.groups, mask, catalogue, snapshot)
        dense_query = static_query = None
        unasked = False
        if models.embedder is not None and catalogue.refined.any():
            try:
                dense_query = _vector(analysis.text, models.embedder, models.deadline)
            except ModelUnavailable as error:
                _log.warning("searching without the question's vector: %s", error)
                unasked = True
        wanted = dense_query is None or not catalogue.refined.all()
        # The word table has such scripts by single characters: their mean tells less than no model does.
        if models.static is not None and wanted and not is_unspaced(analysis.text):
            static_query = models.static.query(analysis.text)
        return cls(words, models, dense_query, static_query, unasked, catalogue, snapshot)

    def propose(self, mask: MASK, count: int) -> dict[str, ROWS]:
        """The rows inside a mask that each arm comes up with, at most ``count`` of each."""
        found = {"lexical": self.words.propose(mask, count)}
        if self.dense is not None and self.models.embedder is not None:
            card = self.models.embedder.card
            found["pooled"] = dense.propose(
                self.dense, card, mask, count, self.catalogue, self.snapshot
            )
        if self.static is not None:
            unrefined = mask if self.unasked else mask & ~self.catalogue.refined
            found["static"] = static.propose(self.static, unrefined, count, self.catalogue)
        return found

    def score(self, rows: ROWS) -> dict[str, FLOATS]:
        """Raw scores of rows by arm, each [n]; NaN where an arm knows nothing of a row."""
        limit = self.words.attainable or 1.0
        arms = {
            "drawer": self.words.drawers(rows) / limit,
            "window": self.words.windows(rows) / limit,
        }
        absent = np.zeros(len(rows), np.bool_)
        if self.dense is not None and self.models.embedder is not None:
            card = self.models.embedder.card
            found = dense.score(self.dense, card, rows, self.catalogue, self.snapshot)
            arms |= {"token": found.token, "token_window": found.token_window}
            arms |= {"pooled": found.pooled, "pooled_window": found.pooled_window}
            absent = ~np.isnan(found.pooled)
        if self.static is not None and self.models.static is not None:
            alone, window = static.score(self.static, self.models.static, rows, self.catalogue)
            arms["word"] = np.where(absent, np.nan, alone).astype(np.float32)
            arms["word_window"] = np.where(absent, np.nan, window).astype(np.float32)
        return arms


def _vector(text: str, embedder: Embedder, deadline: float | None) -> DenseQuery:
    if deadline is not None and isinstance(embedder, DistantEmbedder):
        return embedder.query_within(text, deadline - time.perf_counter())
    return embedder.query(text)
