"""Front matter is read with bounds, edited in place, and no value can forge a line of it."""

import math
import time

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from camillo.domain.errors import InvalidInput
from camillo.knowledge.notes.front import LONGEST, Front, read_front, with_keys

_CHARS = st.characters(exclude_categories=["Cs"])
_TEXTS = st.text(_CHARS, max_size=20) | st.sampled_from(
    [
        "---",
        "a\n---\nb: c",
        "no",
        "~",
        "0x10",
        "1e3",
        "- x",
        "# x",
        "a: b",
        "'",
        '"',
        "[[a]]",
        "\x85",
        "\u2028title: x",
        "&a",
        "*a",
        "!b",
        "|",
        ">",
        "%x",
        "@",
        "`",
        "...",
        "\ufeff",
        "a  b",
        " a",
        "_",
    ]
)
_SCALARS = (
    _TEXTS
    | st.booleans()
    | st.none()
    | st.integers(-(10**30), 10**30)
    | st.floats(allow_nan=True, allow_infinity=True)
)
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(_TEXTS, inner, max_size=3),
    max_leaves=8,
)
_KEYS = _TEXTS


def same(a: object, b: object) -> bool:
    if isinstance(a, float) and isinstance(b, float) and math.isnan(a):
        return math.isnan(b)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(same, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(same(a[key], b[key]) for key in a)
    return type(a) is type(b) and a == b


@given(
    st.dictionaries(_KEYS, _VALUES, max_size=5),
    st.sampled_from(["Body", "", "---\nx\n---\n", "\ufeffa\r\nb"]),
)
def test_what_was_written_is_read_back(values: dict, body: str) -> None:
    values = {key: value for key, value in values.items() if value is not None}
    text = with_keys(body, values)
    front = read_front(text)
    assert same(dict(front.values), values)
    if values:
        assert text[front.end :] == body.removeprefix("\ufeff")


_OTHERS = st.sampled_from(
    [
        "# a comment\n",
        "\n",
        "kept: |\n  two\n  # lines\n\n",
        "list:\n- a\n-   b # c\n",
        "deep: {a: [1, 'x']}\n",
        "'quoted key' : \"é\\n\"\n",
        "date: 2026-01-02\n",
        "wrapped: one\n  two\n",
        "? odd\n: 1\n",
        "empty:\n",
    ]
)


@given(
    st.lists(_OTHERS, max_size=6, unique=True),
    st.lists(_OTHERS, max_size=4, unique=True),
    st.sampled_from(
        ["title: A\n", "title: >-\n  long\n  one\n", "title: # none\n", "title: [a,\n b]\n", ""]
    ),
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "\ufeff"]),
    _TEXTS,
)
def test_a_set_key_changes_its_own_lines_alone(before, after, line, newline, mark, value) -> None:
    after = [one for one in after if one not in before]
    parts = ["".join(before), line, "".join(after)]
    first, old, last = (part.replace("\n", newline) for part in parts)
    start, end = f"{mark}---{newline}", f"---{newline}body\r\nrest"
    text = start + first + old + last + end
    assert read_front(text).end == len(text) - len("body\r\nrest")
    changed = with_keys(text, {"title": value})
    assert read_front(changed).values["title"] == value
    if old:
        assert changed.startswith(start + first)
        assert changed.endswith(last + end)
    else:
        # The new line stands behind the last key; what is around it is untouched.
        new = next(row for row in changed.splitlines(keepends=True) if row.startswith("title:"))
        assert changed.replace(new, "", 1) == text
    assert with_keys(changed, {"title": None}) == start + first + last + end


@given(_TEXTS, _TEXTS)
def test_no_value_forges_a_line(key: str, value: str) -> None:
    changed = with_keys("---\nkept: 1\n---\nBody", {key: value, "all": [value]})
    assume(key not in ("kept", "all"))
    lines = changed.replace("\r\n", "\n").split("\n")
    assert len(lines) == 7
    assert len(changed.splitlines()) == 7, "for readers that know other line ends"
    assert read_front(changed).values == {"kept": 1, key: value, "all": [value]}


@pytest.mark.parametrize(
    "block",
    [
        "just a line",
        "- a\n- b",
        "a: [1",
        "a: b: c",
        "\ta: 1",
        "a: 'x",
        "? [a]\n: 1",
        "deep: {[a]: 1}",
        "a: *b",
        "a: &a [*a]",
        "%YAML 1.1",
        "a: \x00",
        "a: \ud800",
        "\ufeffa: 1",
        "[" * 100_000,
        "{a: " * 1_000,
        "a:\n" + "".join(" " * at + "- \n" for at in range(60)),
        "a: &a [1,1,1,1,1,1,1,1,1,1]\n"
        + "".join(
            f"{b}: &{b} [{','.join(['*' + a] * 10)}]\n"
            for a, b in zip("abcdefg", "bcdefgh", strict=True)
        ),
        "a: [" + "1," * 6_000 + "1]",
        "a: " + "x" * LONGEST,
    ],
)
def test_what_is_no_front_matter_is_body(block: str) -> None:
    text = f"---\n{block}\n---\nBody"
    started = time.thread_time()
    assert read_front(text) == Front()
    assert time.thread_time() - started < 1
    assert with_keys("Body", {"a": 1}) + text == "---\na: 1\n---\nBody" + text
    if "\ud800" not in block and "\x00" not in block:
        changed = with_keys(text, {"title": "T"})
        assert changed.endswith(text.removeprefix("\ufeff"))
        assert read_front(changed).title == "T"


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    for each in (text, f"---\n{text}\n---\nx", f"---\na: {text}\n---\n"):
        front = read_front(each)
        assert 0 <= front.end <= len(each)


