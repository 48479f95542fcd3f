"""Names that a passage tells of, and what is left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.knowledge.reading import read
from camillo.ports.knowing import Said
from camillo.text.names import name_key


def sure(text, language="en", **rest):
    return {one.name for one in read(Said(text, language, **rest)).mentions if one.sure}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We met Zuza at home.", {"Zuza"}),
        ("Great. Wow! Then: Yes", set()),
        ("Ask Ana Lia about it", {"Ana Lia"}),
        ("为什么换成这个项目", set()),
    ],
)
def test_names_are_read_where_more_than_a_sentence_tells_of_them(text, expected):
    assert sure(text) == expected


def test_what_a_tool_printed_names_nobody():
    assert read(Said("see Ana Kova", "en", part="tool_result")).mentions == ()


@given(st.text(max_size=200))
def test_any_text_is_read_and_each_key_is_its_own_key(text):
    for mention in read(Said(text, "en")).mentions:
        assert mention.count >= 1 and mention.key
        assert mention.kind == "alias" or name_key(mention.key) == mention.key


@given(st.text(alphabet="Aa bÉ王·《》@#_-./`\"“”12\n'", max_size=80))
def test_any_heap_of_signs_is_read(text):
    known = read(Said(text, "", speaker=text[:5]))
    assert known == read(Said(text, "", speaker=text[:5]))
    assert len({one.key for one in known.mentions}) == len(known.mentions) <= 54
