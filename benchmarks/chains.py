"""Chains of causes told in scattered turns: how many come back whole and in order, asked by their end alone.

    python -m benchmarks.chains [--half development|reported|all] [--background FOLDER] [--json] [--verbose]

30 chains of two to four steps (``tests/knowledge/chains.jsonl``: English, Portuguese, Chinese, German; everyday and
coding) were written before what finds them; half of them served to develop it, the other half is reported. All of
them are told in one palace, step by step in turn, among other talk of the same people. A chain counts if
``palace.links.why(question)`` gives exactly its turns, from the end to the root; ``in order`` also counts it if
further causes stand between or after them. ``--background`` mines LoCoMo conversations beside them.
"""

import argparse
import json
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from benchmarks import locomo
from camillo import Palace

_DATA = Path(__file__).parent.parent / "tests" / "knowledge" / "chains.jsonl"
_SESSION = 12


@dataclass(frozen=True, slots=True)
class Case:
    """A chain: its question and the texts that answer it, from the end to the root."""

    id: str
    language: str
    half: str
    question: str
    turns: tuple[dict[str, Any], ...]

    @property
    def wanted(self) -> list[str]:
        """The texts of the chain, the end first."""
        return [turn["text"] for turn in self.turns if not turn.get("aside")][::-1]


def load(path: Path = _DATA) -> tuple[list[Case], dict[str, list[str]]]:
    """The chains, and other talk by language."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    cases = [
        Case(
            row["id"],
            row["language"],
            row["half"],
            row["question"],
            tuple(turn if isinstance(turn, dict) else {"text": turn} for turn in row["turns"]),
        )
        for row in rows
        if "turns" in row
    ]
    return cases, {row["language"]: row["others"] for row in rows if "others" in row}


def records(cases: list[Case], others: dict[str, list[str]]) -> Iterator[dict[str, Any]]:
    """Turns in the order of telling: each round one step of each chain, other talk between them."""
    steps: dict[str, list[tuple[int, dict[str, Any]]]] = {}
    for case in cases:
        if _is_run(case):
            continue
        for step, turn in enumerate(case.turns):
            steps.setdefault(case.language, []).append((step, turn))
    for language, listed in steps.items():
        between = list(others[language])
        told = []
        for number, (_, turn) in enumerate(sorted(listed, key=lambda one: one[0])):
            told.append(turn["text"])
            if between and number % 2:
                told.append(between.pop(0))
        for number, text in enumerate([*told, *between]):
            session = number // _SESSION
            day = date(2026, 3, 1) + timedelta(days=3 * session)
            yield {
                "conversation": f"{language}-{session}",
                "turn": f"{language}-{number}",
                "speaker": ("Robin", "Sam")[number % 2],
                "role": "user",
                "at": f"{day}T10:{number % _SESSION:02}:00Z",
                "text": text,
            }
    for case in filter(_is_run, cases):
        for number, turn in enumerate(case.turns):
            yield {
                "conversation": case.id,
                "turn": f"{case.id}-{number}",
                "role": "assistant",
                "part": turn["part"],
                "at": f"2026-04-01T09:{number:02}:00Z",
                "text": turn["text"],
            }


def _is_run(case: Case) -> bool:
    """Whether a chain is a run of tools, which is told in one go."""
    return any("part" in turn for turn in case.turns)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came back for a chain."""

    case: Case
    given: tuple[str, ...]

    @property
    def exact(self) -> bool:
        """Exactly the chain's turns, in order."""
        return list(self.given) == self.case.wanted

    @property
    def in_order(self) -> bool:
        """The chain's turns in order, whatever stands between them."""
        rest = iter(self.given)
        return all(text in rest for text in self.case.wanted)


def measure(half: str, background: Path | None = None) -> list[Outcome]:
    """Mine all chains, then ask for those of one half."""
    cases, others = load()
    with tempfile.TemporaryDirectory() as temporary:
        export = Path(temporary) / "turns.jsonl"
        lines = list(records(cases, others))
        if background is not None:
            lines += [turn.record() for case in locomo.cases(background) for turn in case.turns]
        export.write_text("".join(json.dumps(one) + "\n" for one in lines), encoding="utf-8")
        with Palace.open(Path(temporary) / "palace.camillo") as palace:
            palace.mine(export, wing="robin")
            palace.refine()
            return [
                Outcome(case, tuple(step.text for step in palace.links.why(case.question).steps))
                for case in cases
                if half in ("all", case.half)
            ]


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--half", choices=("development", "reported", "all"), default="reported")
    parser.add_argument("--background", type=Path, help="a folder of LoCoMo conversations")
    parser.add_argument("--json", action="store_true", help="print JSON instead of lines")
    parser.add_argument("--verbose", action="store_true", help="show every chain and what came")
    given = parser.parse_args()
    outcomes = measure(given.half, given.background)
    count = len(outcomes)
    row = {
        "half": given.half,
        "chains": count,
        "exact": sum(one.exact for one in outcomes),
        "in order": sum(one.in_order for one in outcomes),
        "by language": dict(Counter(one.case.language for one in outcomes if one.exact)),
    }
    if given.verbose:
        for one in outcomes:
            print(
                f"\n{one.case.id} {'exact' if one.exact else 'in order' if one.in_order else 'NO'}"
            )
            print(f"  ? {one.case.question}")
            for text in one.given:
                print(f"  {'+' if text in one.case.wanted else '-'} {text[:110]!r}")
    print(json.dumps(row, ensure_ascii=False) if given.json else row)


if __name__ == "__main__":
    main()
