"""Points in time: what is taken can be shown again, what cannot be shown is refused."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.errors import InvalidInput
from camillo.domain.moment import Moment

ZONES = st.integers(-1439, 1439).map(lambda minutes: timezone(timedelta(minutes=minutes)))


@given(st.datetimes(timezones=st.none() | ZONES))
def test_a_moment_is_refused_or_can_be_shown_as_the_same_instant(given_time):
    try:
        moment = Moment.parse(given_time.isoformat())
    except InvalidInput:
        assert given_time.year in (1, 9999)
        return
    naive = given_time.tzinfo is None
    assert moment.to_datetime() == (given_time.replace(tzinfo=UTC) if naive else given_time)


@pytest.mark.parametrize("edge", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_an_instant_beyond_the_calendar_is_refused_as_text_and_as_datetime(edge):
    for value in (edge, datetime.fromisoformat(edge)):
        with pytest.raises(InvalidInput, match="is not a date"):
            Moment.parse(value)
