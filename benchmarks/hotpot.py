"""HotpotQA (distractor setting) as retrieval: both paragraphs that a question needs.

    python -m benchmarks.hotpot PATH/hotpotqa-dev-50.json [--json] [--quick]

Shape: a list of ``{"question", "type", "paragraphs": [{"title", "text"}], "supporting": [title]}``.
Each question is a wing of its own 10 paragraphs (one has 2), each a conversation of its own whose
first line is its title. Scored: both among the first 4 of the question's own, and among the first 5
of all questions' paragraphs pooled.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from benchmarks.cases import Case, Question, Turn
from benchmarks.evaluate import Benchmark, View
from benchmarks.running import run
from benchmarks.scoring import score_all_within

WINGS = View("hotpot", score_all_within(4), passages=False)
POOLED = View("hotpot, pooled", score_all_within(5), pooled=True, passages=False)


def cases(path: Path) -> Iterator[Case]:
    """A case for each question."""
    for number, item in enumerate(json.loads(path.read_text(encoding="utf-8"))):
        turns = tuple(
            Turn(f"{one['title']}#{number}", "1", f"{one['title']}\n{one['text']}")
            for one in item["paragraphs"]
        )
        wanted = frozenset(f"{title}#{number}" for title in item["supporting"])
        question = Question(item["question"], wanted, category=item["type"])
        yield Case(f"question {number}", turns, (question,))


def benchmark(path: Path) -> Benchmark:
    """Each question's paragraphs by themselves, and all pooled."""
    return Benchmark(lambda: cases(path), (WINGS, POOLED))


if __name__ == "__main__":
    run(benchmark, __doc__)
