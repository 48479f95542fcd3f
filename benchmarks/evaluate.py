"""One harness: fill a system with a set's cases, ask every question, score every answer."""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Protocol

from benchmarks.cases import Case, Question
from benchmarks.measure import cpu_seconds
from benchmarks.scoring import Answer, Score, Scores

#: Asks one question of a wing (None: of everything); the last argument says whether passages are wanted.
Ask = Callable[[Question, str | None, bool], Answer]


class System(Protocol):
    """What is measured: it takes cases and answers questions over them."""

    name: str

    def filled(self, cases: Sequence[Case]) -> AbstractContextManager[Ask]:
        """Hold these cases for as long as the context lasts."""
        ...


@dataclass(frozen=True, slots=True)
class View:
    """One way to look at a set: each wing by itself or all pooled, and how answers are scored."""

    name: str
    score: Score
    pooled: bool = False
    passages: bool = True


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A set: where its cases come from, and its views.

    ``together``: all cases live in one palace, a wing each; otherwise each has a palace of its own,
    and large files are read a case at a time.
    """

    cases: Callable[[], Iterable[Case]]
    views: tuple[View, ...]
    together: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """One question's scores."""

    wing: str
    category: str
    scores: Scores


@dataclass(slots=True)
class Outcome:
    """What a system did on one view. CPU seconds are of this process; filling is shared by the views."""

    rows: list[Row] = field(default_factory=list)
    skipped: int = 0
    filling: float = 0.0
    asking: float = 0.0
    coverage: float = 1.0

    def means(self, category: str | None = None) -> dict[str, float]:
        """The mean of each metric in percent over the questions that have it, and their number."""
        rows = [row for row in self.rows if category in (None, row.category)]
        found: dict[str, float] = {"n": len(rows)}
        for name in rows[0].scores if rows else ():
            values = [row.scores[name] for row in rows if not math.isnan(row.scores[name])]
            if values:
                found[name] = round(100 * math.fsum(values) / len(values), 1)
        return found

    def categories(self) -> list[str]:
        """The categories of its questions."""
        return sorted({row.category for row in self.rows})


def evaluate(
    benchmark: Benchmark, system: System, progress: Callable[[str], None] = lambda _: None
) -> dict[str, Outcome]:
    """Score a system on every view of a set, by the view's name.

    Questions without evidence in their case are skipped and counted.
    """
    outcomes = {view.name: Outcome() for view in benchmark.views}
    for number, group in enumerate(_groups(benchmark)):
        start = cpu_seconds()
        with system.filled(group) as ask:
            filling = cpu_seconds() - start
            for view in benchmark.views:
                progress(f"{system.name}: {view.name} {number or ''}")
                outcomes[view.name].filling += filling
                _ask(group, view, ask, outcomes[view.name])
    return outcomes


def _groups(benchmark: Benchmark) -> Iterator[Sequence[Case]]:
    if benchmark.together:
        yield tuple(benchmark.cases())
    else:
        yield from ((case,) for case in benchmark.cases())


def _ask(group: Sequence[Case], view: View, ask: Ask, outcome: Outcome) -> None:
    start = cpu_seconds()
    for case in group:
        lengths = case.lengths()
        for question in case.questions:
            if not question.conversations:
                outcome.skipped += 1
                continue
            answer = ask(question, None if view.pooled else case.wing, view.passages)
            outcome.coverage = min(outcome.coverage, answer.coverage)
            scores = view.score(question, answer, lengths)
            outcome.rows.append(Row(case.wing, question.category, scores))
    outcome.asking += cpu_seconds() - start
