"""Dates named in a question: soft evidence about when a turn was told, never a filter."""

import re
from dataclasses import dataclass
from datetime import date, timedelta

import numpy as np

from camillo.domain.moment import Moment
from camillo.ports.store import INT64, NO_TIME
from camillo.recall.catalogue import FLOATS

_NAMES = "january february march april may june july august september october november december"
_MONTHS = {name: at for at, name in enumerate(_NAMES.split(), 1)}
_MONTHS |= {name[:3]: at for name, at in _MONTHS.items()} | {"sept": 9}
_MONTH = "|".join(sorted(_MONTHS, key=len, reverse=True))
_DAY = r"(\d{1,2})(?:st|nd|rd|th)?"
_YEAR = re.compile(r"(?<![\d.,/-])((?:19|20)\d{2})(?![\d.,/-]*\d)")
_WRITTEN = re.compile(
    rf"\b{_DAY}(?:\s+of)?\s+(?P<before>{_MONTH})\b|\b(?P<after>{_MONTH})\.?\s+{_DAY}(?!\d)|"
    rf"\b(?P<alone>{_MONTH})\b",
    re.IGNORECASE,
)
_NUMERIC = re.compile(
    r"(?<!\d)((?:19|20)\d{2})[-/](\d{1,2})(?:[-/](\d{1,2}))?(?!\d)"
    r"|((?:19|20)\d{2})\s*年(?:\s*(\d{1,2})\s*月(?:\s*(\d{1,2})\s*[日号])?)?|(\d{1,2})\s*月(?:\s*(\d{1,2})\s*[日号])?"
)
#: Words that are months only when written as names are.
_AMBIGUOUS = frozenset({"may", "march", "mar", "dec", "sep", "jan", "jun"})

_RELATIVE = re.compile(
    r"\b(?:yesterday|today|(?:this|last) (?:month|year))\b|昨天|今天|这个月|上个月|今年|去年",
    re.IGNORECASE,
)

_MONTH_POINT = 1.0
_DAY_POINT = 1.0
_YEAR_POINT = 0.5
_YEAR_ALONE = 0.2


@dataclass(frozen=True, slots=True)
class Dates:
    """Years, months and days that a question names."""

    years: frozenset[int] = frozenset()
    months: frozenset[int] = frozenset()
    days: frozenset[int] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.years or self.months)


def named(question: str, now: Moment | None = None) -> Dates:
    """Dates written in a question, in English, ISO or Chinese and Japanese form.

    "Yesterday", "last month" and the like are read only against a given ``now``.

    >>> named("What happened on 8 May 2023?")
    Dates(years=frozenset({2023}), months=frozenset({5}), days=frozenset({8}))
    >>> bool(named("May I march with you?"))
    False
    """
    years = {int(year) for year in _YEAR.findall(question)}
    months: set[int] = set()
    days: set[int] = set()
    for match in _WRITTEN.finditer(question):
        name = match["before"] or match["after"] or match["alone"]
        if match["alone"] and _doubtful(question, match):
            continue
        months.add(_MONTHS[name.casefold()])
        days.update(int(day) for day in match.group(1, 4) if day and 1 <= int(day) <= 31)
    for match in _NUMERIC.finditer(question):
        year, month, day = (
            match[1] or match[4],
            match[2] or match[5] or match[7],
            match[3] or match[6] or match[8],
        )
        years.update([int(year)] if year else [])
        months.update([int(month)] if month and 1 <= int(month) <= 12 else [])
        days.update([int(day)] if day and 1 <= int(day) <= 31 else [])
    if now is not None and (relative := _relative(question, now.to_datetime().date())):
        years.add(relative[0])
        months.update(relative[1:2])
        days.update(relative[2:3])
    return Dates(frozenset(years), frozenset(months), frozenset(days))


def _relative(question: str, today: date) -> tuple[int, ...]:
    """Year, then month, then day, as far as the expression tells them."""
    match = _RELATIVE.search(question)
    if match is None:
        return ()
    word = match.group().casefold()
    if "year" in word or word in ("今年", "去年"):
        return (today.year - (word.startswith("last") or word == "去年"),)
    if "month" in word or word in ("这个月", "上个月"):
        back = word.startswith("last") or word == "上个月"
        day = today.replace(day=1) - timedelta(days=int(back))
        return (day.year, day.month)
    day = today - timedelta(days=int(word in ("yesterday", "昨天")))
    return (day.year, day.month, day.day)


def _doubtful(question: str, match: re.Match[str]) -> bool:
    word = match["alone"]
    capital = word[0].isupper() and bool(question[: match.start()].strip())
    return word.casefold() in _AMBIGUOUS and not capital


def fit(dates: Dates, at: INT64) -> FLOATS:
    """How well each time fits: a month named 1, with its day 2, with its year half a point more."""
    points = np.zeros(len(at), np.float32)
    if not dates:
        return points
    known = at != NO_TIME
    day = np.where(known, at, 0).astype("datetime64[us]").astype("datetime64[D]")
    month = day.astype("datetime64[M]")
    year = month.astype("datetime64[Y]").astype(np.int64) + 1970
    in_year = known & np.isin(year, list(dates.years))
    in_month = known & np.isin(month.astype(np.int64) % 12 + 1, list(dates.months))
    number = (day - month.astype("datetime64[D]")).astype(np.int64) + 1
    on_day = np.isin(number, list(dates.days))
    points += in_month * (_MONTH_POINT + _DAY_POINT * on_day + _YEAR_POINT * in_year)
    points += (in_year & ~in_month) * _YEAR_ALONE
    return points
