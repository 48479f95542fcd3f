"""Ids of spans: read back what was written, refuse everything else in one way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput

KEY = "00112233445566778899aabb"
OFFSETS = st.integers(0, 10**18 - 1)


@given(st.binary(min_size=12, max_size=12), OFFSETS, OFFSETS)
def test_the_written_form_is_read_back(key, one, other):
    span = Span(key, *sorted((one, other)))
    assert Span.parse(f" {span}\n") == span


@pytest.mark.parametrize(
    "written",
    [
        *("", ":", "x", KEY, f"{KEY}:0", f"{KEY}:5-1", f"{KEY}:-1-1", f"{KEY}:0-1-2"),
        *(f"{KEY}: 0-1", f"{KEY}:1_0-20", f"{KEY}:0-٣", f"{KEY[:-1]}:0-1"),
        *(f"{KEY}:0-{10**18}", f"{KEY}:0-{'9' * 5000}"),
    ],
)
def test_what_is_no_id_is_refused_with_what_was_given(written):
    with pytest.raises(InvalidInput) as refused:
        Span.parse(written)
    assert repr(written) in refused.value.what


@given(st.text())
def test_no_text_fails_in_another_way(written):
    try:
        Span.parse(written)
    except InvalidInput:
        return
