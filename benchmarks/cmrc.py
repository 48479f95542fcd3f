"""CMRC 2018 as retrieval: which Simplified Chinese paragraph answers a question.

    python -m benchmarks.cmrc PATH/cmrc2018-dev-even.json [--json] [--quick]

Shape: a list of ``{"id", "title", "text", "questions": [text]}``. All paragraphs lie in one wing,
each a conversation of its own; titles are left out, for Camillo and the baselines alike. Each
question has one right paragraph.
"""

import json
from collections.abc import Iterator
from pathlib import Path

from benchmarks.cases import Case, Question, Turn
from benchmarks.evaluate import Benchmark, View
from benchmarks.running import run
from benchmarks.scoring import score_paragraph


def cases(path: Path) -> Iterator[Case]:
    """The one case of the file."""
    turns, questions = [], []
    for item in json.loads(path.read_text(encoding="utf-8")):
        turns.append(Turn(item["id"], "1", item["text"]))
        wanted = frozenset({item["id"]})
        questions += [Question(text, wanted) for text in item["questions"]]
    yield Case("cmrc", tuple(turns), tuple(questions))


def benchmark(path: Path) -> Benchmark:
    """One wing of paragraphs."""
    return Benchmark(lambda: cases(path), (View("cmrc", score_paragraph, passages=False),))


if __name__ == "__main__":
    run(benchmark, __doc__)
