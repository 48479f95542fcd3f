import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.app.install.jsonc import parse
from camillo.domain.errors import InvalidInput

_VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text()),
    lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text(), inner)),
    max_leaves=20,
)


@given(_VALUES, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_what_json_writes_reads_back_with_the_place_of_each_value(value, indent, ascii_only):
    if value in (float("inf"), float("-inf")):
        return
    text = (
        json.dumps(value, indent=indent, ensure_ascii=ascii_only, allow_nan=False)
        if not _odd(value)
        else "0"
    )
    node = parse(text, "x.json")
    assert node.value == json.loads(text)
    waiting = [node]
    while waiting:
        one = waiting.pop()
        assert json.loads(text[one.start : one.end]) == one.value
        waiting += [item.node for item in one.items]


def _odd(value):
    try:
        json.dumps(value, allow_nan=False)
    except ValueError:
        return True
    return False


def test_comments_and_trailing_commas_are_read_over():
    text = '/* {"no": 1} */ {"a": [1, // one,\n 2,], "b": "// not a comment" ,} // end'
    assert parse(text, "x.json").value == {"a": [1, 2], "b": "// not a comment"}


@pytest.mark.parametrize(
    "text",
    ["", "{", '{"a" 1}', '{"a": 1 "b": 2}', "{,}", "[1,,2]", "{'a': 1}", '{"a": 01}', "{} {}", "/* "
     , '{"a": tru}', '"\x01"', "{1: 2}", "NaN", '{"a": 1,, }', "]", '{"a": "\\x"}'],
)  # fmt: skip
def test_what_is_no_json_is_refused_by_line(text):
    with pytest.raises(InvalidInput, match=r"x\.json is no JSON at line 1, column \d+"):
        parse(text, "x.json")


def test_deep_nesting_is_refused_and_never_overflows():
    with pytest.raises(InvalidInput):
        parse("[" * 100_000, "x.json")
    with pytest.raises(InvalidInput):
        parse("1" * 5_000, "x.json")


def test_a_large_file_is_read_in_time():
    text = json.dumps({"projects": {str(n): {"history": ["x" * 50] * 5} for n in range(5_000)}})
    assert len(parse(text, "x.json").items[0].node.items) == 5_000
