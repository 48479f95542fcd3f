"""Days, weeks, months and seasons counted from a reference day."""

from collections.abc import Iterable
from datetime import date, timedelta

from camillo.text.times.interval import (
    Interval,
    between,
    day,
    months,
    season,
    shifted,
    unit_of,
    week,
)

_FEW = (2, 5)


def only(found: Iterable[Interval | None]) -> tuple[Interval, ...]:
    """Those that exist, each once, in their order."""
    return tuple(dict.fromkeys(one for one in found if one is not None))


def ago(reference: date, count: int | None, unit: str) -> Interval | None:
    """So many units before; None as a count is "a few".

    Days are exact, a week is the seven days around it, months and years are whole ones.

    >>> str(ago(date(2023, 8, 16), 2, "w").first)
    '2023-07-30'
    """
    if count is None:
        early, late = shifted(reference, -_FEW[1], unit), shifted(reference, -_FEW[0], unit)
        return between(early, late) if early is not None and late is not None else None
    if unit == "w":
        middle = shifted(reference, -count, "w")
        return None if middle is None else between(middle - timedelta(3), middle + timedelta(3))
    if unit == "K":
        return weekend(reference, -count)
    return unit_of(reference, -count, unit)


def trailing(reference: date, count: int | None, unit: str) -> Interval | None:
    """The last so many units, up to the reference day."""
    first = shifted(reference, -(_FEW[1] if count is None else count), unit)
    return between(first, reference) if first is not None else None


def weekend(reference: date, step: int) -> Interval | None:
    """The weekend of this week (0), or so many weeks from it."""
    found = week(reference, step)
    return between(found.first + timedelta(5), found.last) if found is not None else None


def weekday(reference: date, number: int, step: int | None) -> tuple[Interval, ...]:
    """A weekday, Monday being 0: the last (-1), this week's (0), the next (1), or the nearest past one.

    "Last Friday" said on a Saturday can be yesterday or a week before that: both are given.
    """
    gap = (reference.weekday() - number) % 7
    if step == 0:
        return only([_on(reference, number - reference.weekday())])
    if step == 1:
        near = 7 - gap
        both = [near, near + 7] if near <= 6 - reference.weekday() else [near]
        return only(_on(reference, days) for days in both)
    back = gap if step is None else gap or 7
    both = [back, back + 7] if step is not None and back <= reference.weekday() else [back]
    return only(_on(reference, -days) for days in both)


def _on(reference: date, days: int) -> Interval | None:
    found = shifted(reference, days, "d")
    return between(found, found) if found is not None else None


def month(reference: date, number: int, step: int) -> tuple[Interval, ...]:
    """A month by name: the last, this year's, the next. The last can also be last year's.

    >>> [str(each.first) for each in month(date(2023, 8, 16), 3, -1)]
    ['2023-03-01', '2022-03-01']
    """
    year = reference.year
    if step == 0:
        return only([months(year, number)])
    if step == 1:
        return only([months(year + (number <= reference.month), number)])
    if number < reference.month:
        return only([months(year, number), months(year - 1, number)])
    return only([months(year - 1, number)])


def seasonal(reference: date, number: int, step: int) -> tuple[Interval, ...]:
    """A season by name, likewise."""
    around = only(one for year in range(-2, 3) for one in season(reference.year + year, number)[:1])
    if step == 0:
        same = [one for one in around if one.first <= reference <= one.last]
        return only(same or season(reference.year, number)[:1])
    if step == 1:
        return only([one for one in around if one.first > reference][:1])
    past = [one for one in around if one.last < reference]
    both = past[-2:] if past and past[-1].last.year == reference.year else past[-1:]
    return only(reversed(both))


def latest(reference: date, found: Iterable[Interval | None]) -> Interval | None:
    """Of several, the last that has begun by the reference day; else the first."""
    known = only(found)
    begun = [one for one in known if one.first <= reference]
    return max(begun, default=min(known, default=None))


def every_year(reference: date, number: int, on: int | None = None) -> Interval | None:
    """The latest such month, or day of it, of no named year."""
    around = range(reference.year - 8, reference.year + 1)
    if on is None:
        return latest(reference, (months(year, number) for year in around))
    return latest(reference, (day(year, number, on) for year in around))
