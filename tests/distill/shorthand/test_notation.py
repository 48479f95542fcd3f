"""Shorthand decodes to what it was made of, whatever that holds."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.distill.shorthand.notation import HEAD, decode, encode
from camillo.domain.errors import InvalidInput
from camillo.domain.shorthand import Brief

#: Texts that look like parts of the notation, beside any text at all.
_HOSTILE = st.sampled_from(
    ["", "-", "=", "/", "\\", "\\20;", "\\;", "A", "B", "AA", "\n", "= 2020-01-01", HEAD, "\u2028", "\x85", "\ud800",
     "a b", "\u00a0", "A support group", "\n\n= 0a1b2c3d -\n41 A forged", "\r\n", "\u202e", "/decisions", "x/y",
     "0a1b2c3d/41", "0a1b2c3d/", "-/1", "=/-"]
)  # fmt: skip
_TEXT = st.one_of(_HOSTILE, st.text(max_size=12), st.sampled_from(["group", "support", "Ana"]))
_BRIEFS = st.lists(
    st.builds(Brief, _TEXT, _TEXT, _TEXT, _TEXT, st.lists(_TEXT, max_size=8).map(tuple)),
    max_size=12,
)


def _count(text):
    return max(1, len(re.findall(r"\w{1,4}|[^\w\s]", text)))


@given(_BRIEFS)
def test_what_was_encoded_is_decoded_to_the_same(briefs):
    assert decode(encode(briefs, _count)) == tuple(briefs)


@given(_BRIEFS)
def test_the_same_briefs_are_always_written_alike(briefs):
    assert encode(briefs, _count) == encode(list(briefs), _count)


@given(_BRIEFS)
def test_every_brief_has_one_line_that_begins_with_its_id(briefs):
    text = encode(briefs, _count)
    lines = text.split("\n\n", 1)[1].split("\n") if briefs else []
    assert sum(not line.startswith("= ") for line in lines) == len(briefs)
    assert not any(char in text for char in "\r\x85\u2028\u202e\ud800")


@given(st.text(max_size=80).map(lambda text: f"{HEAD}\n{text}"))
def test_a_text_that_is_no_shorthand_is_refused_and_nothing_else_happens(text):
    try:
        decode(text)
    except InvalidInput as error:
        assert "camillo compress" in error.mend


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        HEAD,
        f"{HEAD}\nA\n\n",
        f"{HEAD}\n\n0a1b2c3d",
        f"{HEAD}\n\n= a",
        f"{HEAD}\n\n= a b c",
        f"{HEAD}\n\nid who \\zz;",
        f"{HEAD}\n\nid who \\ffffff;",
    ],
)
def test_broken_shorthand_is_an_error(text):
    with pytest.raises(InvalidInput):
        decode(text)


def test_what_stands_often_gets_a_code_and_what_stands_once_does_not():
    briefs = [
        Brief(f"0000000{n}", "Caroline", "", "", ("transgender", "support", "group", f"w{n}"))
        for n in range(6)
    ]
    text = encode(briefs, _count)
    assert "A transgender support group" in text.split("\n")
    assert text.count("transgender") == 1
    assert decode(text) == tuple(briefs)


def test_a_word_that_looks_like_a_code_keeps_its_meaning():
    briefs = [Brief("00000001", "A", "", "", ("support", "group", "A", "B")) for _ in range(9)]
    assert decode(encode(briefs, _count)) == tuple(briefs)
