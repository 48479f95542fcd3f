"""LoCoMo retrieval: evidence sessions and evidence turns, through the shipped pipeline.

    python -m benchmarks.locomo PATH/locomo-dev [--json] [--quick] [--pooled]

Every conversation becomes one camillo-jsonl file, mined into one palace, a wing each; questions
are searched in their own wing (``--pooled``: in the whole palace). Text of a turn is its words and,
where it has one, its picture's caption as `` [image: caption]``. Questions without evidence in the
conversation are skipped and counted. Categories: 1 multi-hop, 2 temporal, 3 open-domain,
4 single-hop, 5 adversarial; all are scored on their evidence.
"""

import argparse
import json
import re
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from benchmarks import ablation
from benchmarks.cases import Case, Question, Turn
from benchmarks.evaluate import Benchmark, View, evaluate
from benchmarks.report import summary, table
from benchmarks.scoring import score_conversations
from benchmarks.systems import Camillo

_EVIDENCE = re.compile(r"D(\d+):0*(\d+)")
WINGS = View("locomo", score_conversations)
POOLED = View("locomo, pooled", score_conversations, pooled=True)


def cases(folder: Path) -> Iterator[Case]:
    """The conversations in a folder, a case each; a session is a conversation."""
    for path in sorted(folder.glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        turns = tuple(_turns(path.stem, data["conversation"]))
        known = {turn.id: turn for turn in turns}
        asked = tuple(_question(item, known) for item in data["qa"])
        yield Case(path.stem, turns, asked)


def benchmark(folder: Path) -> Benchmark:
    """Each conversation a wing, searched by itself and with all of them pooled."""
    return Benchmark(lambda: cases(folder), (WINGS, POOLED))


def _turns(name: str, conversation: dict[str, Any]) -> Iterator[Turn]:
    number = 1
    while (session := conversation.get(f"session_{number}")) is not None:
        when = _time(conversation[f"session_{number}_date_time"])
        for turn in session:
            caption = turn.get("blip_caption")
            yield Turn(
                f"{name}/{number}",
                turn["dia_id"],
                turn["text"] + (f" [image: {caption}]" if caption else ""),
                turn["speaker"],
                "user",
                when,
            )
        number += 1


def _question(item: dict[str, Any], known: dict[str, Turn]) -> Question:
    listed = " ".join(map(str, item.get("evidence") or ()))
    ids = {f"D{session}:{turn}" for session, turn in _EVIDENCE.findall(listed)} & known.keys()
    evidence = frozenset(known[id].key for id in ids)
    sessions = frozenset(conversation for conversation, _ in evidence)
    return Question(item["question"], sessions, evidence, str(item["category"]))


def _time(written: str) -> str:
    return datetime.strptime(written, "%I:%M %p on %d %B, %Y").isoformat()


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--quick", action="store_true", help="leave the transformer tier out")
    parser.add_argument("--pooled", action="store_true", help="search all wings at once")
    ablation.option(parser)
    given = parser.parse_args()
    if not given.folder.is_dir():
        sys.exit(f"{given.folder} is no folder; give the folder of LoCoMo conversations")
    view = POOLED if given.pooled else WINGS
    one = Benchmark(lambda: cases(given.folder), (view,))
    with ablation.without(given.without):
        result = summary(evaluate(one, Camillo(refine=not given.quick))[view.name])
    print(json.dumps(result, indent=2) if given.json else table(result))


if __name__ == "__main__":
    main()
