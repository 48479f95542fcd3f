"""What patterns over words of time are matched against, and what a match is read from."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from camillo.text.times.interval import Expression, Grain, Interval
from camillo.text.times.tokens import Token

STEPS = {"L": -1, "T": 0, "X": 1}
GRAINS: dict[str, Grain] = {
    "d": "day", "K": "day", "w": "week", "m": "month", "q": "season", "y": "year"
}  # fmt: skip
_CONTEXT = frozenset("iZBFRLTX")


@dataclass(frozen=True, slots=True)
class Found:
    """What stands at some words: as `Expression`, with ``end`` the number of the word after it."""

    end: int
    readings: tuple[Interval, ...]
    grain: Grain
    yearly: bool = False
    relative: bool = False
    event: str = ""
    offset: str = ""

    def expression(self, text: str, start: int, end: int) -> Expression:
        """The same, by its place in the text."""
        return Expression(
            text,
            start,
            end,
            self.readings,
            self.grain,
            self.yearly,
            self.relative,
            self.event,
            self.offset,
        )


class Reader:
    """A row of tokens and the reference days; the last is the question's own."""

    def __init__(
        self,
        tokens: Sequence[Token],
        references: Sequence[date],
        figures: Sequence[Expression] = (),
    ) -> None:
        self.tokens = tokens
        self.references = references
        self.figures = figures
        self.kinds = "".join(token.kind for token in tokens)

    @property
    def today(self) -> date:
        """The day that the question is asked on."""
        return self.references[-1]

    def value(self, match: re.Match[str], name: str) -> int:
        """The number that the word of a group stands for."""
        return int(self.tokens[match.start(name)].value)

    def number(self, match: re.Match[str], name: str) -> int | None:
        """A count; None for "some"."""
        return None if match[name] == "~" else self.value(match, name)

    def unit(self, match: re.Match[str], name: str) -> str:
        """The unit that a group names."""
        token = self.tokens[match.start(name)]
        return "K" if token.kind == "K" else token.value

    def years(self, match: re.Match[str]) -> tuple[tuple[int, ...], bool] | None:
        """Years that follow a date, and whether they are relative; None where the unit is no year."""
        groups = match.groupdict()
        if groups.get("y"):
            return (self.value(match, "y"),), False
        unit, step = ("u", "l") if groups.get("u") else ("v", "k")
        if not groups.get(unit) or self.unit(match, unit) != "y":
            return None
        return tuple(each.year + STEPS[match[step]] for each in self.references), True

    def believed(self, match: re.Match[str], name: str) -> bool:
        """Whether a word that can be something else stands where a date does."""
        at = match.start(name)
        token = self.tokens[at]
        if not token.doubtful:
            return True
        before = self.kinds[max(0, at - 1) : at]
        the = before == "e" and self.kinds[at + 1 : at + 2] != "o"
        return before in _CONTEXT or (the and token.kind in "SC")
