import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.distill.sentences import sentences


def told(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We met. We chose Go!", ["We met.", "We chose Go!"]),
        ("我们决定了。很快！好", ["我们决定了。", "很快！", "好"]),
        ("It costs 3.50 e.g. in Rome.", ["It costs 3.50 e.g. in Rome."]),
        (
            "# Plan\n- [ ] ship it\n2. test it. Then rest.",
            ["Plan", "ship it", "test it.", "Then rest."],
        ),
        ("> quoted\n\n---\n* * *", ["quoted"]),
        ("before\n```sh\nrm -rf x\n```\nafter", ["before", "after"]),
        ("open\n```\nnever closed", ["open"]),
        ("```\nls\n``` \n\n1. test it. Then rest.", ["test it.", "Then rest."]),
        ("हम चले। वे रुके।", ["हम चले।", "वे रुके।"]),
        ("", []),
        ("!!! ... ???", []),
    ],
)
def test_sentences_are_told_without_the_marks_around_them(text, expected):
    assert told(text) == expected


@given(st.text())
def test_spans_follow_one_another_and_say_something(text):
    at = 0
    for start, end in sentences(text):
        assert at <= start < end <= len(text)
        assert text[start:end] == text[start:end].strip()
        at = end


@pytest.mark.parametrize("run", [" ", "\t", "\n ", ".", "?!", ". ", ".)", "。", "# ", "1. "])
def test_a_long_run_of_blanks_or_stops_takes_the_time_of_its_length(run):
    start = time.thread_time()
    assert told("a" + run * (100_000 // len(run)) + "b")
    assert time.thread_time() - start < 5
