"""Wake-ups over LoCoMo: what they tell, whether it keeps the budget, and what they cost.

    python -m benchmarks.wakeup PATH/locomo-dev [--json] [--lines]

Every conversation becomes a wing of one palace; each wing's wake-up is taken as of the day after its
last turn. ``named halls``: the share of told facts that lie in the halls of decisions, preferences,
insights, discoveries and advice. ``answers``: the share of questions with evidence of which the
wake-up with the question as its task tells an evidence turn. ``--lines`` prints the facts, for
a person to judge. CPU is that of this process; a cold start adds what loading Python and Camillo takes.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from pathlib import Path

from benchmarks.cases import Case, write
from benchmarks.locomo import cases
from benchmarks.measure import cpu_seconds
from camillo import Palace
from camillo.domain.wakeup import WakeUp

_HALLS = frozenset(("decisions", "preferences", "insights", "discoveries", "advice"))


def measure(folder: Path) -> tuple[dict[str, object], list[str]]:
    """The figures, and the lines of all first layers."""
    filled = list(cases(folder))
    with (
        tempfile.TemporaryDirectory() as temporary,
        Palace.open(Path(temporary) / "palace.camillo") as palace,
    ):
        for number, case in enumerate(filled):
            palace.mine(write(case, Path(temporary), number), wing=case.wing)
        started = cpu_seconds()
        told = [palace.wake_up(wing=case.wing, now=_after(case)) for case in filled]
        judged = cpu_seconds() - started
        started = cpu_seconds()
        for case in filled:
            palace.wake_up(wing=case.wing, now=_after(case))
        again = cpu_seconds() - started
        facts = [line for one in told for line in _facts(palace, one)]
        started = cpu_seconds()
        answered = [found for case in filled for found in _answered(palace, case)]
        asked = cpu_seconds() - started
    figures: dict[str, object] = {
        "wings": len(filled),
        "facts told": len(facts),
        "named halls": round(sum(hall in _HALLS for hall, _ in facts) / len(facts), 3),
        "most tokens of 600": max(one.total_tokens for one in told),
        "fewest tokens of 600": min(one.total_tokens for one in told),
        "questions": len(answered),
        "answers": round(sum(answered) / len(answered), 3),
        "CPU-ms, wing judged": round(1000 * judged / len(filled), 1),
        "CPU-ms, wing known": round(1000 * again / len(filled), 1),
        "CPU-ms, with a task": round(1000 * asked / len(answered), 1),
    }
    return figures, [line for _, line in facts]


def _after(case: Case) -> str:
    last = max(turn.at for turn in case.turns if turn.at)
    return (date.fromisoformat(last[:10]) + timedelta(days=1)).isoformat()


def _facts(palace: Palace, told: WakeUp) -> Iterator[tuple[str, str]]:
    """The first layer's lines with the hall of what they cite."""
    rows = [row for row in told.l1.split("\n") if row.startswith("| - [")]
    for row, id in zip(rows, told.cites, strict=False):
        yield palace.get(id).hall, row


def _answered(palace: Palace, case: Case) -> Iterator[bool]:
    for question in case.questions:
        if question.turns:
            told = palace.wake_up(wing=case.wing, task=question.text, now=_after(case))
            found = (palace.get(id) for id in told.cites)
            yield any((one.conversation, one.turn.id) in question.turns for one in found)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--lines", action="store_true", help="print the facts told")
    given = parser.parse_args(arguments)
    if not given.folder.is_dir():
        sys.exit(f"there is no folder {given.folder}; give the path of the evaluation data")
    figures, lines = measure(given.folder)
    if given.json:
        print(json.dumps(figures, indent=2))
    else:
        print("\n".join(f"{name:24}{value}" for name, value in figures.items()))
    if given.lines:
        print("\n".join(lines))


if __name__ == "__main__":
    main()
