"""Memories: which action each message of the frozen sets leads to, and which sentences become facts.

    python -m benchmarks.memories [--folder tests/distill/memories] [--show]

``scenarios_*.txt`` have a profile, more of the same, another topic and a question a row; ``labelled.txt`` has
messages whose facts are marked. Both were written before any rule was tuned on them.
"""

import argparse
import re
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from camillo import Palace

FOLDER = Path(__file__).parents[1] / "tests/distill/memories"
LANGUAGES = ("en", "pt", "zh")
_MARKED = re.compile("⟦(.*?)⟧")
#: What a statement must share with a marked fact to be it.
_COVERED = 0.8


@dataclass(frozen=True, slots=True)
class Scenario:
    """One paraphrase of the scenarios."""

    language: str
    first: str
    second: str
    third: str
    question: str


@dataclass(frozen=True, slots=True)
class Labelled:
    """A message with the spans of its facts; of a correction also what was said before and what it does."""

    language: str
    kind: str
    text: str
    facts: tuple[tuple[int, int], ...] = ()
    before: str = ""
    gone: str = ""
    stays: str = ""


def scenarios(folder: Path = FOLDER) -> Iterator[Scenario]:
    """The rows of all languages."""
    for language in LANGUAGES:
        for line in (folder / f"scenarios_{language}.txt").read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                yield Scenario(language, *line.split(" | "))