def test_an_unclosed_block_is_body() -> None:
    assert read_front("---\ntitle: a\n") == Front()
    assert read_front("----\ntitle: a\n---\n") == Front()


def test_an_empty_block_is_front_matter_without_keys() -> None:
    assert read_front("---\n---\nx").end == 8
    assert read_front("---\n# note\n---\nx").end == 15
    assert with_keys("---\n# note\n---\nx", {"a": "b"}) == "---\n# note\na: b\n---\nx"


def test_names_are_read_as_they_were_written() -> None:
    front = read_front("---\nTitle: 007\naliases:\n- 1.10\n- yes\ntags: '#a b, c/'\n---\n")
    assert (front.title, front.aliases, front.tags) == ("007", ("1.10", "yes"), ("a", "b", "c"))
    assert read_front("---\nalias: One, two\ntag: x\n---\n").aliases == ("One, two",)


def test_sources_are_read_with_and_without_quotes() -> None:
    text = "---\nsources:\n  - [[a]]\n  - \"[[b|B]]\"\n  - c\n  - 'https://x.org'\n---\n"
    sources = read_front(text).sources
    assert [one.written for one in sources] == ["[[a]]", "[[b|B]]", "c", "https://x.org"]
    assert [text[one.start : one.end] for one in sources] == [
        "[[a]]",
        '"[[b|B]]"',
        "c",
        "'https://x.org'",
    ]
    assert [one.written for one in read_front("---\nsources: [[a]]\n---\n").sources] == ["[[a]]"]
    assert [one.written for one in read_front("---\nsources: [a, b]\n---\n").sources] == ["a", "b"]
    assert [one.written for one in read_front("---\nsources: a\n---\n").sources] == ["a"]


@pytest.mark.parametrize("word", ["false", "no", "off", "False", '"false"'])
def test_autolinks_can_be_turned_off(word: str) -> None:
    assert not read_front(f"---\nautolink: {word}\n---\n").autolink
    assert read_front("---\nautolink: true\n---\n").autolink


def test_a_value_that_others_repeat_is_not_changed() -> None:
    text = "---\na: &x 1\nb: *x\n---\n"
    assert read_front(text).values == {"a": 1, "b": 1}
    with pytest.raises(InvalidInput, match="anchors"):
        with_keys(text, {"a": 2})
    assert with_keys(text, {"b": 2}) == "---\na: &x 1\nb: 2\n---\n"


def test_a_key_that_stands_twice_stands_once_when_set() -> None:
    text = "---\na: 1\nb: 2\na: 3\n---\n"
    assert read_front(text).values["a"] == 3
    assert with_keys(text, {"a": 4}) == "---\na: 4\nb: 2\n---\n"


def test_a_mapping_in_brackets_keeps_its_other_keys() -> None:
    changed = with_keys("---\n{a: 1, b: null, c: x}\n---\nB", {"a": None, "d": "y"})
    assert read_front(changed).values == {"b": None, "c": "x", "d": "y"}
    assert changed.endswith("---\nB")


def test_indented_keys_stay_indented() -> None:
    assert with_keys("---\n  a: 1\n  b: 2\n---\n", {"a": [1], "c": 3}) == (
        "---\n  a:\n    - 1\n  b: 2\n  c: 3\n---\n"
    )


@pytest.mark.parametrize("value", ["\ud800", object(), {1: 2}, b"x", 10**400, "x" * LONGEST])
def test_what_yaml_cannot_hold_is_refused(value: object) -> None:
    with pytest.raises(InvalidInput):
        with_keys("Body", {"a": value})


@settings(max_examples=30)
@given(st.integers(15, 60))
def test_values_too_deep_are_refused_or_kept(depth: int) -> None:
    value: object = "x"
    for _ in range(depth):
        value = [value]
    try:
        text = with_keys("Body", {"a": value})
    except InvalidInput:
        return
    assert read_front(text).values == {"a": value}


_SCRAPS = st.sampled_from(
    [
        "a",
        "title",
        ": ",
        ":\n",
        "\n",
        "- ",
        "  ",
        "[",
        "]",
        "{",
        "}",
        ", ",
        "'",
        '"',
        "|\n",
        ">\n",
        "# x",
        "&a ",
        "*a",
        "!t ",
        "? ",
        "\r\n",
        "\u2028",
        "\x85",
        "\t",
        "1",
        "null",
        "---",
        "...",
        "%",
        "@",
        "\\n",
    ]
)


@given(st.lists(_SCRAPS, max_size=14))
def test_whatever_stands_there_the_body_stays_and_setting_twice_is_setting_once(
    scraps: list[str],
) -> None:
    text = f"---\n{''.join(scraps)}\n---\nBody\r\n---\n"
    body = text[read_front(text).end :]
    for change in ({"title": "x: y"}, {"a": None}, {"new": ["1", {"k": "v"}], "a": 2}):
        try:
            changed = with_keys(text, change)
        except InvalidInput as error:
            assert "anchors" in str(error)
            continue
        assert changed.endswith(body)
        assert with_keys(changed, change) == changed
