import gzip
import zlib
from contextlib import suppress
from http.client import HTTPException

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.capture.streams import unpacked


def pieces(content, sizes):
    at = 0
    for size in [*sizes, len(content) + 1]:
        if part := content[at : at + size]:
            yield part
        at += size


@given(
    st.lists(st.binary(max_size=2_000), min_size=1, max_size=3),
    st.lists(st.integers(1, 400), max_size=8),
    st.sampled_from(["gzip", "deflate"]),
)
def test_what_was_packed_comes_out_the_same_however_it_is_cut(parts, sizes, packing):
    members = {"gzip": map(gzip.compress, parts), "deflate": [zlib.compress(b"".join(parts))]}
    packed = b"".join(members[packing])
    # How a deflate stream is packed shows in its first two bytes.
    assert b"".join(unpacked(pieces(packed, [2, *sizes]), packing)) == b"".join(parts)


@given(st.binary(max_size=100), st.sampled_from(["gzip", "deflate", "identity", "br", "\0"]))
def test_what_was_packed_wrongly_is_one_kind_of_error(content, packing):
    with suppress(HTTPException):
        assert isinstance(b"".join(unpacked([content] if content else [], packing)), bytes)


def test_no_step_gives_more_than_can_be_stopped_in_time():
    bomb = gzip.compress(bytes(30_000_000))
    assert max(map(len, unpacked([bomb], "gzip"))) <= 262_144


@given(st.integers(1, 60))
def test_what_ends_early_is_an_error_and_not_a_shorter_text(missing):
    packed = gzip.compress(b"The old harbour stays open. " * 40)
    with pytest.raises(HTTPException):
        b"".join(unpacked([packed[:-missing]], "gzip"))
