"""Moments as boundaries and questions on one line of time."""

from datetime import date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.errors import InvalidInput
from camillo.domain.moment import Moment
from camillo.knowledge.facts.spans import (
    EVER,
    NEVER,
    boundary,
    check,
    holds,
    point,
    surely_before,
)

days = st.dates(date(1800, 1, 1), date(2200, 1, 1)).map(Moment.parse)
zones = st.none() | st.integers(-12 * 60, 14 * 60).map(lambda m: timezone(timedelta(minutes=m)))
instants = st.datetimes(datetime(1800, 1, 1), datetime(2200, 1, 1), timezones=zones).map(
    Moment.parse
)
moments = days | instants


@given(moments, moments, moments)
def test_intervals_that_meet_share_no_instant_and_leave_none_out(one, two, asked):
    first, second = sorted((one.micros, two.micros))
    at = point(asked)
    sides = [holds(EVER, first, at), holds(first, second, at), holds(second, NEVER, at)]
    assert sum(sides) == 1


@given(days)
def test_a_day_asked_for_is_answered_as_it_closed(day):
    noon = Moment.parse(day.to_datetime().replace(hour=12).isoformat())
    assert holds(boundary(day, EVER), NEVER, point(day))
    assert holds(boundary(noon, EVER), NEVER, point(day))
    assert not holds(EVER, boundary(noon, NEVER), point(day))
    assert not holds(EVER, boundary(day, NEVER), point(day))


@given(moments, moments)
def test_order_is_only_sure_in_one_direction_and_never_with_itself(one, other):
    assert not (surely_before(one, other) and surely_before(other, one))
    assert not surely_before(one, one)


@given(moments, moments)
def test_what_is_surely_before_is_so_in_every_zone(one, other):
    def readings(moment):
        if moment.offset is not None:
            return [moment.micros]
        hour = 3_600_000_000
        return [moment.micros - east * hour for east in (-12, 0, 14)]

    every = all(a < b for a in readings(one) for b in readings(other))
    if (one.offset is None) == (other.offset is None):
        assert surely_before(one, other) == (one.micros < other.micros)
    else:
        assert surely_before(one, other) == every


@given(moments, moments)
def test_an_interval_is_refused_exactly_when_it_holds_nothing(begin, end):
    check(None, end)
    check(begin, None)
    if holds(begin.micros, end.micros, begin.micros):
        check(begin, end)
    else:
        with pytest.raises(InvalidInput, match="it would end at"):
            check(begin, end)
