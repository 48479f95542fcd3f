import pytest

from camillo.models.counting import token_counter


@pytest.fixture(scope="module")
def count():
    return token_counter()


def test_tokens_are_word_pieces_and_line_feeds(count):
    assert count("we chose graphql") == 5
    assert count("we chose\ngraphql") == 6
    assert count("") == 0


def test_special_tokens_in_a_text_are_counted_as_text(count):
    assert count("[SEP]") == 3


@pytest.mark.parametrize(
    ("text", "least"),
    [
        ("ประชุมกันทุกวันจันทร์", 20),
        ("हमने निर्णय लिया", 12),
        ("h\u0337\u0322\u0327e\u0335\u0321", 5),
        ("👩\u200d👩\u200d👧", 5),
        ("\u200b" * 40, 40),
        ("\ud800", 1),
        ("決定", 2),
    ],
)
def test_what_word_pieces_drop_or_do_not_know_is_counted_too(count, text, least):
    assert least <= count(text) <= 2 * len(text.encode("utf-8", "replace"))
