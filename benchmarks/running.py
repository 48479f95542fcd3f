"""The command line of a single set: Camillo alone, all its views, as a table or as JSON."""

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks import ablation
from benchmarks.evaluate import Benchmark, evaluate
from benchmarks.report import summary, table
from benchmarks.systems import Camillo


def run(benchmark: Callable[[Path], Benchmark], about: str | None) -> None:
    """Measure Camillo on the set that the first argument names."""
    parser = argparse.ArgumentParser(description=(about or "").partition("\n")[0])
    parser.add_argument("path", type=Path)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--quick", action="store_true", help="leave the transformer tier out")
    ablation.option(parser)
    given = parser.parse_args()
    if not given.path.exists():
        sys.exit(f"there is nothing at {given.path}; give the path of the evaluation data")
    with ablation.without(given.without):
        outcomes = evaluate(benchmark(given.path), Camillo(refine=not given.quick))
    results = {name: summary(outcome) for name, outcome in outcomes.items()}
    if given.json:
        print(json.dumps(results, indent=2))
    else:
        print("\n\n".join(f"## {name}\n\n{table(result)}" for name, result in results.items()))
