import json
import runpy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.app.install.jsonc import parse
from camillo.app.install.surgery import Text
from camillo.domain.errors import InvalidInput

json_texts = runpy.run_path(str(Path(__file__).with_name("conftest.py")))["json_texts"]

_PATHS = st.sampled_from([(), ("mcpServers",), ("hooks", "Stop"), ("a", "b", "c")])
_WANTED = {"command": "/x/camillo", "args": ["mcp"], "deep": {"er": [1]}}


def _put(text, path, name, value):
    changed = Text(text, "x.json")
    try:
        changed.put(path, name, value)
    except InvalidInput:
        return None
    return changed.written


@given(json_texts(), _PATHS, st.booleans())
def test_taking_out_what_was_put_in_restores_every_byte(text, path, as_element):
    name = None if as_element and path else "\0 a name nobody has"
    there = _put(text, path, name, _WANTED)
    if there is None:
        return
    value = parse(there, "x.json").value
    for step in path:
        value = value[step]
    assert (value[-1] if name is None else value[name]) == _WANTED
    gone = Text(there, "x.json")
    gone.take((*path, len(value) - 1 if name is None else name))
    assert gone.written == text


@given(json_texts())
def test_putting_in_changes_nothing_else(text):
    there = _put(text, ("servers",), "\0new", _WANTED)
    if there is None:
        return
    before, after = parse(text, "x").value, parse(there, "x").value
    assert after["servers"].pop("\0new") == _WANTED
    if "servers" not in before:
        assert after.pop("servers") == {}
    assert after == before


def test_comments_stay_where_they_are():
    text = '{\n  // first\n  "a": 1 // one\n  // last\n}\n'
    changed = Text(text, "x.json")
    changed.put((), "b", 2)
    assert changed.written == '{\n  // first\n  "a": 1, // one\n  // last\n  "b": 2\n}\n'


def test_the_indent_and_the_ends_of_lines_of_the_file_are_used():
    changed = Text('{\r\n\t"a": {\r\n\t\t"b": 1\r\n\t}\r\n}', "x.json")
    changed.put(("hooks", "Stop"), None, {"c": {"d": 1}})
    assert changed.written == (
        '{\r\n\t"a": {\r\n\t\t"b": 1\r\n\t},\r\n\t"hooks": {\r\n\t\t"Stop": [\r\n\t\t\t{\r\n'
        '\t\t\t\t"c": {"d": 1}\r\n\t\t\t}\r\n\t\t]\r\n\t}\r\n}'
    )


def test_a_container_that_was_there_and_empty_stays():
    for text in ('{"servers": {}}', '{\n  "servers": {\n    // none yet\n  }\n}\n', "{ }"):
        changed = Text(text, "x.json")
        changed.put(("servers",), "camillo", {"a": 1})
        changed.take(("servers", "camillo"))
        assert changed.written == text


def test_what_others_put_behind_it_stays():
    changed = Text('{"a": 1}', "x.json")
    changed.put(("s",), "camillo", {"a": 1})
    changed.put(("s",), "other", {"b": 2})
    changed.put((), "z", 3)
    changed.take(("s", "camillo"))
    assert json.loads(changed.written) == {"a": 1, "s": {"other": {"b": 2}}, "z": 3}


def test_a_comment_that_was_put_into_a_created_container_keeps_it():
    changed = Text("{}", "x.json")
    changed.put(("s",), "camillo", {"a": 1})
    commented = changed.written.replace('"camillo"', '// why\n    "camillo"')
    changed = Text(commented, "x.json")
    changed.take(("s", "camillo"))
    assert "// why" in changed.written
    assert parse(changed.written, "x.json").value == {"s": {}}


@pytest.mark.parametrize("text", ["[]", "1", '{"s": []}', '{"s": null}', '{"s": "x"}'])
def test_a_value_of_another_kind_is_refused(text):
    with pytest.raises(InvalidInput, match=r"x\.json: .* is no object"):
        changed = Text(text, "x.json")
        changed.put(("s",), "camillo", 1)


def test_an_equal_value_is_not_written_again():
    changed = Text('{"a":   [ 1 ]}', "x.json")
    changed.replace(("a",), [1])
    assert changed.written == '{"a":   [ 1 ]}'
    changed.replace(("a",), [2])
    assert changed.written == '{"a":   [2]}'
