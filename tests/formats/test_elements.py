"""Arrays of any length: elements come one at a time and equal to what json.loads gives."""

import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.report import Problem
from camillo.formats import elements as module
from camillo.formats.elements import elements

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.characters(codec=None)),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=10,
)


def _read(content: bytes, **rest: int) -> list[object]:
    return list(elements(io.BytesIO(content), "f", **rest))


@given(st.lists(JSON, max_size=5), st.integers(1, 9), st.sampled_from([None, 1]), st.booleans())
def test_elements_equal_what_json_loads_whatever_the_size_of_a_chunk(values, chunk, indent, ascii):
    written = json.dumps(values, indent=indent, ensure_ascii=ascii).encode("utf-8", "surrogatepass")
    before, module._CHUNK = module._CHUNK, chunk
    try:
        found = _read(written)
    finally:
        module._CHUNK = before
    try:
        expected = json.loads(written.decode("utf-8"))
    except UnicodeDecodeError:
        assert any(isinstance(one, Problem) for one in found)
        return
    assert [one.value for one in found] == expected


def test_a_bad_element_is_one_problem_and_the_others_are_read():
    first, bad, last = _read(b'[{"a": 1}, {"a": nope}, {"a": 2}]')
    assert (first.value, last.value) == ({"a": 1}, {"a": 2})
    assert bad.where == "f[1]"


def test_a_file_cut_off_in_the_middle_gives_what_stands_before_and_a_problem():
    first, cut = _read(b'[{"a": 1}, {"a": "unfini')
    assert first.value == {"a": 1}
    assert cut.where == "f[1]" and "ends in the middle" in cut.what


def test_lone_surrogates_and_nuls_are_kept():
    (one,) = _read(b'["a\\ud800b\\u0000"]')
    assert one.value == "a\ud800b\x00"


def test_one_object_is_its_own_element():
    assert [one.value for one in _read(b'\xef\xbb\xbf {"a": [1, {"b": "}"}]} \n')] == [
        {"a": [1, {"b": "}"}]}
    ]


def test_an_element_over_the_limit_is_refused_whole_and_the_next_is_read():
    content = json.dumps(["x" * 3_000_000, "ok"]).encode()
    refused, good = _read(content, limit=1_000_000)
    assert isinstance(refused, Problem) and "longer than 1000000" in refused.what
    assert good.value == "ok"


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"", "empty"),
        (b" \n", "empty"),
        (b"7", "neither"),
        (b"[1] [2]", "more stands behind"),
        (b'{"a":1}\n{"a":2}', "more stands behind"),
        (b"[1", "ends in the middle"),
    ],
)
def test_what_is_no_single_json_value_is_a_problem(content, what):
    assert what in _read(content)[-1].what
