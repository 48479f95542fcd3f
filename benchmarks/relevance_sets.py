"""The prompts that the relevance bar is fitted and judged on, and the palaces they are put to.

Two halves that share no conversation, no prompt and no filler. Kinds of prompts, and what is right:

- ``locomo``: LoCoMo questions of the categories 1 to 4 in their own palace: an evidence turn;
- ``coding``: prompts to a coding agent in a palace of invented sessions: the turn they need;
- ``other``: LoCoMo questions in the palace of another conversation: nothing;
- ``everyday``: small talk, tasks the palace has nothing on, pasted logs, code and diffs: nothing;
- ``swapped``: as ``other``, the speakers' names replaced by those of that palace: nothing;
- ``strange``: coding prompts in a palace of chats, and LoCoMo questions in the coding one: nothing.

Each kind is also put to one large palace a half (``large``), in which chats, sessions and
sources of Python's standard library lie together.
"""

import json
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Literal

from benchmarks.cases import Case, Turn, TurnKey, write
from benchmarks.locomo import cases
from camillo import Palace

Half = Literal["fit", "report"]
HALVES: Mapping[Half, Sequence[str]] = {
    "fit": ("conv-26", "conv-30", "conv-41"),
    "report": ("conv-42", "conv-43"),
}
NEEDING = ("locomo", "coding")
CODING, LARGE = "coding", "large"
_DATA = Path(__file__).parent / "relevance_data"
_ADVERSARIAL = "5"
_FILLER_BYTES = 2_600_000
_SEED = 20
_EACH = 25
_PASTED = {
    "log": "2026-05-01T10:00:{n:02d}Z INFO worker-{n} handled request id={hex} in {n} ms",
    "code": "def area_{n}(width, height):\n    return width * height + {n}\n",
    "diff": "-    colour_{n} = palette.get({n})\n+    color_{n} = palette.get({n})",
}
_PASTED_LINES = 700


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt to one palace; ``right`` are the turns of which one must be given (none: nothing may)."""

    half: Half
    kind: str
    palace: str
    text: str
    right: frozenset[TurnKey] = frozenset()
    category: str = ""


def prompts(folder: Path) -> list[Prompt]:
    """All prompts of both halves."""
    known = {case.wing: case for case in cases(folder)}
    own = list(_own())
    return [
        prompt
        for half, wings in HALVES.items()
        for prompt in (
            *_chats([known[wing] for wing in wings], half),
            *_agents([one for one in own if one.half == half], wings),
            *_large([known[wing] for wing in wings], [one for one in own if one.half == half]),
        )
    ]


def hundred(given: Sequence[Prompt], half: Half = "report") -> list[Prompt]:
    """25 of each of the four main kinds; everyday prompts are those to the coding palace."""
    drawn: list[Prompt] = []
    for kind in ("locomo", "coding", "other", "everyday"):
        there = [one for one in given if (one.half, one.kind) == (half, kind)]
        there = [one for one in there if one.palace != LARGE]
        if kind == "everyday":
            there = [one for one in there if one.palace == CODING]
        drawn += Random(_SEED).sample(there, _EACH)
    return drawn


def build(folder: Path, into: Path) -> Iterator[tuple[str, Path]]:
    """Make the palaces, all refined; names of large ones end in their half."""
    known = {case.wing: case for case in cases(folder)}
    files = {wing: write(case, into, at) for at, (wing, case) in enumerate(known.items())}
    sessions = _DATA / "sessions.jsonl"
    sources = sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))
    for wing, file in files.items():
        yield wing, _filled(into / f"{wing}.camillo", [file])
    yield CODING, _filled(into / "coding.camillo", [sessions])
    for at, (half, wings) in enumerate(HALVES.items()):
        filler = _some(sources[at :: len(HALVES)])
        chats = [files[wing] for wing in _inside(wings)]
        name = f"{LARGE}-{half}"
        yield name, _filled(into / f"{name}.camillo", [*filler, *chats, sessions])


def turns(folder: Path) -> dict[TurnKey, str]:
    """The text of every turn that can be right."""
    told = {turn.key: turn.text for case in cases(folder) for turn in case.turns}
    lines = (_DATA / "sessions.jsonl").read_text(encoding="utf-8").splitlines()
    rows = [json.loads(line) for line in lines]
    return told | {(row["conversation"], row["turn"]): row["text"] for row in rows}


def _chats(given: Sequence[Case], half: Half) -> Iterator[Prompt]:
    for at, case in enumerate(given):
        other = given[(at + 1) % len(given)]
        names = dict(zip(_speakers(case.turns), _speakers(other.turns), strict=True))
        for question in case.questions:
            if not question.turns:
                continue
            asked, category = question.text, question.category
            if category != _ADVERSARIAL:
                yield Prompt(half, "locomo", case.wing, asked, question.turns, category)
            yield Prompt(half, "other", other.wing, asked)
            swapped = asked
            for name, theirs in names.items():
                swapped = swapped.replace(name, theirs)
            yield Prompt(half, "swapped", other.wing, swapped)
            if at == 0:
                yield Prompt(half, "strange", CODING, asked)


def _agents(own: Sequence[Prompt], wings: Sequence[str]) -> Iterator[Prompt]:
    for one in own:
        yield one
        for wing in wings:
            kind = "strange" if one.kind == "coding" else one.kind
            yield Prompt(one.half, kind, wing, one.text)


def _large(given: Sequence[Case], own: Sequence[Prompt]) -> Iterator[Prompt]:
    half = own[0].half
    inside = _inside(HALVES[half])
    for case in given:
        for question in case.questions:
            if not question.turns or question.category == _ADVERSARIAL:
                continue
            if case.wing in inside:
                yield Prompt(half, "locomo", LARGE, question.text, question.turns, "large")
            else:
                yield Prompt(half, "other", LARGE, question.text)
    for one in own:
        yield Prompt(half, one.kind, LARGE, one.text, one.right)


def _inside(wings: Sequence[str]) -> Sequence[str]:
    """Those whose chats lie in the large palace; the last one's do not."""
    return wings[:-1]


def _own() -> Iterator[Prompt]:
    """The prompts of the repository, what they paste filled in."""
    for line in (_DATA / "prompts.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        text = row["prompt"] + _paste(row.get("paste"))
        right = frozenset({(row["conversation"], row["turn"])} if "turn" in row else ())
        yield Prompt(row["half"], row["kind"], CODING, text, right)


def _paste(kind: str | None) -> str:
    if kind is None:
        return ""
    rows = (_PASTED[kind].format(n=n % 60, hex=f"{n * 7919:x}") for n in range(_PASTED_LINES))
    return "\n" + "\n".join(rows)


def _speakers(given: Sequence[Turn]) -> list[str]:
    return sorted({turn.speaker for turn in given})


def _some(files: Sequence[Path]) -> list[Path]:
    size, taken = 0, []
    for file in files:
        if size < _FILLER_BYTES:
            taken.append(file)
            size += file.stat().st_size
    return taken


def _filled(path: Path, files: Sequence[Path]) -> Path:
    if not path.exists():
        with Palace.open(path) as palace:
            for file in files:
                palace.mine(file, refine=False)
            palace.refine()
    return path
