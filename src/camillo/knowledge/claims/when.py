"""When a claim holds: the times of its sentence, resolved against the turn's own."""

import re
from collections.abc import Set
from dataclasses import dataclass
from datetime import date, timedelta

from camillo.domain.moment import Moment
from camillo.text.times.interval import FIRST_YEAR, Expression
from camillo.text.times.read import read

#: Relative times count from here where a turn has no time of its own; they are then left out.
_NO_DAY = date(2000, 1, 1)
#: Times that stand further from a claim, in characters, are another's.
_FARTHEST = 60
_RANGE = re.compile(
    r"(?:[–至到]|\b(?:to|and|until|through|till|bis|und|a|al|hasta|y|e|até|à|au|et)\b| - )"
)
#: How languages say that something has lasted, and the same counted back from today.
_COUNT = r"((?:\w+ ){0,2}?\w+ (?:%s))\b"
_LASTING = {
    "en": re.compile(
        r"\bfor (?:about |over |almost |nearly |more than |the past |the last )?"
        + _COUNT % "years?|months?|weeks?"
    ),
    "de": re.compile(r"\bseit (?:etwa |rund |fast |über )?" + _COUNT % "jahren|jahr|monaten|monat|wochen", re.I),
    "fr": re.compile(r"\bdepuis (?:environ |plus de |presque )?" + _COUNT % "ans?|mois|semaines?", re.I),
    "es": re.compile(r"\bdesde hace (?:unos |casi |más de )?" + _COUNT % "años?|mes(?:es)?|semanas?", re.I),
    "pt": re.compile(r"\b(?:há|faz) (?:cerca de |quase |mais de )?" + _COUNT % "anos?|m[êe]s(?:es)?|semanas?", re.I),
}  # fmt: skip
_AGO = {"en": "{} ago", "de": "vor {}", "fr": "il y a {}", "es": "hace {}", "pt": "há {}"}


@dataclass(frozen=True, slots=True)
class Times:
    """The times that a sentence names. It begins at ``offset`` of the text, its turn was told ``today``."""

    sentence: str
    found: tuple[Expression, ...]
    offset: int
    today: date | None

    @classmethod
    def of(cls, sentence: str, offset: int, language: str, at: Moment | None) -> "Times":
        """Read a sentence; without a time of the turn's own only absolute ones are kept."""
        today = at.to_datetime().date() if at is not None else None
        found = read(sentence, [language], today or _NO_DAY)
        if today is None:
            found = tuple(one for one in found if not one.relative and not one.yearly)
        return cls(sentence, found, offset, today)

    def covers(self, place: int) -> bool:
        """Whether a place in the text lies inside a time."""
        return any(one.start <= place - self.offset < one.end for one in self.found)

    def at(self, start: int, end: int) -> Expression | None:
        """The first time that begins in a stretch of the text, or covers its beginning."""
        low, high = start - self.offset, end - self.offset
        for one in self.found:
            if one.readings and (one.start <= low < one.end or low <= one.start < high):
                return one
        return None

    def told(self, start: int, end: int) -> tuple[date | None, date | None]:
        """The first day of the time of an event told at ``start:end``; of a span also the day after its last."""
        near = self._near(start, end)
        if near is None:
            return None, None
        spans = near.grain != "open" and near.readings[0].days > 1 and _RANGE.search(near.text)
        return self.past(near), _next(near.readings[0].last) if spans else None

    def lasting(
        self, start: int, end: int, language: str, until: Set[str], *, over: bool
    ) -> tuple[date | None, date | None]:
        """Since when, and until when, a state told at ``start:end`` has lasted, where the sentence says so."""
        near = self._near(start, end)
        if near is None or near.event:
            return self._for_so_long(language) if not over else None, None
        before = self.sentence[: near.start].casefold().split()
        if before and before[-1] in until:
            return None, self.past(near)
        if near.grain == "open":
            return self.past(near), None
        if over and near.grain != "day":
            return self.past(near), _next(near.readings[0].last)
        return None, None

    def _near(self, start: int, end: int) -> Expression | None:
        """The time nearest to a stretch of the text, if it is near; of two as near the earlier."""
        usable = [one for one in self.found if one.readings and not _unbounded(one)]
        low, high = start - self.offset, end - self.offset
        return min(usable, key=lambda one: max(0, low - one.end, one.start - high), default=None)

    def _for_so_long(self, language: str) -> date | None:
        """The day that "for three years" reaches back to."""
        match = _LASTING[language].search(self.sentence) if language in _LASTING else None
        if match is None or self.today is None:
            return None
        back = read(_AGO[language].format(match[1]), [language], self.today)
        return back[0].readings[0].first if back and back[0].readings else None

    def past(self, one: Expression) -> date:
        """Its first day; where no year was named, the last such day before the turn."""
        first = one.readings[0].first
        if one.yearly and self.today is not None and first > self.today:
            return _moved(first, -1)
        return first

    def coming(self, one: Expression) -> date:
        """Its first day; where no year was named, the next such day after the turn."""
        reading = one.readings[0]
        if one.yearly and self.today is not None and reading.last < self.today:
            return _moved(reading.first, 1)
        return reading.first


def _unbounded(one: Expression) -> bool:
    return one.grain == "open" and one.readings[0].first.year == FIRST_YEAR


def _next(day: date) -> date:
    return day + timedelta(1) if day < date.max else day


def _moved(day: date, years: int) -> date:
    number = 28 if (day.month, day.day) == (2, 29) else day.day
    return date(day.year + years, day.month, number)


def moment(day: date | None) -> Moment | None:
    """A day as a moment without a zone."""
    return None if day is None else Moment.parse(day.isoformat())
