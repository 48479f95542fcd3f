"""The demo: mine the samples and this repository's docs into a throw-away palace, and ask.

python samples/demo.py
"""

import json
import sys
import tempfile
from pathlib import Path

from camillo import Palace
from camillo.domain.search import Hit

HERE = Path(__file__).parent
SOURCES = (HERE / "claude-code", HERE / "chatgpt", HERE / "notes", HERE / "chat.jsonl")
ASKED = (0, 3, 5)


def say(line: str = "") -> None:
    """Print a line."""
    sys.stdout.write(line + "\n")


def show(question: str, expected: str, hits: tuple[Hit, ...]) -> bool:
    """Print the answers to a question; whether the expected words are among them."""
    say(f"\n? {question}")
    for number, hit in enumerate(hits, 1):
        when = f", {hit.at}" if hit.at else ""
        who = f", {hit.speaker or hit.role}" if hit.speaker or hit.role else ""
        say(f"{number}. {hit.score:.2f}  {hit.wing}/{hit.room}{who}{when}")
        say("   " + " ".join(hit.text.split())[:300])
        say(f"   from {Path(hit.source).name}, bytes {hit.span[0]}-{hit.span[1]}, id {hit.id}")
    if not any(expected in hit.text for hit in hits):
        say(f"   These do not hold the expected words: {expected}")
        return False
    return True


def main() -> int:
    """Run the demo; the exit code is 1 when an answer is not among the first three passages."""
    questions = json.loads((HERE / "questions.json").read_text(encoding="utf-8"))
    answered = []
    with (
        tempfile.TemporaryDirectory() as folder,
        Palace.open(Path(folder) / "palace.camillo") as palace,
    ):
        for target in (*SOURCES, HERE.parent / "docs"):
            report = palace.mine(target)
            name = target.relative_to(HERE.parent)
            say(f"mined {name}: {report.documents} documents, {report.turns} turns")
            for problem in report.problems:
                say(f"  problem: {problem}")
        for number in ASKED:
            one = questions[number]
            found = palace.search(one["question"], limit=3)
            answered.append(show(one["question"], one["answer_contains"], found.results))
    say(f"\n{sum(answered)} of {len(answered)} answered word for word in the first three passages.")
    return 0 if all(answered) else 1


if __name__ == "__main__":
    sys.exit(main())
