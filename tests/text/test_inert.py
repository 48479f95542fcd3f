import json
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from camillo.text.inert import inert, inert_json, inert_line

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=()))
SEQUENCES = ("\x1b[2J", "\x1b]0;title\x07", "\x9b31m", "\x1bc", "\x00", "\x7f", "\x08", "\r")
FORMATS = ("\u061c", "\u200f", "\u202e", "\u2066", "\u2028", "\U000e0041", "\ud800")
STEERING = st.sampled_from(SEQUENCES + FORMATS)
MIXED = st.lists(st.one_of(STEERING, ANY_TEXT)).map("".join)


def steers(char: str) -> bool:
    """By the Unicode database, not by the list that the code under test uses."""
    if unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp"):
        return True
    bidi = unicodedata.bidirectional(char) in (
        "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"
    )  # fmt: skip
    return bidi or char in "\u200e\u200f\u061c" or 0xE0000 <= ord(char) <= 0xE007F


@given(MIXED)
@example("\x1b[31mred\x1b[0m")
def test_nothing_that_steers_a_terminal_survives(text):
    assert not [char for char in inert(text) if steers(char) and char not in "\n\t"]


@given(MIXED)
def test_a_line_stays_one_line(text):
    assert not [char for char in inert_line(text) if steers(char)]
    assert len(inert_line(text).splitlines()) <= 1


@given(st.text(st.characters(categories=("L", "N", "P", "S", "Zs"))))
def test_ordinary_text_of_any_language_is_shown_as_it_is(text):
    assert inert(text) == text


def test_joiners_of_emoji_and_persian_stay():
    text = "👩‍👩‍👧 می‌خواهم"
    assert inert(text) == text


@given(MIXED)
def test_json_reads_back_the_same_and_holds_nothing_that_steers(text):
    written = inert_json(json.dumps({"text": text}, ensure_ascii=False))
    assert json.loads(written) == {"text": text}
    assert not [char for char in written if steers(char)]
    written.encode("utf-8")


def test_windows_line_ends_are_line_ends():
    assert inert("a\r\nb\rc") == "a\nb\\x0dc"


@pytest.mark.parametrize(
    "hidden",
    [
        "\ufeff",
        "\U000e0101\U000e0102",
        "\ufe0e\U000e01ef\ufe00",
        "\u200b\u200c\u200d\u200b",
        "\u180e",
    ],
)
def test_what_hides_words_in_marks_that_no_script_has_is_shown(hidden):
    shown = inert(f"a{hidden}b")
    assert shown.isascii() and shown.startswith("a\\")
    assert json.loads(inert_json(json.dumps(f"a{hidden}b", ensure_ascii=False))) == f"a{hidden}b"


@pytest.mark.parametrize(
    "text", ["👩\u200d🚀", "葛\U000e0100城市", "❤\ufe0f ok", "می\u200cخواهم", "ไทย\u200bไทย"]
)
def test_joiners_and_forms_that_scripts_need_stay(text):
    assert inert(text) == text
