"""The lines that a prompt is given: each cites its memory, and all fit in a budget."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from camillo.distill.line import Line
from camillo.domain.relevant import Relevant
from camillo.text.fence import MARGIN, NOTICE, fenced, unforged
from camillo.text.inert import inert

#: Counts the tokens of a text.
Count = Callable[[str], int]
_ORIGIN = {"from": "camillo", "note": NOTICE}
#: The longest excerpt of one memory, in tokens.
_LONGEST = 150
#: With fewer tokens left than the shortest line takes, no further line is tried.
_SHORTEST = 24
#: So many lines may be too long for what is left; those after them are worth too little.
_PASSED_OVER = 6


@dataclass(slots=True)
class _Told:
    """The lines chosen so far and what their text costs."""

    budget: int
    count: Count
    lines: list[Line] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)
    passed: int = 0
    tokens: int = 0

    def __post_init__(self) -> None:
        self.tokens = self.count(fenced("", _ORIGIN)) - self.count(MARGIN) - 1

    def add(self, line: Line) -> bool:
        """Take a line if it says something new and fits."""
        if any(line.id == told.id or line.text == told.text for told in self.lines):
            return False
        # Sentences leave out the marks between them, which a text that fits keeps.
        whole = self.count(line.text) <= _LONGEST
        row = (replace(line, spans=()) if whole else line).written(_LONGEST, self.count)
        cost = self.count(MARGIN + unforged(inert(row))) + 1
        if self.tokens + cost > self.budget:
            self.passed += 1
            return False
        self.lines.append(line)
        self.rows.append(row)
        self.tokens += cost
        return True


def assemble(
    memories: Iterable[tuple[Line, ...]], budget: int, count: Count, score: float
) -> Relevant:
    """The fenced text of the first memories that fit; empty when none does.

    A memory is its own line and then those that it is hard to understand without, which are left
    out where it is.
    """
    told = _Told(budget, count)
    for line, *beside in memories:
        if budget - told.tokens < _SHORTEST or told.passed > _PASSED_OVER:
            break
        if told.add(line):
            for one in beside:
                told.add(one)
    flags = ("budget",) if told.passed else ()
    if not told.lines:
        return Relevant(score=score, flags=flags)
    text = fenced("\n".join(told.rows), _ORIGIN)
    size = count(text)
    if size > budget:  # a counter may make more of lines together than of each alone
        return assemble([(line,) for line in told.lines[:-1]], budget, count, score)
    return Relevant(text, tuple(line.id for line in told.lines), score, size, flags)
