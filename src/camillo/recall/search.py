"""The recaller: a question in, what the palace holds about it out."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from camillo.domain.errors import InvalidInput
from camillo.domain.moment import Moment
from camillo.domain.search import Filters, Found, Group, Hit
from camillo.ports.embedder import Embedder, StaticEmbedder
from camillo.ports.graph import Walker
from camillo.ports.store import PalaceStore, Snapshot
from camillo.recall.arms import Models
from camillo.recall.assemble import Allowance, Assembler
from camillo.recall.catalogue import MASK, Catalogue, follow
from camillo.recall.explain import understood
from camillo.recall.filters import mask
from camillo.recall.query import Analysis, analyse
from camillo.recall.ranking import Ranked, rank
from camillo.recall.repeats import known_by
from camillo.recall.rerank import Reordered, RerankerLoader, Reranking
from camillo.recall.score import calibrate
from camillo.recall.superseded import FindSuperseded, marked

EmbedderLoader = Callable[[], Embedder | None]
_RELEVANT = 0.5


class Recaller:
    """Answers questions over one store; safe to share between threads.

    ``embedder`` is called when some drawer has transformer vectors, and again when the palace changes
    under what was read, since another model's may be there then; ``reranker`` is called
    once, and only when the first hit of a question does not stand clear. Without one, that stage
    does not exist. ``superseded`` tells what the drawers of hits state that holds no longer;
    ``walker`` walks the palace's graph, and without one there is no graph arm.
    """

    def __init__(
        self,
        store: PalaceStore,
        static: StaticEmbedder | None,
        embedder: EmbedderLoader,
        reranker: RerankerLoader | None = None,
        superseded: FindSuperseded | None = None,
        walker: Walker | None = None,
    ) -> None:
        self._store = store
        self._superseded = superseded
        self._walker = walker
        self._static = static
        self._known = known_by(static)
        self._load = embedder
        self._reranking = Reranking(reranker) if reranker is not None else None
        self._embedder: Embedder | None = None
        self._loaded_at: int | None = None
        self._catalogue: Catalogue | None = None

    def search(
        self,
        question: str,
        filters: Filters,
        *,
        limit: int = 10,
        budget: int | None = None,
        group: Group = "drawer",
        now: Moment | None = None,
        latency_ms: int | None = None,
        quick: bool = False,
    ) -> Found:
        """Find drawers (or conversations) about a question, best first.

        ``limit`` counts hits, ``budget`` tokens of returned text; ``now`` is what "yesterday" and
        "last month" in the question refer to. ``latency_ms`` is the time the caller has: reranking
        and an embedder behind a network do as much as fits and the flags say what was left out;
        nothing else is cut short. ``quick`` asks words and the static tier alone, as while somebody types.

        Raises:
            InvalidInput: limit, budget or latency is below 1, or group is unknown.
            ModelUnavailable: the reranker that was asked for cannot be loaded.
        """
        started = time.perf_counter()
        _check(limit, budget, latency_ms, group)
        deadline = None if latency_ms is None else started + latency_ms / 1000
        allowance = Allowance(limit, budget)
        with self._store.snapshot() as snapshot:
            catalogue = self._follow(snapshot)
            inside = mask(filters, catalogue, snapshot)
            analysis = analyse(question, catalogue, snapshot, now)
            models = self._models(deadline, quick)
            ranked = rank(analysis, inside, limit, models, catalogue, snapshot)
            reordered = Reordered(ranked)
            if self._reranking is not None and not quick:
                text = analysis.text
                reordered = self._reranking.reorder(text, ranked, deadline, catalogue, snapshot)
            searched = int(inside.sum())
            shown = calibrate(ranked.fused, searched)
            assembler = Assembler(
                reordered.ranked, shown.tolist(), catalogue, snapshot, self._known
            )
            results = self._marked(assembler.hits(group, allowance), assembler)
            pruned = _leaves_out(filters, inside, catalogue, snapshot)
        coverage = float(catalogue.refined[inside].mean()) if searched else 0.0
        more = int((shown > _RELEVANT).sum()) > len(results) >= limit
        flags = [*_flags(analysis, ranked, inside, coverage), *reordered.flags]
        cuts = {"pruned-left-out": pruned, "budget": allowance.cut, "limit": more}
        return Found(
            results=results,
            understood=understood(analysis, catalogue),
            searched=searched,
            coverage=round(coverage, 6),
            flags=(*flags, *[flag for flag, happened in cuts.items() if happened]),
            milliseconds=round((time.perf_counter() - started) * 1000, 3),
        )

    def catalogue(self, snapshot: Snapshot) -> Catalogue:
        """What is kept in memory of every drawer, as of a snapshot."""
        return self._follow(snapshot)

    def _models(self, deadline: float | None, quick: bool) -> Models:
        if quick:
            return Models(self._static, None)
        return Models(self._static, self._embedder, self._walker, deadline)

    def _marked(self, hits: Sequence[Hit], assembler: Assembler) -> tuple[Hit, ...]:
        """The hits, each with what it states that holds no longer."""
        if self._superseded is None:
            return tuple(hits)
        return tuple(marked(hits, assembler.found, self._superseded, assembler.snapshot))

    def _follow(self, snapshot: Snapshot) -> Catalogue:
        """The catalogue of this snapshot; the embedder is loaded when there is a use for it."""
        known = self._catalogue
        tick = snapshot.tick()
        if known is not None and known.tick == tick:
            return known
        if self._loaded_at != tick.epoch and snapshot.has_vectors():
            before, self._embedder = self._embedder, self._load()
            self._loaded_at = tick.epoch if self._embedder is not None else None
            known = known if before is self._embedder else None
        card = self._embedder.card if self._embedder is not None else None
        catalogue = follow(known, snapshot, card)
        self._catalogue = catalogue
        return catalogue


def _leaves_out(filters: Filters, inside: MASK, catalogue: Catalogue, snapshot: Snapshot) -> bool:
    """Whether anything inside the filters is not searched because it was pruned."""
    if filters.pruned or not len(catalogue.hidden.turns):
        return False
    return bool((mask(replace(filters, pruned=True), catalogue, snapshot) & ~inside).any())


def _check(limit: int, budget: int | None, latency_ms: int | None, group: str) -> None:
    if limit < 1:
        raise InvalidInput(f"a limit of {limit} asks for nothing", "give at least 1")
    if budget is not None and budget < 1:
        raise InvalidInput(f"a budget of {budget} tokens holds nothing", "give at least 1")
    if latency_ms is not None and latency_ms < 1:
        raise InvalidInput(f"no search takes {latency_ms} milliseconds", "give at least 1")
    if group not in ("drawer", "conversation"):
        raise InvalidInput(f"{group!r} is no way to group", "use drawer or conversation")


def _flags(analysis: Analysis, ranked: Ranked, inside: MASK, coverage: float) -> list[str]:
    flags = []
    if not np.any(inside):
        return ["nothing-inside-filters"]
    groups = ranked.fused.groups
    if len(groups) == 1:
        flags.append("lexical-only")
    elif not groups.keys() & {"late", "pooled"}:
        flags.append("static-only")
    elif coverage < 1.0:
        flags.append("partly-refined")
    if ranked.unasked:
        flags.append("embedder-failed")
    if analysis.how_reduced:
        flags.append("query-reduced")
    if ranked.unproved:
        flags.append("phrase-not-found")
    return flags
