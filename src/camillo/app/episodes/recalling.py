"""Recalling episodes: what the search finds, gathered by episode and weighed as memories are."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from camillo.app.episodes.runs import Runs, ended
from camillo.app.worth.weighing import Weigher, Weighty
from camillo.domain.drawer import Span
from camillo.domain.episode import Recalled
from camillo.domain.moment import Moment
from camillo.domain.search import Filters, Hit, Memory
from camillo.knowledge.episodes.importance import weighed
from camillo.knowledge.episodes.runs import Run
from camillo.ports.store import Snapshot
from camillo.text.groups import query_groups
from camillo.text.tokens import index_terms

if TYPE_CHECKING:
    from camillo.app.compose import Parts

#: Hits that are gathered into episodes.
_HITS = 150
#: What a further passage adds to an episode's relevance, each time of what the one before it could.
_FURTHER = 0.5
#: What a gist that holds all of the question's words adds, of what the passages leave open.
_GIST = 0.3
#: Hits that are named for an episode, and passages by which it is judged.
_NAMED = 8


class Recalling:
    """Searches for episodes in one palace."""

    def __init__(self, parts: "Parts") -> None:
        self._parts = parts

    def search(
        self, question: str, wing: str | None, moment: Moment | None, now: int
    ) -> list[Recalled]:
        """Episodes about a question, the best first."""
        found = self._parts.recaller().search(question, Filters(wing=wing), limit=_HITS, now=moment)
        languages = found.understood["languages"]
        with self._parts.store.snapshot() as snapshot:
            runs = Runs(snapshot, self._parts.redacted)
            gathered = _gathered(snapshot, runs, found.results)
            return self._weighed(snapshot, runs, gathered, question, [*languages], now)  # type: ignore[misc]

    def _weighed(
        self,
        snapshot: Snapshot,
        runs: Runs,
        gathered: Sequence[tuple[Run, list[Hit]]],
        question: str,
        languages: list[str],
        now: int,
    ) -> list[Recalled]:
        given = {
            run[0].turn: Weighty([turn.turn for turn in run], _passages(snapshot, hits), ended(run))
            for run, hits in gathered
        }
        weigher = Weigher(self._parts, snapshot)
        importances, recencies = weigher.importances(given), weigher.recencies(given, now)
        ranks = [hit.why["rank"] for _, hits in gathered for hit in hits]
        best: float = max(ranks, default=0.0)  # type: ignore[type-var, assignment]
        recalled = []
        for run, hits in gathered:
            episode, number = runs.shown(run), run[0].turn
            gist = _covered(question, languages, [line.text for line in episode.gist])
            relevance = _relevance(hits, best, gist)
            importance, recency = importances[number], recencies[number]
            score = weighed(relevance, recency, importance.value)
            why = {
                "relevance": round(relevance, 6),
                "recency": round(recency, 6),
                "importance": importance.why,
                **({"gist": round(gist, 6)} if episode.gist else {}),
            }
            ids = tuple(hit.id for hit in hits[:_NAMED])
            recalled.append(Recalled(episode, round(score, 6), why, ids))
        return sorted(recalled, key=lambda one: (-one.score, one.episode.id))


def _gathered(snapshot: Snapshot, runs: Runs, hits: tuple[Hit, ...]) -> list[tuple[Run, list[Hit]]]:
    """Hits by the episode that holds them, in their order; those in no episode are left out."""
    keys = {hit.id: Span.parse(hit.id).key for hit in hits}
    numbers = snapshot.turn_numbers([*keys.values()])
    talks = snapshot.talks_of([*numbers.values()])
    run_of = {turn.turn: run for run in runs.of(sorted({*talks.values()})) for turn in run}
    found: dict[int, tuple[Run, list[Hit]]] = {}
    for hit in hits:
        run = run_of.get(numbers.get(keys[hit.id], 0))
        if run is not None:
            found.setdefault(run[0].turn, (run, []))[1].append(hit)
    return [*found.values()]


def _passages(snapshot: Snapshot, hits: list[Hit]) -> list[Memory]:
    read = [snapshot.get(Span.parse(hit.id), 0) for hit in hits[:_NAMED]]
    return [memory for memory in read if memory is not None]


def _relevance(hits: Sequence[Hit], best: float, gist: float) -> float:
    """The best passage, the next ones each half as much as the one before, and the gist on top.

    Passages count by their rank against the ``best`` of the whole answer, and all of it by how surely the
    first of them is about the question at all.
    """
    share, told = 1.0, 0.0
    for hit in hits[:_NAMED]:
        rank: float = hit.why["rank"]  # type: ignore[assignment]
        told += share * max(0.0, rank / best) if best > 0 else 0.0
        share *= _FURTHER
    average = told * (1 - _FURTHER)
    return hits[0].score * (average + (1 - average) * _GIST * gist)


def _covered(question: str, languages: list[str], lines: list[str]) -> float:
    """The share of the question's words that a gist holds."""
    groups = query_groups(question, languages).groups
    if not groups or not lines:
        return 0.0
    language = languages[0] if languages else None
    terms = index_terms("\n".join(lines), language).terms.keys()
    held = [
        group.weight
        for group in groups
        if any(not terms.isdisjoint(one) for one in group.alternatives)
    ]
    return sum(held) / sum(group.weight for group in groups)
