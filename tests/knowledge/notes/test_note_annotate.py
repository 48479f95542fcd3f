"""Pointers in memories tell the titles of their notes, and no title can do more than be read."""

import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from camillo.knowledge.notes.annotate import annotate

_TITLES = {
    "oauth": "OAuth 与 PKCE",
    "a": "Two\nlines",
    "b": "x](y) [[kb:oauth]] <b>`",
    "c": "\u202e\x1b[2J",
    "d": "t" * 500,
}


def test_every_pointer_that_resolves_tells_its_title() -> None:
    told = {
        "[[kb:oauth]]": "[[kb:oauth]](OAuth 与 PKCE)",
        "[[kb:OAuth]]": "[[kb:OAuth]](OAuth 与 PKCE)",
        "[[kb:oauth|it]]": "[[kb:oauth|it]](OAuth 与 PKCE)",
        "[[kb:oauth|OAuth 与 PKCE]]": "[[kb:oauth|OAuth 与 PKCE]]",
        "[[kb:oauth#Part]].": "[[kb:oauth#Part]](OAuth 与 PKCE).",
        "[[kb:oauth]](OAuth)": "[[kb:oauth]](OAuth)",
        "[[kb:a]] and [[kb:a]]": "[[kb:a]](Two lines) and [[kb:a]](Two lines)",
        "[[kb:b]]": "[[kb:b]](x］（y） ［［kb:oauth］］ ‹b›')",
        "[[kb:c]]": "[[kb:c]](［2J)",
        "[[kb:new]] [[oauth]] kb:oauth [[kb:]] [[kb:oauth": "[[kb:new]] [[oauth]] kb:oauth [[kb:]] [[kb:oauth",
    }
    for text, wanted in told.items():
        assert annotate(text, _TITLES) == wanted
        assert annotate(wanted, _TITLES) == wanted
    assert len(annotate("[[kb:d]]", _TITLES)) < 100


@given(st.text(), st.text())
def test_no_title_leaves_its_brackets_or_its_line(title: str, slug: str) -> None:
    text = f"a [[kb:{slug}]] b\nc"
    told = annotate(text, {slug: title})
    assert annotate(told, {slug: title}) == told
    found = re.fullmatch(
        re.escape(f"a [[kb:{slug}]]") + r"(?:\(([^()\[\]<>\n\r]{1,80})\))? b\nc", told
    )
    assert found
    shown = found[1] or ""
    assert not any(unicodedata.category(char) in ("Cc", "Cs", "Zl", "Zp") for char in shown)
    assert not set(shown) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def test_without_titles_a_text_stays_as_it_is() -> None:
    assert annotate("[[kb:oauth]]", {}) == "[[kb:oauth]]"
    assert annotate("[[kb:oauth]]", {"oauth": " \n\u202e"}) == "[[kb:oauth]]"
