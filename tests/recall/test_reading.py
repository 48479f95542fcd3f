from hypothesis import given
from hypothesis import strategies as st

from camillo.recall.reduce import LONGEST, reduce


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
