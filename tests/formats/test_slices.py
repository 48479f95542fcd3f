"""Exact characters: the slice of a value parses to that value, for every path."""

import json

from hypothesis import given
from hypothesis import strategies as st

from camillo.formats.slices import exact, written

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)


def _paths(value, path=()):
    yield path, value
    members = value.items() if isinstance(value, dict) else ()
    for key, inner in (
        members if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ())
    ):
        yield from _paths(inner, (*path, key))


@given(JSON, st.sampled_from([None, 2]), st.booleans())
def test_the_slice_at_every_path_is_the_value_there(value, indent, ascii):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii)
    for path, inner in _paths(value):
        found = exact(text, *path)
        assert found is not None and found in text
        assert json.loads(found) == inner


def test_the_characters_are_the_sources_own():
    text = '{"a" : [ {"x":1.0,  "y":1e3} ] }'
    assert exact(text, "a", 0) == '{"x":1.0,  "y":1e3}'


def test_of_a_key_that_stands_twice_the_last_counts_as_in_json_loads():
    text = '{"a": 1, "a": 2}'
    assert exact(text, "a") == str(json.loads(text)["a"])


def test_a_path_that_leads_nowhere_gives_nothing():
    for path in (("b",), ("a", 1), ("a", "b"), ("a", 0, 0)):
        assert exact('{"a": [1]}', *path) is None


def test_letters_written_as_escapes_are_written_out_so_that_they_can_be_found():
    assert written(r'{"q":"\u4f60"}', {"q": "你"}) == '{"q": "你"}'
    assert written(r'{"q":"\u001b"}', {"q": "\x1b"}) == r'{"q":"\u001b"}'
