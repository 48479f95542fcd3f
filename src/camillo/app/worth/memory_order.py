"""Search in the order of memory: relevance times recency times importance, each told in ``why``."""

from dataclasses import replace
from typing import TYPE_CHECKING, TypedDict

from camillo.app.clock import micros
from camillo.app.worth.weighing import Weigher, Weighty
from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput
from camillo.domain.moment import Moment
from camillo.domain.search import Filters, Found, Group, Hit
from camillo.knowledge.episodes.importance import weighed
from camillo.ports.store import Snapshot
from camillo.text.budget import tokens

if TYPE_CHECKING:
    from camillo.app.compose import Parts

#: So many hits are weighed for each that is returned, and so many at least.
_WIDER, _FEWEST = 3, 50


class Asked(TypedDict):
    """What a caller may say of a search besides its filters."""

    limit: int
    budget: int | None
    group: Group
    latency_ms: int | None


def search(
    parts: "Parts", question: str, filters: Filters, asked: Asked, now: Moment | None
) -> Found:
    """See :meth:`camillo.app.palace.Palace.search` with the order of memory."""
    limit, budget = asked["limit"], asked["budget"]
    if limit < 1 or (budget is not None and budget < 1):
        raise InvalidInput("a limit or a budget below 1 asks for nothing", "give at least 1")
    wide: Asked = {**asked, "limit": max(_FEWEST, _WIDER * limit), "budget": None}
    found = parts.recaller().search(question, filters, now=now, **wide)
    with parts.store.snapshot() as snapshot:
        hits = _ordered(parts, snapshot, found.results, micros(now))
    kept, cut = _within(hits, limit, budget)
    flags = [flag for flag in found.flags if flag != "limit"]
    flags += ["budget"] * cut + ["limit"] * (len(hits) > len(kept) >= limit)
    return replace(found, results=tuple(kept), flags=tuple(flags))


def _ordered(parts: "Parts", snapshot: Snapshot, hits: tuple[Hit, ...], now: int) -> list[Hit]:
    if not hits:
        return []
    turns = snapshot.turn_numbers([Span.parse(hit.id).key for hit in hits])
    given = {}
    for hit in hits:
        memory, turn = snapshot.get(Span.parse(hit.id), 0), turns.get(Span.parse(hit.id).key)
        if memory is not None and turn is not None:
            given[hit.id] = Weighty((turn,), (memory,), _time_of(hit.at))
    weigher = Weigher(parts, snapshot)
    importances, recencies = weigher.importances(given), weigher.recencies(given, now)
    best = max(_rank(hit) for hit in hits)
    weighed_hits = []
    for hit in hits:
        if hit.id in given:
            relevance = max(0.0, _rank(hit) / best) if best > 0 else 0.0
            importance = importances[hit.id]
            score = weighed(relevance, recencies[hit.id], importance.value)
            told = {
                "score": round(score, 6),
                "relevance": round(relevance, 6),
                "recency": round(recencies[hit.id], 6),
                "importance": importance.why,
            }
            weighed_hits.append((score, replace(hit, why={**hit.why, "memory": told})))
    weighed_hits.sort(key=lambda pair: -pair[0])
    return [hit for _, hit in weighed_hits]


def _rank(hit: Hit) -> float:
    rank: float = hit.why["rank"]  # type: ignore[assignment]
    return rank


def _within(hits: list[Hit], limit: int, budget: int | None) -> tuple[list[Hit], bool]:
    """The first hits that a limit and a budget of tokens leave; whether the budget left any out."""
    kept: list[Hit] = []
    left, cut = budget, False
    for hit in hits:
        if len(kept) == limit:
            break
        cost = sum(tokens(one.text) for one in (hit, *hit.passages))
        if left is not None and cost > left:
            cut = True
            continue
        left = None if left is None else left - cost
        kept.append(hit)
    return kept, cut


def _time_of(told: str | None) -> int | None:
    """A time as its source wrote it, in micros."""
    try:
        return None if told is None else Moment.parse(told).micros
    except InvalidInput:
        return None
