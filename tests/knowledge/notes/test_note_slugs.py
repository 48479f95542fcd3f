"""Slugs are readable where a title has Latin letters, stable, bounded and safe as names of files."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.errors import InvalidInput
from camillo.knowledge.notes.addresses import canonical_url
from camillo.knowledge.notes.slugs import (
    LONGEST_SLUG,
    checked_slug,
    one_line,
    slug_of,
    title_of,
    unique,
)

_DAY = "2026-11-30"


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("OAuth & PKCE", "oauth-pkce"),
        ("Über Straße: ein Café", "uber-strasse-ein-cafe"),
        ("Łódź, Ærø", "lodz-aero"),
        ("Don't panic", "dont-panic"),
        ("OAuth 与 PKCE", "oauth-pkce"),
        ("gpt模型", "gpt"),
        ("1984", "1984"),
        ("ＦＵＬＬ width", "full-width"),
        ("../../etc/passwd", "etc-passwd"),
        ("CON", "con-note"),
        ("Index", "index-note"),
        ("com1", "com1-note"),
    ],
)
def test_latin_titles_read_as_themselves(title: str, slug: str) -> None:
    assert slug_of(title, _DAY) == slug


@pytest.mark.parametrize(
    "title", ["知识库", "2024年总结", "第1章", "Заметки", "テスト", "🎉", "", "  ", "---"]
)
def test_other_titles_get_the_day_and_a_hash(title: str) -> None:
    made = slug_of(title, _DAY)
    assert re.fullmatch(r"2026-11-30-[0-9a-f]{8}", made)
    assert made == slug_of(title, _DAY)
    assert made != slug_of(title + "x库", _DAY)


def test_a_title_has_one_slug_in_either_composition() -> None:
    assert slug_of("が知", _DAY) == slug_of("か\u3099知", _DAY)


@given(st.text(max_size=300))
def test_slugs_are_safe_names(title: str) -> None:
    made = slug_of(title, _DAY)
    assert re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*", made)
    assert len(made) <= LONGEST_SLUG + len("-note")
    assert made.partition(".")[0] not in {"con", "nul", "aux", "prn", "index", "lpt9"}


def test_a_taken_slug_gets_the_next_number() -> None:
    assert unique("a", set()) == "a"
    assert unique("a", {"a", "a-2", "a-3"}) == "a-4"
    long = "x" * LONGEST_SLUG
    assert len(unique(long, {long})) == LONGEST_SLUG


def test_titles_come_from_front_matter_heading_or_file() -> None:
    assert title_of("---\ntitle: 'A\n\n  b'\n---\n# C", "d.md") == "A b"
    assert title_of("```\n# no\n```\n\n# C ##\n", "d.md") == "C"
    assert title_of("text\n\nTwo\nlines\n---\n", "d.md") == "Two lines"
    assert title_of("text", "x\\y/Plan B.MD") == "Plan B"
    assert title_of("", "OAuth / PKCE") == "OAuth / PKCE"
    assert title_of("---\ntitle: [a]\n---\n", "d.md") == "d"


@given(st.text(max_size=400))
def test_titles_are_one_line_without_controls(text: str) -> None:
    for title in (
        one_line(text),
        title_of(f"# {text}", "f"),
        title_of("---\ntitle: " + repr(text), "f"),
    ):
        assert len(title) <= 200
        assert title == " ".join(title.split())
        assert not re.search(
            "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]", title
        )


@pytest.mark.parametrize(
    ("url", "canonical"),
    [
        ("HTTP://Example.COM:80", "http://example.com/"),
        ("https://example.com:8443/A?b=1#c", "https://example.com:8443/A?b=1"),
        ("https://a.org/?z=1&utm_source=x&UTM_Medium=y&a=2&fbclid=q", "https://a.org/?z=1&a=2"),
        ("https://a.org/?gclid=1", "https://a.org/"),
        ("https://a.org/?q=utm_source&ref=x", "https://a.org/?q=utm_source&ref=x"),
        (
            "https://www.bilibili.com/video/BV1x?spm_id_from=333&vd_source=a&p=2",
            "https://www.bilibili.com/video/BV1x?p=2",
        ),
        (
            "https://mp.weixin.qq.com/s?__biz=a&mid=1&idx=1&sn=b&chksm=c&scene=27&from=timeline#rd",
            "https://mp.weixin.qq.com/s?__biz=a&mid=1&idx=1&sn=b",
        ),
        ("https://youtu.be/abc?si=xyz&t=10", "https://youtu.be/abc?t=10"),
        ("https://a.org/s?t=10&from=x", "https://a.org/s?t=10&from=x"),
        ("https://bücher.example/%c3%bc", "https://xn--bcher-kva.example/%C3%BC"),
        ("https://user@a.org./x", "https://user@a.org/x"),
        ("http://[2001:DB8::1]:80/", "http://[2001:db8::1]/"),
        (" https://a.org/x\n?b ", "https://a.org/x?b"),
        ("https://a.org/x?a=1;b=2&&c", "https://a.org/x?a=1;b=2&c"),
    ],
)
def test_one_page_has_one_address(url: str, canonical: str) -> None:
    assert canonical_url(url) == canonical
    assert canonical_url(canonical) == canonical


@pytest.mark.parametrize(
    "url",
    [
        "",
        "no",
        "https://",
        "http://[::1",
        "https://a.org:99999/",
        "https://" + "ü" * 80,
        "mailto:a@b.c",
    ],
)
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(InvalidInput):
        canonical_url(url)


@pytest.mark.parametrize(
    "slug",
    [
        "", " ", "a b", "../../etc/passwd", "a/b", "a\\b", ".", "..", ".hidden", "a]]|b", "a#b",
        "a^b", "kb:x", "a\nb", "a\0b", "a\u202eb", "\ud800", "index", "CON", "plan.md", "x" * 81,
    ],
)  # fmt: skip
def test_a_chosen_slug_that_a_link_or_a_file_cannot_have_is_refused(slug):
    with pytest.raises(InvalidInput):
        checked_slug(slug)


@given(st.text(max_size=100))
def test_a_slug_that_a_title_gives_may_be_chosen(title):
    made = slug_of(title, _DAY)
    assert checked_slug(made) == made
