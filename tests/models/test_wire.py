from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.models import wire
from camillo.models.wire import Malformed


def read(content: bytes) -> list[wire.Field]:
    return list(wire.fields(content, 0, len(content)))  # type: ignore[arg-type]


@given(st.lists(st.tuples(st.integers(1, 2**29 - 1), st.binary(max_size=300)), max_size=8))
def test_what_is_written_is_read_back(parts):
    content = b"".join(wire.wrapped(number, body) for number, body in parts)
    found = [(field.number, content[field.start : field.end]) for field in read(content)]
    assert found == parts


@given(st.binary(max_size=200))
def test_any_bytes_are_read_to_the_end_or_refused(content):
    try:
        found = read(content)
    except Malformed:
        return
    ends = [field.end for field in found]
    assert ends == sorted(set(ends))
    assert (ends[-1] if ends else 0) == len(content)


@pytest.mark.parametrize(
    "content",
    [
        b"\x0a\x05ab",  # longer than what is left
        b"\x0a\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01",  # 2**64 - 1 bytes
        b"\x0b",  # a group, which no ONNX file has
        b"\x80" * 11,  # a number without end
        b"\x0d\x00",  # half a fixed32
    ],
)
def test_a_message_that_cannot_be_is_refused(content):
    with pytest.raises(Malformed):
        read(content)


def test_packed_numbers_are_read_up_to_the_limit(tmp_path: Path):
    content = wire.wrapped(1, bytes([1, 2, 3, 4]))
    (field,) = read(content)
    assert wire.numbers(content, field, 3) == [1, 2, 3]  # type: ignore[arg-type]
