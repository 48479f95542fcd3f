"""Stretches of days, and the calendar arithmetic that times in a question need."""

import calendar
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

Grain = Literal["day", "week", "month", "season", "year", "open"]

FIRST_YEAR = 1900
LAST_YEAR = 2099
_FIRST, _LAST = date(FIRST_YEAR, 1, 1), date(LAST_YEAR, 12, 31)
_EARLY_DAY, _LATE_DAY = 10, 21


@dataclass(frozen=True, slots=True, order=True)
class Interval:
    """Days from ``first`` to ``last``, both inside; ``first <= last`` always.

    >>> Interval(date(2023, 5, 1), date(2023, 5, 31)).days
    31
    """

    first: date
    last: date

    @property
    def days(self) -> int:
        """How many days it has."""
        return (self.last - self.first).days + 1


@dataclass(frozen=True, slots=True)
class Expression:
    """One time that a question names.

    ``text`` stands at ``start:end`` of the question. ``readings`` are the intervals it can mean, the
    likeliest first; it is empty where the time hangs on an ``event`` whose own time is not known,
    ``offset`` then says how far from it (``-14 d``). ``grain`` is how exact it is: ``open`` for one
    with an open end. ``yearly``: no year was named, so that the same days of any year fit.
    ``relative``: it depends on the reference day.
    """

    text: str
    start: int
    end: int
    readings: tuple[Interval, ...]
    grain: Grain
    yearly: bool = False
    relative: bool = False
    event: str = ""
    offset: str = ""


def between(first: date, last: date) -> Interval | None:
    """The days between two, inside the years that are read; None where there are none."""
    first, last = max(first, _FIRST), min(last, _LAST)
    return Interval(first, last) if first <= last else None


def day(year: int, month: int, number: int) -> Interval | None:
    """One day; None where the calendar has no such day."""
    if not (FIRST_YEAR <= year <= LAST_YEAR and 1 <= month <= 12):
        return None
    if not 1 <= number <= calendar.monthrange(year, month)[1]:
        return None
    found = date(year, month, number)
    return Interval(found, found)


def months(year: int, first: int, count: int = 1) -> Interval | None:
    """Whole months, counted on over the year's end; ``first`` may lie outside 1..12.

    >>> months(2023, 12, 3).last
    datetime.date(2024, 2, 29)
    """
    start = year * 12 + first - 1
    stop = start + count - 1
    if start // 12 < FIRST_YEAR or stop // 12 > LAST_YEAR:
        return None
    end_year, end_month = stop // 12, stop % 12 + 1
    last = date(end_year, end_month, calendar.monthrange(end_year, end_month)[1])
    return Interval(date(start // 12, start % 12 + 1, 1), last)


def years(first: int, count: int = 1) -> Interval | None:
    """Whole years."""
    return months(first, 1, 12 * count)


def shifted(anchor: date, count: int, unit: str) -> date | None:
    """A day so many units later (earlier where negative); units are ``d``, ``w``, ``m`` and ``y``.

    >>> shifted(date(2024, 3, 31), -1, "m"), shifted(date(2024, 3, 31), 2, "w")
    (datetime.date(2024, 2, 29), datetime.date(2024, 4, 14))
    """
    if unit in ("d", "w"):
        days = count * (7 if unit == "w" else 1)
        return anchor + timedelta(days) if abs(days) < 40_000 and _near(anchor, days) else None
    month = anchor.year * 12 + anchor.month - 1 + count * (12 if unit == "y" else 1)
    year = month // 12
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    last = calendar.monthrange(year, month % 12 + 1)[1]
    return date(year, month % 12 + 1, min(anchor.day, last))


def _near(anchor: date, days: int) -> bool:
    return anchor >= _FIRST and _FIRST.toordinal() <= anchor.toordinal() + days <= _LAST.toordinal()


def week(anchor: date, count: int = 0) -> Interval | None:
    """The week, Monday to Sunday, so many weeks after the one that holds the anchor."""
    monday = shifted(anchor, 7 * count - anchor.weekday(), "d")
    return between(monday, monday + timedelta(6)) if monday is not None else None


def unit_of(anchor: date, count: int, unit: str) -> Interval | None:
    """The calendar day, week, month, quarter (``q``) or year so many units after the anchor's own.

    >>> unit_of(date(2023, 8, 16), -1, "m").first
    datetime.date(2023, 7, 1)
    """
    if unit == "w":
        return week(anchor, count)
    if unit == "m":
        return months(anchor.year, anchor.month + count)
    if unit == "q":
        return months(anchor.year, (anchor.month - 1) // 3 * 3 + 1 + 3 * count, 3)
    if unit == "y":
        return years(anchor.year + count)
    found = shifted(anchor, count, "d")
    return between(found, found) if found is not None else None


def season(year: int, number: int) -> tuple[Interval | None, ...]:
    """A season, spring being 0; a winter can be the one that ends or that begins in the year."""
    if number == 3:
        return months(year, 12, 3), months(year - 1, 12, 3)
    return (months(year, 3 + 3 * number, 3),)


def part(whole: Interval, third: int) -> Interval:
    """The early (0), middle (1) or late (2) part: of a month by its tens of days, else a third.

    >>> part(months(2022, 6), 0).last
    datetime.date(2022, 6, 10)
    """
    if 28 <= whole.days <= 31 and whole.first.day == 1:
        bounds = (0, _EARLY_DAY, _LATE_DAY - 1, whole.days)
    else:
        bounds = (0, whole.days // 3, whole.days * 2 // 3, whole.days)
    low, high = bounds[third], max(bounds[third], bounds[third + 1] - 1)
    return Interval(whole.first + timedelta(low), whole.first + timedelta(high))


def half(whole: Interval, second: bool) -> Interval:
    """The first or the second half; a year's halves part at the end of June."""
    middle = whole.days // 2
    if whole.first.month == 1 and whole.last.month == 12 and whole.first.year == whole.last.year:
        middle = (date(whole.first.year, 7, 1) - whole.first).days
    if whole.days == 1:
        return whole
    if second:
        return Interval(whole.first + timedelta(middle), whole.last)
    return Interval(whole.first, whole.first + timedelta(middle - 1))


def week_of_month(year: int, month: int, number: int) -> Interval | None:
    """The first (1) to fourth week of a month by sevens of days; -1 the last seven."""
    whole = months(year, month)
    if whole is None:
        return None
    if number == -1:
        return Interval(whole.last - timedelta(6), whole.last)
    first = whole.first + timedelta(7 * (number - 1))
    return Interval(first, min(whole.last, first + timedelta(6))) if first <= whole.last else None
