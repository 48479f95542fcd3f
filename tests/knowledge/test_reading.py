"""Names that a passage tells of, and what is left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.knowledge.reading import read
from camillo.ports.knowing import Said
from camillo.text.names import name_key


def names(text, **rest):
    return {one.name for one in read(Said(text, "en", **rest)).mentions}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We met Zuza at home.", {"Zuza"}),
        ("Great. Wow! Then: Yes", set()),
        ("Ask Ana Lia about it", {"Ask Ana Lia", "Ana Lia"}),
        ("gestern in Łódź", {"Łódź"}),
        ("为什么换成这个项目", set()),
    ],
)
def test_names_are_read_where_more_than_a_sentence_tells_of_them(text, expected):
    assert expected <= names(text) if expected else names(text) == set()


def test_what_a_tool_printed_names_nobody():
    assert names("see Ana Kova", part="tool_result") == set()


@given(st.text(max_size=200))
def test_any_text_is_read_and_keys_are_those_of_names(text):
    for mention in read(Said(text, "en")).mentions:
        assert mention.count >= 1 and name_key(mention.key) == mention.key
