"""Whether a score means the same from question to question: high when the answer is there, low when not.

    python -m benchmarks.calibration DATA_DIR [--quick] [--json]

DATA_DIR holds ``locomo-dev`` (or is itself a folder of LoCoMo conversations). 100 questions, drawn
with a fixed seed, are asked of the wing of another conversation, names as they are, so that nothing
there answers them; and every question with evidence is asked of its own wing. Reported: the share
of the former whose best score is above .5, and of the latter whose first hit is an evidence turn (or
lies in an evidence conversation) the share above .5.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.cases import Case, Question
from benchmarks.evaluate import Ask
from benchmarks.locomo import cases
from benchmarks.measure import percentile
from benchmarks.systems import Camillo

_THRESHOLD = 0.5
_UNANSWERABLE = 100
_SEED = 20


def unanswerable(given: Sequence[Case]) -> list[tuple[Question, str]]:
    """Questions, each with the wing of another conversation."""
    pairs = [
        (question, given[(at + 1) % len(given)].wing)
        for at, case in enumerate(given)
        for question in case.questions
        if question.turns
    ]
    return Random(_SEED).sample(pairs, min(_UNANSWERABLE, len(pairs)))


def measure(given: Sequence[Case], ask: Ask) -> dict[str, Any]:
    """Ask both kinds of questions."""
    strange = [ask(question, wing, True).best for question, wing in unanswerable(given)]
    right_turn, right_conversation, others = [], [], []
    for case in given:
        for question in case.questions:
            if not question.turns:
                continue
            answer = ask(question, case.wing, True)
            first = answer.passages[0].turns if answer.passages else ()
            if question.turns & set(first):
                right_turn.append(answer.best)
            if any(conversation in question.conversations for conversation, _ in first):
                right_conversation.append(answer.best)
            else:
                others.append(answer.best)
    return {
        "unanswerable": _shares(strange),
        "first hit is an evidence turn": _shares(right_turn),
        "first hit is in an evidence conversation": _shares(right_conversation),
        "first hit is elsewhere": _shares(others),
    }


def _shares(scores: Sequence[float]) -> dict[str, float]:
    if not scores:
        return {"n": 0}
    above = sum(score > _THRESHOLD for score in scores)
    return {
        "n": len(scores),
        f"% above {_THRESHOLD}": round(100 * above / len(scores), 1),
        "p10": round(percentile(scores, 0.1), 3),
        "median": round(percentile(scores, 0.5), 3),
        "p90": round(percentile(scores, 0.9), 3),
    }


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--quick", action="store_true", help="leave the transformer tier out")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    given = parser.parse_args()
    inner = given.folder / "locomo-dev"
    found = tuple(cases(inner if inner.is_dir() else given.folder))
    if len(found) < 2:
        sys.exit(f"{given.folder} holds fewer than two LoCoMo conversations")
    with Camillo(refine=not given.quick).filled(found) as ask:
        result = measure(found, ask)
    if given.json:
        print(json.dumps(result, indent=2))
        return
    names = max(result.values(), key=len)
    print("| questions | " + " | ".join(names) + " |")
    print("|---" * (len(names) + 1) + "|")
    for label, row in result.items():
        print(f"| {label} | " + " | ".join(str(row.get(name, "")) for name in names) + " |")


if __name__ == "__main__":
    main()
