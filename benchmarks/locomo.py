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
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from statistics import fmean

from benchmarks.measure import cpu_seconds
from camillo import Palace
from camillo.domain.search import Found, Hit

_HEADER = 26
_EVIDENCE = re.compile(r"D(\d+):0*(\d+)")


@dataclass(frozen=True, slots=True)
class Question:
    """One question with the ids of the turns that answer it."""

    wing: str
    text: str
    category: int
    turns: frozenset[str]
    sessions: frozenset[str]


def conversations(folder: Path) -> Iterator[tuple[str, dict[str, object]]]:
    """The conversations in a folder, by name."""
    for path in sorted(folder.glob("*.json")):
        yield path.stem, json.loads(path.read_text(encoding="utf-8"))


def turns(name: str, conversation: dict[str, object]) -> Iterator[dict[str, object]]:
    """A conversation as camillo-jsonl records."""
    number = 1
    while (session := conversation.get(f"session_{number}")) is not None:
        when = _time(str(conversation[f"session_{number}_date_time"]))
        for turn in session:  # type: ignore[attr-defined]
            caption = turn.get("blip_caption")
            yield {
                "conversation": f"{name}/{number}",
                "turn": turn["dia_id"],
                "speaker": turn["speaker"],
                "role": "user",
                "at": when,
                "text": turn["text"] + (f" [image: {caption}]" if caption else ""),
            }
        number += 1


def questions(name: str, data: dict[str, object], known: set[str]) -> Iterator[Question]:
    """The questions of one conversation; those without evidence have no turns."""
    for item in data["qa"]:  # type: ignore[attr-defined]
        listed = " ".join(map(str, item.get("evidence") or ()))
        ids = {f"D{s}:{t}" for s, t in _EVIDENCE.findall(listed)} & known
        sessions = {f"{name}/{id[1:].partition(':')[0]}" for id in ids}
        yield Question(
            name, item["question"], item["category"], frozenset(ids), frozenset(sessions)
        )


def score_sessions(question: Question, found: Found) -> dict[str, float]:
    """Session metrics over distinct conversations in the order they were returned."""
    ranked = [hit.conversation for hit in found.results]
    places = [ranked.index(one) for one in question.sessions if one in ranked]
    n = len(question.sessions)
    return {
        "R@5": sum(place < 5 for place in places) / n,
        "R@10": sum(place < 10 for place in places) / n,
        "all@10": float(sum(place < 10 for place in places) == n),
        "MRR": 1 / (1 + min(places)) if places else 0.0,
        "hit@1": float(bool(places) and min(places) == 0),
    }


def score_turns(question: Question, found: Found, tokens: int) -> float:
    """Share of evidence turns whose whole text lies in the first ``tokens`` * 4 characters.

    Speakers' names and one 26-character header a session count as characters.
    """
    left = tokens * 4
    sessions: set[str] = set()
    held: set[str] = set()
    for hit in found.results:
        cost = _cost(hit) + (0 if hit.conversation in sessions else _HEADER)
        if cost > left:
            break
        left -= cost
        sessions.add(hit.conversation)
        held |= {turn.id for turn in hit.turns}
    return len(held & question.turns) / len(question.turns)


def run(folder: Path, *, quick: bool, pooled: bool) -> dict[str, object]:
    """Mine the folder's conversations into a palace and score every question."""
    rows: dict[int, list[dict[str, float]]] = defaultdict(list)
    skipped = 0
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        asked: list[Question] = []
        start = cpu_seconds()
        with Palace.open(place / "palace.camillo") as palace:
            for name, data in conversations(folder):
                records = list(turns(name, data["conversation"]))  # type: ignore[arg-type]
                path = place / f"{name}.jsonl"
                path.write_text(
                    "".join(json.dumps(one) + "\n" for one in records), encoding="utf-8"
                )
                report = palace.mine(path, wing=name, refine=not quick)
                if report.turns != len(records) or report.problems:
                    sys.exit(f"{name}: {report.turns} of {len(records)} turns, {report.problems}")
                asked += questions(name, data, {str(one["turn"]) for one in records})
            mined = cpu_seconds()
            for question in asked:
                if not question.turns:
                    skipped += 1
                    continue
                wing = None if pooled else question.wing
                by_session = palace.search(question.text, wing=wing, limit=50, group="conversation")
                by_turn = palace.search(question.text, wing=wing, limit=200)
                row = score_sessions(question, by_session)
                row["turns@2000"] = score_turns(question, by_turn, 2000)
                row["turns@500"] = score_turns(question, by_turn, 500)
                rows[question.category].append(row)
            done = cpu_seconds()
            coverage = by_turn.coverage
    scored = [row for group in rows.values() for row in group]
    return {
        "scored": len(scored),
        "skipped without evidence": skipped,
        "coverage": round(coverage, 3),
        "mining CPU-s": round(mined - start, 1),
        "search CPU-ms": round(1000 * (done - mined) / max(1, 2 * len(scored)), 1),
        "all": _mean(scored),
        "by category": {str(key): _mean(rows[key]) for key in sorted(rows)},
    }


def _time(written: str) -> str:
    return datetime.strptime(written, "%I:%M %p on %d %B, %Y").isoformat()


def _cost(hit: Hit) -> int:
    return len(hit.speaker) + 2 + len(hit.text) + 1


def _mean(rows: list[dict[str, float]]) -> dict[str, float]:
    return {"n": len(rows)} | {
        key: round(100 * fmean(row[key] for row in rows), 1) for key in rows[0]
    }


def _table(result: dict[str, object]) -> str:
    groups = {"all": result["all"], **result["by category"]}  # type: ignore[dict-item]
    names = list(groups["all"])  # type: ignore[call-overload]
    lines = ["| questions | " + " | ".join(names) + " |", "|---" * (len(names) + 1) + "|"]
    for label, row in groups.items():
        lines.append(f"| {label} | " + " | ".join(str(row[key]) for key in names) + " |")  # type: ignore[index]
    rest = {key: value for key, value in result.items() if key not in ("all", "by category")}
    return "\n".join([*lines, "", *(f"{key}: {value}" for key, value in rest.items())])


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--quick", action="store_true", help="leave the transformer tier out")
    parser.add_argument("--pooled", action="store_true", help="search all wings at once")
    given = parser.parse_args()
    if not given.folder.is_dir():
        sys.exit(f"{given.folder} is no folder; give the folder of LoCoMo conversations")
    result = run(given.folder, quick=given.quick, pooled=given.pooled)
    print(json.dumps(result, indent=2) if given.json else _table(result))


if __name__ == "__main__":
    main()