def labelled(folder: Path = FOLDER) -> Iterator[Labelled]:
    """The messages of all languages."""
    for line in (folder / "labelled.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        told, _, text = line.partition(": ")
        language, kind = told.split()
        if kind == "correction":
            before, text, gone, stays = text.split(" => ")
            yield Labelled(language, kind, text, (), before, gone, stays)
        else:
            yield Labelled(language, kind, *_unmarked(text))


def _unmarked(text: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    facts, at, plain = [], 0, ""
    for found in _MARKED.finditer(text):
        plain += text[at : found.start()]
        facts.append((len(plain), len(plain) + len(found[1])))
        plain += found[1]
        at = found.end()
    return plain + text[at:], tuple(facts)


@dataclass(slots=True)
class Acted:
    """What became of one scenario: the actions taken, whether the question found it, faults."""

    scenario: Scenario
    right: list[bool]
    found: bool
    crossed: bool


def act(palace: Palace, scenario: Scenario, wing: str) -> Acted:
    """Run one scenario in a wing: created, merged there, created elsewhere."""
    one = palace.remember(scenario.first, wing=wing)
    two = palace.remember(scenario.second, wing=wing)
    three = palace.remember(scenario.third, wing=wing)
    hits = palace.search(scenario.question, wing=wing, source_kind="memory").results
    return Acted(
        scenario,
        [
            one.action == "created",
            two.action == "merged" and two.path == one.path,
            three.action == "created" and three.path not in (one.path, two.path),
        ],
        bool(hits) and hits[0].conversation == one.path,
        bool(three.path) and three.path in (one.path, two.path),
    )


@dataclass(slots=True)
class Counts:
    """Facts and statements of the labelled messages, in one language."""

    facts: int = 0
    recalled: int = 0
    statements: int = 0
    right: int = 0


def statements(palace: Palace, one: Labelled) -> list[tuple[int, int]]:
    """The spans, in characters, of what a message is taken to state."""
    made = palace.remember(one.text, wing=one.language)
    spans = []
    for cite in made.cites:
        start, end = map(int, cite.partition(":")[2].split("-"))
        content = one.text.encode()
        spans.append((len(content[:start].decode()), len(content[:end].decode())))
    return spans


def judge(one: Labelled, spans: list[tuple[int, int]], counts: Counts) -> list[str]:
    """Count one message's statements; what was missed or made up."""
    counts.facts += len(one.facts)
    counts.statements += len(spans)
    faults = []
    for low, high in one.facts:
        covered = max((_shared((low, high), span) for span in spans), default=0) / (high - low)
        counts.recalled += covered >= _COVERED
        if covered < _COVERED:
            faults.append(f"missed {one.text[low:high]!r}")
    for span in spans:
        inside = sum(_shared(span, fact) for fact in one.facts) / (span[1] - span[0])
        counts.right += inside >= _COVERED
        if inside < _COVERED:
            faults.append(f"made up {one.text[slice(*span)]!r}")
    return faults


def _shared(a: tuple[int, int], b: tuple[int, int]) -> int:
    return max(0, min(a[1], b[1]) - max(a[0], b[0]))


def corrected(palace: Palace, one: Labelled, wing: str) -> str:
    """What is wrong after a correction, "" for nothing."""
    palace.remember(one.before, wing=wing, at="2026-01-01")
    made = palace.remember(one.text, wing=wing, at="2026-02-01")
    now = [
        line
        for kept in palace.memories.all(wing)
        for line in re.sub(
            "(?s)## (?:Earlier|Antes|以前).*?(?=\n## |$)", "", kept.text
        ).splitlines()
        if line.strip("- ") not in one.text
    ]
    if any(one.gone in line and "(→" not in line for line in now):
        return f"{one.gone!r} still stands"
    if not any(one.stays in line for line in now):
        return f"{one.stays!r} is gone"
    return "" if made.superseded else "nothing superseded"


def alike(folder: Path = FOLDER) -> Iterator[tuple[str, bool, str, str]]:
    """Pairs of lines: the language, whether they are of one matter, both texts."""
    for line in (folder / "alike.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            language, mark, pair = line.split(" ", 2)
            one, other = pair.split(" | ")
            yield language, mark == "=", one, other


def _alike(folder: Path) -> None:
    """How often either model and the lexical guard tell pairs apart, message by message in a wing of its own."""
    for light in (False, True):
        right: Counter[str] = Counter()
        with (
            tempfile.TemporaryDirectory() as place,
            Palace.open(Path(place) / "p", light=light) as palace,
        ):
            for number, (language, same, one, other) in enumerate(alike(folder)):
                first, second = (palace.remember(text, wing=f"{number}") for text in (one, other))
                joined = second.action == "merged" and second.path == first.path
                right[
                    f"{language} {'same' if same else 'apart'} {'right' if joined == same else 'wrong'}"
                ] += 1
        print("word table" if light else "transformer", dict(right))


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=FOLDER)
    parser.add_argument("--show", action="store_true", help="print every fault")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Palace.open(Path(folder) / "p.camillo") as palace:
        _scenarios(palace, given.folder, show=given.show)
        _labelled(palace, given.folder, show=given.show)
    _alike(given.folder)


def _scenarios(palace: Palace, folder: Path, *, show: bool) -> None:
    totals: dict[str, Counter[str]] = {}
    for number, scenario in enumerate(scenarios(folder)):
        acted = act(palace, scenario, f"{scenario.language}{number}")
        total = totals.setdefault(scenario.language, Counter())
        total["rows"] += 1
        total["found"] += acted.found
        total["crossed"] += acted.crossed
        for step, right in zip(("created", "merged", "apart"), acted.right, strict=True):
            total[step] += right
        if show and not (all(acted.right) and acted.found):
            print(
                "   ",
                acted.right,
                acted.found,
                scenario.first,
                "|",
                scenario.second,
                "|",
                scenario.third,
            )
    for language, total in totals.items():
        print(language, dict(total))


def _labelled(palace: Palace, folder: Path, *, show: bool) -> None:
    totals = {language: Counts() for language in LANGUAGES}
    wrong: Counter[str] = Counter()
    for number, one in enumerate(labelled(folder)):
        if one.kind == "correction":
            fault = corrected(palace, one, f"correction {number}")
            wrong[f"correction {'wrong' if fault else 'right'}"] += 1
            if show and fault:
                print("   ", one.language, fault, one.text)
            continue
        faults = judge(one, statements(palace, one), totals[one.language])
        wrong[one.kind] += bool(faults)
        if show and faults:
            print("   ", one.language, one.kind, faults)
    for language, counts in totals.items():
        precision, recall = counts.right / counts.statements, counts.recalled / counts.facts
        print(f"{language} precision {precision:.3f} recall {recall:.3f}", counts)
    print(dict(wrong))


if __name__ == "__main__":
    main()
