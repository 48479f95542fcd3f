"""Dates written in figures: 2023-05-08, 8/5/2023, 08.05.23."""

import re
from collections.abc import Iterator

from camillo.text.times.interval import Expression, Grain, day, months
from camillo.text.times.relative import only

_YEAR_FIRST = re.compile(
    r"(?<![\w.,:/\\-])((?:19|20)\d{2})([-/.])(\d{1,2})(?:\2(\d{1,2}))?(?:[Tt ]\d{2}:\d{2}[\d:.]*)?"
    r"(?![\w%/\\]|[-.,]\d)"
)
_YEAR_LAST = re.compile(
    r"(?<![\w.,:/\\-])(\d{1,2})([-/.])(\d{1,2})\2((?:19|20)\d{2}|\d{2})(?![\w%/\\]|[-.,]\d)"
)


def find(text: str) -> Iterator[Expression]:
    """Dates in figures. Two readings, the day first, where day and month could change places.

    >>> [str(each.first) for each in next(find("on 8/5/2023")).readings]
    ['2023-05-08', '2023-08-05']
    >>> list(find("version 3.11.24, 10.0.0.1, 1/2"))
    []
    """
    for match in _YEAR_FIRST.finditer(text):
        year, month = int(match[1]), int(match[3])
        one = day(year, month, int(match[4])) if match[4] else months(year, month)
        if one is None or not 1 <= month <= 12 or (match[2] == "." and not match[4]):
            continue
        grain: Grain = "day" if match[4] else "month"
        yield Expression(match.group(), match.start(), match.end(), (one,), grain)
    for match in _YEAR_LAST.finditer(text):
        first, second, year = int(match[1]), int(match[3]), int(match[4])
        if year < 100:
            if match[2] != "/":
                continue
            year += 2000 if year < 70 else 1900
        both = [day(year, second, first)]
        if match[2] != ".":
            both.append(day(year, first, second))
        if readings := only(both):
            yield Expression(match.group(), match.start(), match.end(), readings, "day")
