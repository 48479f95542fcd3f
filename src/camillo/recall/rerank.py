"""Reranking: a model that reads question and text together puts the first hits in order again.

Only the order changes, and only among the first hits; what a hit's score says stays as it was.
"""

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from camillo.domain.errors import ModelUnavailable
from camillo.ports.reranker import ListReranker, Reranker
from camillo.ports.store import Snapshot
from camillo.recall.catalogue import FLOATS, ROWS, Catalogue
from camillo.recall.ranking import Ranked
from camillo.text.context import embedding_text

RerankerLoader = Callable[[], Reranker | ListReranker]
#: Hits that are read again, unless the model's own limit is lower.
POOL = 30
#: How far the first hit must stand above the second to be left alone. On two development
#: conversations a first hit that far ahead is right in 81 of 100 questions, any first hit in 43.
CLEAR = 0.3
#: The share of the new score in the order; the first stage has the rest.
SHARE = 0.5
#: Seconds that loading a model and reading a text are taken to cost before it was tried.
_LOADING, _READING = 0.5, 0.02
#: The shortest time in which it is worth asking a model that reads all texts together.
_LISTING = 0.2
#: What the order of hits that all stood equal is spread over.
_SPREAD = 0.01
#: Texts read to learn the pace, and seconds kept for what comes after reranking.
_TRIED, _KEPT = 2, 0.01
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Reordered:
    """A ranking, reordered or as it was, and flags that say what was left out."""

    ranked: Ranked
    flags: tuple[str, ...] = ()


class Reranking:
    """The last stage over one palace's searches. The model is loaded when it is first needed."""

    def __init__(self, load: RerankerLoader) -> None:
        self._load = load
        self._model: Reranker | ListReranker | None = None
        self._pace: float | None = None

    def reorder(
        self,
        question: str,
        ranked: Ranked,
        deadline: float | None,
        catalogue: Catalogue,
        snapshot: Snapshot,
    ) -> Reordered:
        """Blend the model's scores into the order of the first hits.

        ``deadline`` is in seconds of ``time.perf_counter``. Nothing is done where the first hit
        stands clear. Flags: ``rerank-skipped`` where there was no time, ``rerank-partial`` where
        there was time for some of the hits, ``rerank-failed`` where the model failed.

        Raises:
            ModelUnavailable: the model that was asked for cannot be loaded.
        """
        pool = _pool(ranked)
        if len(pool) < 2 or ranked.rank[pool[0]] - ranked.rank[pool[1]] >= CLEAR:
            return Reordered(ranked)
        model = self._ready(deadline)
        if model is None:
            return Reordered(ranked, ("rerank-skipped",))
        pool = pool[: model.limit]
        texts = _texts(ranked.rows[pool], catalogue, snapshot)
        try:
            scores = self._scores(model, question, texts, deadline)
        except ModelUnavailable as error:
            _log.warning("hits are in the order of the first stage: %s", error)
            return Reordered(ranked, ("rerank-failed",))
        if len(scores) < 2:
            return Reordered(ranked, ("rerank-skipped",))
        flags = ("rerank-partial",) if len(scores) < len(pool) else ()
        return Reordered(_blended(ranked, pool[: len(scores)], scores, catalogue), flags)

    def _ready(self, deadline: float | None) -> Reranker | ListReranker | None:
        if self._model is None and _left(deadline) >= _LOADING:
            self._model = self._load()
        return self._model

    def _scores(
        self,
        model: Reranker | ListReranker,
        question: str,
        texts: Sequence[str],
        deadline: float | None,
    ) -> FLOATS:
        """Scores of as many texts as there is time for, from the first on."""
        parts: list[FLOATS] = []
        if isinstance(model, ListReranker):
            left = _left(deadline)
            if left < _LISTING:
                return np.empty(0, np.float32)
            return model.weigh(question, texts, None if deadline is None else left)
        done = 0
        while done < len(texts):
            count = min(self._affordable(deadline), len(texts) - done)
            if count < 1:
                break
            started = time.perf_counter()
            parts.append(model.score(question, texts[done : done + count]))
            self._learn((time.perf_counter() - started) / count)
            done += count
        return np.concatenate([*parts, np.empty(0, np.float32)])

    def _affordable(self, deadline: float | None) -> int:
        if deadline is None:
            return POOL
        count = int(max(0.0, _left(deadline)) / (self._pace or _READING))
        return min(count, POOL) if self._pace else min(count, _TRIED)

    def _learn(self, seconds: float) -> None:
        # Never an average: one slow text in a budget is what must not be promised away.
        self._pace = max(seconds, 0.8 * (self._pace or 0.0), 1e-6)


def _left(deadline: float | None) -> float:
    return float("inf") if deadline is None else deadline - _KEPT - time.perf_counter()


def _pool(ranked: Ranked) -> ROWS:
    """Positions of the first hits, best first; among exact phrases alone where some were asked for."""
    among = np.flatnonzero(ranked.rank > 0)
    phrase = ranked.bonuses.get("phrase")
    if phrase is not None and phrase.any():
        among = among[phrase[among] > 0]
    order = np.lexsort((ranked.rows[among], -ranked.rank[among]))
    return among[order[:POOL]]


def _texts(rows: ROWS, catalogue: Catalogue, snapshot: Snapshot) -> list[str]:
    drawers = catalogue.columns.drawer[rows].tolist()
    found = snapshot.passages(drawers)
    texts = []
    for drawer in drawers:
        memory = found.get(drawer)
        texts.append(embedding_text(memory.turn.speaker, memory.text) if memory else "")
    return texts


def _blended(ranked: Ranked, pool: ROWS, scores: FLOATS, catalogue: Catalogue) -> Ranked:
    """The ranking with the pool in the order of both stages' standard scores, in equal shares.

    The new ranks lie between the pool's lowest and highest old one, so that the pool stays above
    what was not read, and nothing in it passes an exact phrase. A conversation's score moves as
    far as its best passage's rank.
    """
    old = ranked.rank[pool]
    both = (1 - SHARE) * _standard(old) + SHARE * _standard(scores)
    spread = max(float(both.max() - both.min()), 1e-9)
    rank = ranked.rank.copy()
    rank[pool] = old.min() + (both - both.min()) / spread * max(_SPREAD, old.max() - old.min())
    moved = rank - ranked.rank
    raw = np.full(len(rank), np.nan, np.float32)
    raw[pool] = scores
    return replace(
        ranked,
        rank=rank,
        arms={**ranked.arms, "reranker": raw},
        bonuses={**ranked.bonuses, "rerank": moved},
        conversation=ranked.conversation + _moved(ranked, rank, catalogue),
    )


def _moved(ranked: Ranked, rank: FLOATS, catalogue: Catalogue) -> FLOATS:
    """By how much the best rank of each row's conversation changed."""
    codes, back = np.unique(catalogue.code[ranked.rows], return_inverse=True)
    best = np.full((2, len(codes)), -np.inf, np.float32)
    np.maximum.at(best[0], back, ranked.rank)
    np.maximum.at(best[1], back, rank)
    difference: FLOATS = (best[1] - best[0])[back]
    return difference


def _standard(values: FLOATS) -> FLOATS:
    spread = float(values.std())
    result: FLOATS = (values - values.mean()) / (spread if spread > 1e-9 else 1.0)
    return result
