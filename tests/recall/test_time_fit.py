from datetime import date

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.moment import Moment
from camillo.domain.search import Filters
from camillo.ports.rows import NO_TIME
from camillo.recall.search import Recaller
from camillo.recall.time_fit import fit
from camillo.text.times.read import read

TODAY = date(2023, 8, 16)


def points(question, *days):
    at = np.array([NO_TIME if day is None else Moment.parse(day).micros for day in days], np.int64)
    return fit(read(question, ["en"], TODAY), at).tolist()


def test_what_happened_is_told_later_rather_than_earlier():
    inside, later, much_later, earlier = points(
        "on 8 May 2023", "2023-05-08", "2023-05-18", "2023-06-20", "2023-04-28"
    )
    assert inside > later > much_later > 0
    assert later > earlier


def test_the_exact_day_says_more_than_the_month_and_that_more_than_the_year():
    told = "2023-05-08"
    day, month, season, year = (
        points(question, told)[0]
        for question in ("on 8 May 2023", "in May 2023", "in spring 2023", "in 2023")
    )
    assert day > month > season > year > 0


def test_a_month_without_a_year_fits_in_every_year():
    first, second, other = points("in May", "2019-05-03", "2023-05-03", "2023-09-20")
    assert abs(first - second) < 0.01
    assert first > 10 * other


def test_a_month_in_another_year_than_the_one_named_fits_by_half():
    named, other = points("in December 2023", "2023-12-10", "2022-12-10")
    assert np.isclose(other, named / 2)


def test_of_two_readings_the_better_counts():
    both = points("8/5/2023", "2023-05-08", "2023-08-05")
    assert both[0] == both[1] == points("on 8 May 2023", "2023-05-08")[0]


def test_unknown_times_and_unresolved_ones_get_nothing():
    assert points("on 8 May 2023", None) == [0.0]
    assert points("two weeks before the wedding", "2023-05-08") == [0.0]
    assert points("where is the key?", "2023-05-08") == [0.0]


@given(st.lists(st.integers(NO_TIME, 2**63 - 1), max_size=8), st.sampled_from(
    ["on 8 May 2023", "in May", "last Friday", "since 2020", "8/5/2023"]))  # fmt: skip
def test_points_are_finite_and_never_negative(at, question):
    found = fit(read(question, ["en"], TODAY), np.array(at, np.int64))
    assert np.all(np.isfinite(found)) and np.all(found >= 0) and np.all(found <= 3)


def test_the_day_of_the_telling_does_not_outrank_the_words(palace):
    for at in range(20):
        palace.add(
            f"We talked about garden chairs, number {at}.", conversation=f"x{at}", at="2023-05-08"
        )
    palace.add("The wedding cake fell off the table.", conversation="a", at="2023-06-20")
    recaller = Recaller(palace, None, lambda: None)
    found = recaller.search("what happened to the wedding cake on 8 May 2023?", Filters())
    assert found.results[0].conversation == "a"


def test_relative_times_count_from_the_day_the_caller_names(palace):
    palace.add("We went sailing.", conversation="a", at="2023-08-11")
    palace.add("We went sailing!", conversation="b", at="2023-06-02")
    recaller = Recaller(palace, None, lambda: None)
    for now, first in (("2023-08-16", "a"), ("2023-06-07", "b")):
        found = recaller.search("were we sailing last Friday?", Filters(), now=Moment.parse(now))
        assert found.results[0].conversation == first
        assert found.understood["today"] == now
        assert len(found.results) == 2
