"""How well the time of a turn fits the times a question names: soft evidence, never a filter."""

from collections.abc import Mapping, Sequence
from datetime import date

import numpy as np
from numpy.typing import NDArray

from camillo.ports.rows import INT64, NO_TIME
from camillo.recall.catalogue import FLOATS
from camillo.text.times.interval import Expression, Grain, Interval

#: Points of a turn told inside the interval: the more exact, the more.
_PEAK: Mapping[Grain, float] = {
    "day": 3.0, "week": 2.0, "month": 2.0, "season": 1.0, "year": 0.2, "open": 0.2
}  # fmt: skip
#: The share that is left where no year was named.
_YEARLY = 2 / 3
#: The share that is left in another year than the one named: years are what people misremember.
_OTHER_YEAR = 0.5
_EXACT = frozenset({"day", "week", "month"})
#: Days in which the points halve before an interval, and after it.
_EARLIER, _LATER = 2.0, 10.0
_EPOCH = date(1970, 1, 1).toordinal()
_MICROSECONDS_A_DAY = 86_400e6
_DAYS_A_YEAR = 365.25


def fit(times: Sequence[Expression], at: INT64) -> FLOATS:
    """Points [n] of turns told at ``at`` [n] (microseconds): 0 where nothing fits or no time is known.

    The best reading of the best expression counts. The points halve every two days before an
    interval and every ten days after it, since what happened is often told later. A day, week or
    month also fits in another year, by half as much.
    """
    points = np.zeros(len(at), np.float64)
    known = at != NO_TIME
    days = np.where(known, at, 0) / _MICROSECONDS_A_DAY
    for one in times:
        for reading in one.readings:
            if one.yearly:
                share = _YEARLY * _near(_same_year(days, reading), reading)
            else:
                share = _near(days, reading)
                if one.grain in _EXACT:
                    other = _near(_same_year(days, reading), reading)
                    share = np.maximum(share, _OTHER_YEAR * other)
            points = np.maximum(points, _PEAK[one.grain] * share)
    return np.where(known, points, 0.0).astype(np.float32)


def _near(days: NDArray[np.float64], reading: Interval) -> NDArray[np.float64]:
    first = reading.first.toordinal() - _EPOCH
    before = np.maximum(0.0, first - days)
    after = np.maximum(0.0, days - (reading.last.toordinal() - _EPOCH + 1))
    near: NDArray[np.float64] = 0.5 ** (before / _EARLIER + after / _LATER)
    return near


def _same_year(days: NDArray[np.float64], reading: Interval) -> NDArray[np.float64]:
    """The days as if they lay within half a year of the interval's first."""
    first = reading.first.toordinal() - _EPOCH
    half = _DAYS_A_YEAR / 2
    moved: NDArray[np.float64] = first + np.mod(days - first + half, _DAYS_A_YEAR) - half
    return moved
