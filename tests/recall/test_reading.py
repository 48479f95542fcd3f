import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.moment import Moment
from camillo.recall.dates import Dates, named
from camillo.recall.reduce import LONGEST, reduce


@pytest.mark.parametrize(
    ("question", "years", "months", "days"),
    [
        ("in May 2023", {2023}, {5}, set()),
        ("on 8 May, 2023", {2023}, {5}, {8}),
        ("on May 8th", set(), {5}, {8}),
        ("the 21st of March", set(), {3}, {21}),
        ("since 2023-05-08", {2023}, {5}, {8}),
        ("2023年5月8日发生了什么", {2023}, {5}, {8}),
        ("5月8日", set(), {5}, {8}),
        ("in 2019 or 2020", {2019, 2020}, set(), set()),
        ("may I march to the second decision", set(), set(), set()),
        ("version 2023.1 and port 20230", set(), set(), set()),
        ("45 May", set(), {5}, set()),
    ],
)
def test_dates_are_read_as_people_write_them(question, years, months, days):
    assert named(question) == Dates(frozenset(years), frozenset(months), frozenset(days))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("what did we say yesterday?", ({2024}, {2}, {29})),
        ("last month", ({2024}, {2}, set())),
        ("last year", ({2023}, set(), set())),
        ("昨天说了什么", ({2024}, {2}, {29})),
    ],
)
def test_relative_dates_need_a_reference(question, expected):
    assert not named(question)
    dates = named(question, Moment.parse("2024-03-01T09:00:00Z"))
    assert (dates.years, dates.months, dates.days) == expected


def test_short_questions_are_left_alone():
    assert reduce("  why? ").text == "why?"
    assert reduce("x" * LONGEST).how == ""


def test_the_last_question_of_a_long_text_is_searched():
    filler = "Here is some context about the project and its rules. " * 20
    assert (
        reduce(filler + "Which database did we choose? Answer in JSON.").text
        == "Which database did we choose?"
    )
    assert reduce(filler + "\n\nTell me about the database").text == "Tell me about the database"
    assert reduce("规则说明。" * 200 + "我们为什么换数据库？").text == "我们为什么换数据库？"
    assert "ignored" not in reduce(filler + "Which one? \n```\nignored?\n```").text


@given(st.text(min_size=LONGEST + 1, max_size=3000))
def test_any_long_text_is_reduced_to_something_shorter(text):
    found = reduce(text)
    assert len(found.text) <= 900
    assert found.text or not text.strip()
