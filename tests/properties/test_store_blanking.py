"""Blanking keeps the length, reads in the same encoding, and leaves nothing of the span."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.blanking import Layout, blank
from camillo.domain.turn import decode, encode

ENCODINGS = ["utf-8", "utf-8-escaped", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-8-sig",
             "shift_jis", "gb18030", "euc_kr", "cp1252", "big5"]  # fmt: skip


@pytest.mark.parametrize("encoding", ENCODINGS)
@given(
    text=st.text(st.characters(exclude_categories=("Cs",), exclude_characters=" \0")),
    at=st.floats(0, 1),
    size=st.integers(1, 12),
)
def test_a_blank_span_reads_as_spaces_and_the_rest_as_before(encoding, text, at, size):
    try:
        content = encode(text, encoding)
        if decode(content, encoding) != text:
            return
    except UnicodeError:
        return
    start = int(at * len(content))
    end = min(start + size, len(content))
    if start == end:
        return
    result = blank(content, encoding, start, end)
    assert len(result) == len(content)
    shown = decode(result, encoding)
    low, high = Layout.of(content, encoding).whole_characters(start, end)
    assert low <= max(start, Layout.of(content, encoding).mark) and end <= max(high, low)
    assert result[:low] == content[:low] and result[high:] == content[high:]
    head = shown[: len(shown) - len(shown.lstrip(" "))]
    assert set(head) <= {" "}
    left = shown.replace(" ", "")
    assert len(left) < len(text) or high == low


@pytest.mark.parametrize("start", range(8))
def test_a_syllable_of_eight_bytes_is_blanked_whole(start):
    content = encode("a즊b", "euc_kr")
    assert len(content) == 10
    assert decode(blank(content, "euc_kr", start + 1, start + 2), "euc_kr") == "a" + " " * 8 + "b"


@given(st.binary(max_size=40), st.integers(0, 40), st.integers(0, 40))
def test_bytes_that_are_no_text_become_zeros(content, start, size):
    start = min(start, len(content))
    end = min(start + size, len(content))
    result = blank(content, None, start, end)
    assert result == content[:start] + bytes(end - start) + content[end:]
