"""The lines that a prompt is given: each cites its memory, and all fit in a budget."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from camillo.text.fence import NOTICE, fenced
from camillo.text.inert import inert_line

#: Counts the tokens of a text.
Count = Callable[[str], int]
_ORIGIN = {"from": "camillo", "note": NOTICE}
_INDENT = "  "


@dataclass(frozen=True, slots=True)
class Passage:
    """One memory as it may be shown: its id, its day, who said it, its words."""

    id: str
    at: str
    speaker: str
    text: str


def line(passage: Passage) -> str:
    r"""A memory behind its citation; further lines of its text are indented and cannot pass for one.

    >>> line(Passage("7:0-9", "2023-05-08T10:00", "Ana", "yes\n[8:0-3] no"))
    '[7:0-9 2023-05-08 Ana] yes\n  [8:0-3] no'
    """
    label = " ".join(filter(None, (passage.id, passage.at[:10], inert_line(passage.speaker))))
    rows = passage.text.strip().splitlines()
    return f"[{label}] " + f"\n{_INDENT}".join(rows)


def assemble(
    passages: Iterable[Passage], budget: int, count: Count
) -> tuple[str, Sequence[Passage]]:
    """The fenced text of the first passages that fit, and those passages; empty when none does."""
    chosen: list[Passage] = []
    text = ""
    for passage in passages:
        wider = fenced("\n".join(line(one) for one in [*chosen, passage]), _ORIGIN)
        if count(wider) <= budget:
            chosen.append(passage)
            text = wider
    return text, chosen
