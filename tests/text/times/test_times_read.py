from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.text.times.read import read

TODAY = date(2023, 8, 16)  # a Wednesday
TABLE = [
    line.split("\t")
    for line in (Path(__file__).parent / "expressions.tsv").read_text(encoding="utf-8").splitlines()
]


def shown(found):
    """Each reading as ``first..last`` (one day: the day), ``yearly`` marked; events with their offset."""
    parts = []
    for one in found:
        if not one.readings:
            parts.append(f"{one.event} {one.offset}")
        for each in one.readings:
            parts.append(
                str(each.first) if each.first == each.last else f"{each.first}..{each.last}"
            )
        parts += ["yearly"] if one.yearly else []
    return " ".join(parts)


@pytest.mark.parametrize(("language", "question", "expected"), TABLE)
def test_times_are_read_as_people_write_them(language, question, expected):
    assert shown(read(question, [language], TODAY)) == expected


@pytest.mark.parametrize(
    "question",
    [
        "May I march to the second decision?",
        "What did April say to June about Summer?",
        "it costs $2000, or 12,000 for 1.5 years",
        "version 2023.1, port 20230, 10.0.0.1, 3.11.24",
        "src/2023/05/app.py and v2.3.1",
        "the spring of the watch will fall",
        "2023-13-45 or 31/31/2023",
        "can we do this first, second and last?",
        "哪一年前往俄国",
        "每周五天",
        "我们目前两个项目",
        "",
        "\x00\x01\ud800",
    ],
)
def test_what_only_looks_like_a_time_is_none(question):
    assert read(question, ["en"], TODAY) == ()


def test_the_words_are_quoted_from_the_question():
    question = "What did Ana say about the roof last Friday?"
    (one,) = read(question, ["en"], TODAY)
    assert question[one.start : one.end] == one.text == "last Friday"


@pytest.mark.parametrize("today", [date.min, date(1899, 12, 31), date(2099, 12, 31), date.max])
@pytest.mark.parametrize("row", TABLE)
def test_no_reference_day_is_too_far_off(row, today):
    for one in read(row[1], [row[0]], today):
        assert all(each.first <= each.last for each in one.readings)


WORDS = sorted(
    {word for row in TABLE for word in row[1].split()} | {"of", "the", "-", ",", "32", "0"}
)
QUESTIONS = st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join) | st.text(max_size=200)


@given(QUESTIONS, st.sampled_from(["en", "zh", "pt", "es", "de", "fr", "ko"]), st.dates())
def test_any_text_is_read_and_its_intervals_are_ordered(question, language, today):
    end = 0
    found = read(question, [language], today)
    for one in found:
        assert end <= one.start < one.end
        assert bool(one.readings) != bool(one.event)
        assert all(each.first <= each.last for each in one.readings)
        assert len(set(one.readings)) == len(one.readings)
        end = one.end
    assert read(question, [language], today) == found


@given(st.dates(date(1900, 1, 1), date(2099, 12, 31)))
def test_a_written_day_is_read_as_that_day_in_every_form(day):
    forms = [
        day.isoformat(),
        f"{day.day} {day:%B} {day.year}",
        f"{day:%B} {day.day}, {day.year}",
        f"{day.year}年{day.month}月{day.day}日",
        f"{day.day}.{day.month}.{day.year}",
    ]
    for written in forms:
        (one,) = read(f"what happened on {written}?", ["en"], TODAY)
        assert one.readings[0].first == one.readings[0].last == day
        assert not one.relative


@given(st.dates(date(1900, 1, 1), date(2099, 12, 31)))
def test_an_interval_read_back_from_its_own_days_is_the_same(day):
    """Reading what was understood, written out, changes nothing."""
    for question in ("last week", "两周前", "the second week of May 2023", "a few days ago"):
        for one in read(question, ["en"], day):
            for each in one.readings:
                written = f"between {each.first} and {each.last}"
                (again,) = read(written, ["en"], day)
                assert again.readings == (each,)
