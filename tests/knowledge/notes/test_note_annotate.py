"""Pointers in memories tell the titles of their notes, and no title can do more than be read."""

import re

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
    assert (
        not found[1]
        or found[1].isprintable()
        or any(char.isspace() or ord(char) > 0xFF for char in found[1])
    )


def test_without_titles_a_text_stays_as_it_is() -> None:
    assert annotate("[[kb:oauth]]", {}) == "[[kb:oauth]]"
    assert annotate("[[kb:oauth]]", {"oauth": " \n\u202e"}) == "[[kb:oauth]]"
