"""JSON Lines: whatever a line holds, the others are read."""

import io

from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.report import Problem
from camillo.formats.jsonl import Record, record_at, records


def _read(content: bytes, **rest: int) -> list[Record | Problem]:
    return list(records(io.BytesIO(content), "f", **rest))


def test_a_bad_line_is_a_problem_with_file_and_line_and_the_rest_is_read():
    first, bad, last = _read(b'{"a":1}\n{"a":\n{"a":2}\n')
    assert isinstance(first, Record) and first.value == {"a": 1}
    assert isinstance(bad, Problem) and bad.where == "f:2"
    assert isinstance(last, Record) and last.value == {"a": 2}


def test_a_last_line_that_is_still_being_written_is_a_problem_until_it_is_whole():
    whole, cut = _read(b'{"a":1}\n{"a":2')
    assert isinstance(whole, Record)
    assert isinstance(cut, Problem) and "not complete" in cut.what
    assert [one.value for one in _read(b'{"a":1}\n{"a":2}')] == [{"a": 1}, {"a": 2}]


def test_a_line_that_is_not_utf8_is_a_problem_of_its_own():
    bad, good = _read(b'"\xff"\n"ok"\n')
    assert isinstance(bad, Problem) and "byte 1" in bad.what
    assert good.value == "ok"


def test_a_byte_order_mark_empty_lines_and_carriage_returns_do_not_matter():
    assert [one.value for one in _read(b'\xef\xbb\xbf"a"\r\n\r\n\n "b"\n')] == ["a", "b"]


def test_nuls_and_lone_surrogates_are_kept_as_they_are():
    (record,) = _read(b'"\\u0000 \\ud800 \\udc00\\ud83d\\ude00"')
    assert record.value == "\x00 \ud800 \udc00\U0001f600"


def test_a_line_of_ten_megabytes_is_read_whole():
    text = "word " * 2_000_000
    (record,) = _read(f'"{text}"'.encode())
    assert record.value == text


def test_a_line_over_the_limit_is_refused_whole_and_the_next_is_at_its_right_place():
    content = b'"' + b"x" * 100 + b'"\n"ok"\n'
    refused, good = _read(content, limit=50)
    assert isinstance(refused, Problem) and "longer than 50" in refused.what
    assert (good.number, good.start) == (2, 103)


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n")), max_size=6))
def test_every_record_is_found_again_at_its_start(lines):
    content = "\n".join(lines).encode()
    for one in _read(content):
        if isinstance(one, Record):
            again = record_at(io.BytesIO(content), one.start, one.number, "f")
            assert again == one
