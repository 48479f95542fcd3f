"""Other languages and rare names, on short texts that this repository wrote for itself.

    python -m benchmarks.languages [--folder FOLDER] [--json]

``languages.jsonl``: texts and 10 questions in each of eight languages, the words inflected otherwise
than in their answers; each language is a wing, R@3 is asked for. ``rare_names.jsonl`` with
``fillers.jsonl``: 40 names and identifiers in five scripts that embeddings miss, in one wing; rank 1
is asked for. Measured with all tiers, before refining, and with no model installed.
"""

import argparse
import json
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.cases import Case, Question, Turn
from benchmarks.evaluate import Benchmark, View, evaluate
from benchmarks.report import table
from benchmarks.scoring import score_short_texts
from benchmarks.systems import SYSTEMS

FOLDER = Path(__file__).parents[1] / "tests" / "recall"
COMPARED = ("camillo", "quick", "lexical")
LANGUAGES = View("languages", score_short_texts, passages=False)
RARE_NAMES = View("rare names", score_short_texts, passages=False)


def languages(folder: Path = FOLDER) -> Benchmark:
    """A wing of short texts for each language."""
    return Benchmark(lambda: language_cases(folder / "languages.jsonl"), (LANGUAGES,))


def rare_names(folder: Path = FOLDER) -> Benchmark:
    """One wing of needles and fillers."""
    return Benchmark(lambda: rare_name_cases(folder), (RARE_NAMES,))


def language_cases(path: Path) -> Iterator[Case]:
    """A case for each language."""
    by_language: dict[str, list[dict[str, str]]] = defaultdict(list)
    for record in _records(path):
        by_language[record["lang"]].append(record)
    for language, records in by_language.items():
        turns = tuple(_text(one["id"], one["text"]) for one in records if one["kind"] == "text")
        questions = tuple(
            Question(one["question"], frozenset({one["answer"]}), category=language)
            for one in records
            if one["kind"] == "question"
        )
        yield Case(language, turns, questions)


def rare_name_cases(folder: Path) -> Iterator[Case]:
    """The one case: every needle among all fillers."""
    needles = _records(folder / "rare_names.jsonl")
    fillers = _records(folder / "fillers.jsonl")
    turns = [_text(f"needle-{at}", one["text"]) for at, one in enumerate(needles)]
    turns += [_text(f"filler-{at}", one["text"]) for at, one in enumerate(fillers)]
    questions = tuple(
        Question(one["question"], frozenset({f"needle-{at}"}), category=one["script"])
        for at, one in enumerate(needles)
    )
    yield Case("rare names", tuple(turns), questions)


def _records(path: Path) -> list[dict[str, str]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]


def _text(name: str, text: str) -> Turn:
    return Turn(name, "1", text)


def measure(folder: Path) -> dict[str, dict[str, Any]]:
    """By set, by system: means over all questions and by language or script."""
    found: dict[str, dict[str, Any]] = {}
    for name in COMPARED:
        system = SYSTEMS[name]()
        for benchmark in (languages(folder), rare_names(folder)):
            for view, outcome in evaluate(benchmark, system).items():
                groups = {group: outcome.means(group) for group in outcome.categories()}
                result = {"all": outcome.means(), "by category": groups}
                found.setdefault(view, {})[system.name] = result
    return found


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the three files are")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    given = parser.parse_args()
    results = measure(given.folder)
    if given.json:
        print(json.dumps(results, indent=2))
        return
    for view, systems in results.items():
        for system, result in systems.items():
            print(f"## {view}: {system}\n\n{table(result)}\n")


if __name__ == "__main__":
    main()
