"""One table: Camillo and plain baselines on the same cases, in the same harness, with intervals.

    python -m benchmarks.table DATA_DIR [--sets NAME[=PATH] ...] [--systems NAME ...] [--json]

A set is looked for under DATA_DIR by its usual name, or at the path given. A cell holds the mean in
percent; for the first system with its 95 % bootstrap interval, for each other one with the interval
of its paired difference to the first: by question, and after ``/`` by wing where a set has several
(questions about one conversation are not independent).
"""

import argparse
import json
import math
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.bootstrap import Interval, interval
from benchmarks.evaluate import Outcome, Row, evaluate
from benchmarks.sets import SETS, USUAL, named
from benchmarks.systems import SYSTEMS

DEFAULT_SYSTEMS = ("camillo", "lexical", "bm25", "static", "minilm", "grep")
_SEVERAL_WINGS = range(2, 21)


def compare(first: Outcome, other: Outcome | None = None) -> dict[str, dict[str, Any]]:
    """Each metric's mean and interval, or with ``other`` its mean and the paired difference's."""
    found: dict[str, dict[str, Any]] = {}
    for metric in first.rows[0].scores if first.rows else ():
        pairs = [
            (row, base)
            for row, base in zip((other or first).rows, first.rows, strict=True)
            if not math.isnan(base.scores[metric])
        ]
        if pairs:
            found[metric] = _cell(pairs, metric, paired=other is not None)
    return found


def _cell(pairs: Sequence[tuple[Row, Row]], metric: str, *, paired: bool) -> dict[str, Any]:
    values = [100 * row.scores[metric] for row, _ in pairs]
    minus = [100 * base.scores[metric] if paired else 0.0 for _, base in pairs]
    spread = [value - less for value, less in zip(values, minus, strict=True)]
    wings = [row.wing for row, _ in pairs]
    cell: dict[str, Any] = {
        "mean": round(math.fsum(values) / len(values), 1),
        "by question": _rounded(interval(spread)),
    }
    if len(set(wings)) in _SEVERAL_WINGS and len(wings) > len(set(wings)):
        cell["by wing"] = _rounded(interval(spread, wings))
    return cell


def _rounded(found: Interval) -> list[float]:
    return [round(found.mean, 1), round(found.low, 1), round(found.high, 1)]


def measure(folder: Path, sets: Sequence[str], systems: Sequence[str]) -> list[dict[str, Any]]:
    """One entry for each view and system."""
    benchmarks = [named(folder, wanted) for wanted in sets]
    made = [SYSTEMS[name]() for name in systems]
    entries = []
    for benchmark in benchmarks:
        outcomes = [evaluate(benchmark, system, _progress) for system in made]
        for view in benchmark.views:
            first = outcomes[0][view.name]
            for system, by_view in zip(made, outcomes, strict=True):
                outcome = by_view[view.name]
                entries.append(
                    {
                        "set": view.name,
                        "system": system.name,
                        "against": None if outcome is first else made[0].name,
                        "questions": len(outcome.rows),
                        "skipped": outcome.skipped,
                        "filling CPU-s": round(outcome.filling, 1),
                        "asking CPU-s": round(outcome.asking, 1),
                        "metrics": compare(first, None if outcome is first else outcome),
                        "by category": {name: outcome.means(name) for name in outcome.categories()},
                    }
                )
    return entries


def _progress(said: str) -> None:
    if sys.stderr.isatty():
        print(said, file=sys.stderr)


def printed(entries: Sequence[dict[str, Any]]) -> str:
    """The entries as one Markdown table; metrics that a set does not have stay empty."""
    metrics = list(dict.fromkeys(metric for entry in entries for metric in entry["metrics"]))
    lines = [
        "| set (questions) | system | " + " | ".join(metrics) + " |",
        "|---" * (len(metrics) + 2) + "|",
    ]
    for entry in entries:
        signed = entry["against"] is not None
        cells = [_shown(entry["metrics"].get(metric), signed) for metric in metrics]
        head = f"| {entry['set']} ({entry['questions']}) | {entry['system']} | "
        lines.append(head + " | ".join(cells) + " |")
    return "\n".join(lines)


def _shown(cell: dict[str, Any] | None, signed: bool) -> str:
    if cell is None:
        return ""
    form = "{1:+} {2:+}" if signed else "{1} {2}"
    spans = [form.format(*cell[name]) for name in ("by question", "by wing") if name in cell]
    return f"{cell['mean']} [{' / '.join(spans)}]"


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="the folder of evaluation data")
    parser.add_argument("--sets", nargs="+", default=list(USUAL), help=", ".join(SETS))
    parser.add_argument("--systems", nargs="+", default=list(DEFAULT_SYSTEMS), choices=SYSTEMS)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    given = parser.parse_args()
    try:
        entries = measure(given.folder, given.sets, given.systems)
    except ValueError as error:
        sys.exit(str(error))
    print(json.dumps(entries, indent=2) if given.json else printed(entries))


if __name__ == "__main__":
    main()
