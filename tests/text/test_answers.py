"""JSON out of what models write."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.text.answers import Misfit, fitted, read_json

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


@given(VALUES, st.sampled_from(["{}", "```json\n{}\n```", "<think>hm [</think>{}", "\n {}\n"]))
def test_what_was_written_as_json_is_read_as_it_was(value, frame):
    assert read_json(frame.replace("{}", json.dumps(value))) == value


@given(st.text(max_size=200) | st.text('[]{}",:1`\n', max_size=60))
def test_any_text_is_json_or_a_misfit(text):
    with contextlib.suppress(Misfit):
        json.dumps(read_json(text), allow_nan=False).encode()


@pytest.mark.parametrize(
    "text", ["", "NaN", "[1e999]", "[Infinity]", "[" * 50_000, "{" * 50_000, "x" * (1 << 21)]
)
def test_what_is_no_json_is_told_as_such(text):
    with pytest.raises(Misfit):
        read_json(text)


@pytest.mark.parametrize(
    ("schema", "fits", "misfits"),
    [
        ({"type": "integer"}, [0, -3], [True, 1.5, "1", None]),
        ({"type": "number", "minimum": 0, "maximum": 1}, [0, 0.5, 1], [-0.1, 2, False]),
        ({"type": "string", "minLength": 1, "maxLength": 3}, ["a", "abc"], ["", "abcd", 1]),
        ({"type": "array", "items": {"type": "string"}, "maxItems": 2}, [[], ["a"]], [[1], ["a"] * 3]),
        ({"enum": ["a", "b"]}, ["a"], ["c", None]),
        ({"type": "object", "required": ["a"]}, [{"a": None}], [{}, []]),
        ({"type": "boolean"}, [True], [1]),
        ({"type": "null"}, [None], [0]),
    ],
)  # fmt: skip
def test_a_value_fits_or_is_told_apart(schema, fits, misfits):
    for value in fits:
        assert fitted(value, schema) == value
    for value in misfits:
        with pytest.raises(Misfit):
            fitted(value, schema)


def test_a_misfit_names_the_place_and_never_the_value():
    schema = {
        "type": "object",
        "properties": {
            "facts": {"type": "array", "items": {"type": "object", "required": ["text"]}}
        },
    }
    with pytest.raises(Misfit, match=r"the answer\.facts\[1\] must have 'text'") as raised:
        fitted({"facts": [{"text": 1}, {"secret": "hunter2"}]}, schema)
    assert "hunter2" not in str(raised.value)
