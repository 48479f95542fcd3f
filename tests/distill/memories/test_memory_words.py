import time

import pytest

from camillo.distill.memories.words import hides


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the password is hunter22", True),
        ("the password is (hunter22)", True),
        ("password:12hunter", True),
        ("the password is 'éclair77x'", True),
        ("the password has 16 signs", False),
        ("the password is on page 12 of the book", False),
    ],
)
def test_a_value_of_letters_and_digits_beside_a_word_for_a_secret_is_hidden(text, expected):
    assert hides(text) is expected


@pytest.mark.parametrize("run", ["a.", "a", "1", "=", "a1 ", " "])
def test_a_long_run_beside_a_word_for_a_secret_takes_the_time_of_its_length(run):
    start = time.thread_time()
    hides("password: " + run * (100_000 // len(run)))
    assert time.thread_time() - start < 3
