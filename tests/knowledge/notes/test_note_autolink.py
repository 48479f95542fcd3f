"""Autolinks are rather missing than wrong, change nothing but what they insert, and are put once."""

import random
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from camillo.knowledge.notes.autolink import Titles, autolink
from camillo.knowledge.notes.blocks import blocks
from camillo.knowledge.notes.inline import pieces
from camillo.knowledge.notes.links import note_links

_PAGES = [
    ("oauth", "OAuth"),
    ("oauth-flow", "OAuth Flow"),
    ("knowledge-base", "Knowledge Base"),
    ("rust", "Rust"),
    ("circuit-breaker", "circuit breaker"),
    ("2026-01-02-0a1b2c3d", "知识库"),
    ("2026-01-02-1a1b2c3d", "知识库设计"),
    ("2026-01-02-2a1b2c3d", "库"),
    ("2026-01-02-3a1b2c3d", "그래프"),
    ("2026-01-02-4a1b2c3d", "데이터"),
    ("2026-01-02-5a1b2c3d", "テスト"),
    ("ab", "AB"),
    ("ana", "ana"),
    ("this", "This"),
    ("bar", "A | bar"),
    ("bracket", "A [bracket]"),
    ("same-1", "Twice Told"),
    ("same-2", "twice told"),
    ("cafe", "Café"),
    ("node-js", "Node.js"),
    ("kana", "こと"),
    ("thai", "คำ"),
]
_TITLES = Titles(_PAGES)


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        ("OAuth here, OAuth there", "[[oauth|OAuth]] here, OAuth there"),
        ("The OAuth Flow of OAuth", "The [[oauth-flow|OAuth Flow]] of [[oauth|OAuth]]"),
        ("ana's cat", "[[ana]]'s cat"),
        ("Ana's cat", "[[ana|Ana]]'s cat"),
        ("a knowledge base.", "a [[knowledge-base|knowledge base]]."),
        ("Circuit breaker", "[[circuit-breaker|Circuit breaker]]"),
        ("我们的知识库很好", "我们的[[2026-01-02-0a1b2c3d|知识库]]很好"),
        (
            "知识库设计与知识库",
            "[[2026-01-02-1a1b2c3d|知识库设计]]与[[2026-01-02-0a1b2c3d|知识库]]",
        ),
        ("使用OAuth的", "使用[[oauth|OAuth]]的"),
        ("그래프는 좋다", "[[2026-01-02-3a1b2c3d|그래프]]는 좋다"),
        ("テスト中", "[[2026-01-02-5a1b2c3d|テスト]]中"),
        ("with Node.js.", "with [[node-js|Node.js]]."),
        ("le café, Café", "le café, [[cafe|Café]]"),
        ("| a | b |\n|--|--|\n| OAuth | x |", "| a | b |\n|--|--|\n| [[oauth\\|OAuth]] | x |"),
        ("- item\n    OAuth", "- item\n    [[oauth|OAuth]]"),
        ("**OAuth** (OAuth)", "**[[oauth|OAuth]]** (OAuth)"),
        ("`OAuth` OAuth", "`OAuth` [[oauth|OAuth]]"),
        ("---\ntitle: OAuth\n---\nOAuth", "---\ntitle: OAuth\n---\n[[oauth|OAuth]]"),
    ],
)
def test_a_page_is_linked_where_it_is_named_first(text: str, linked: str) -> None:
    assert autolink(text, _TITLES) == linked


@pytest.mark.parametrize(
    "text",
    [
        "OAuths, unOAuth, OAuth2, OAuth_x, my-OAuth, OAuth-based, OAuthé",
        "rust on iron",
        "AB and 库 and this. This",
        "コンテスト, テストー",
        "ことばとひとこと",
        "คำ",
        "서브그래프",
        "`OAuth`",
        "``OAuth ` ``",
        "```\nOAuth\n```",
        "```\nOAuth\n\nOAuth",
        "~~~ x\nOAuth",
        "text\n\n    OAuth",
        "- a\n\n      OAuth",
        "[[oauth]] OAuth",
        "[[OAuth]] OAuth",
        "[[kb:oauth|x]] OAuth",
        "[x](oauth.md) OAuth",
        "---\nsources: [oauth]\n---\nOAuth",
        "[[other|about OAuth]]",
        "[see OAuth here](https://x.org)",
        "[see OAuth here][ref]",
        "[OAuth]: https://x.org",
        "![OAuth](x.png)",
        "https://x.org/OAuth and www.OAuth.org/OAuth",
        "<https://x.org/OAuth>",
        "me@OAuth.org, OAuth@x.org, OAuth.org, a/OAuth, OAuth/b, #OAuth, @OAuth, $OAuth, C:\\OAuth",
        '<span title="OAuth">x</span>',
        "<a href='x'>OAuth</a> <code>OAuth</code>",
        "<div>\nOAuth\n</div>",
        "<!-- OAuth -->",
        "<!--\n\nOAuth\n\n-->",
        "# OAuth\n\n## On OAuth ##\n\nOAuth\n===",
        "$OAuth$ and $$ OAuth $$",
        "---\nautolink: false\n---\nOAuth",
        "A | bar and A [bracket]",
        "twice told",
        "OAuth(2), !OAuth, [OAuth",
        "Knowledge\nBase",
    ],
)
def test_what_might_be_wrong_is_not_linked(text: str) -> None:
    assert autolink(text, _TITLES) == text


def test_a_page_never_links_to_itself() -> None:
    assert (
        autolink("OAuth, OAuth Flow", _TITLES, exclude="oauth")
        == "OAuth, [[oauth-flow|OAuth Flow]]"
    )
    assert autolink("OAuth Flow", _TITLES, exclude="oauth-flow") == "OAuth Flow"


def test_a_longer_title_hides_the_shorter_one_in_it() -> None:
    text = "[[oauth-flow]]: the OAuth Flow"
    assert autolink(text, _TITLES) == text


def test_slugs_that_would_break_a_link_are_left_out() -> None:
    titles = Titles(
        [("a|b", "Some Page"), ("a]]b", "Other Page"), ("a\nb", "Third Page"), ("", "No Page")]
    )
    text = "Some Page, Other Page, Third Page, No Page"
    assert autolink(text, titles) == text


_WORDS = st.sampled_from(
    [title for _, title in _PAGES]
    + [
        "oauth",
        " ",
        " ",
        " ",
        "\n",
        "\n\n",
        "`",
        "``",
        "```\n",
        "~~~\n",
        "    ",
        "[[",
        "]]",
        "[",
        "](",
        ")",
        "|",
    ]
    + [
        "<!--",
        "-->",
        "<a>",
        "</a>",
        "<div>",
        "# ",
        "- ",
        "> ",
        "https://x.org/",
        "www.",
        ".",
        ":",
        "*",
        "$",
        "$$",
    ]
    + [
        "|--|--|\n",
        "\\",
        "!",
        "#",
        "@",
        "[[oauth]]",
        "[[知识库|x]]",
        "[x]: ",
        "---\n",
        "\t",
        "---\na: b\n---\n",
        "'s",
    ]
)


def without(linked: str, text: str) -> str:
    """Takes the marks out that are in ``linked`` and not in ``text``, from the left."""
    marks = "|".join(
        rf"\[\[{slug}\\?\|{re.escape(title)}\]\]"
        for slug, title in sorted(_PAGES, key=lambda one: -len(one[1]))
    )
    pattern = re.compile(rf"(?i:{marks})|\[\[ana\]\]")
    at, parts = 0, []
    for found in pattern.finditer(linked):
        so_far = "".join(parts) + linked[at : found.start()]
        if text.startswith(so_far + found[0]):
            continue
        shown = found[0][2:-2].rpartition("|")[2]
        parts += [linked[at : found.start()], shown]
        at = found.end()
    return "".join(parts) + linked[at:]


@settings(max_examples=200)
@given(st.lists(_WORDS, max_size=30), st.sampled_from(["", "oauth", "2026-01-02-0a1b2c3d"]))
def test_only_links_are_inserted_and_only_once(words: list[str], exclude: str) -> None:
    text = "".join(words)
    linked = autolink(text, _TITLES, exclude)
    assert autolink(linked, _TITLES, exclude) == linked
    assert without(linked, text) == text
    before = {piece for piece in closed(text)}
    assert before <= set(closed(linked)), "code, links and comments are as they were"
    targets = [link.target for link in note_links(linked)]
    new = [
        target
        for target in targets
        if targets.count(target) > [one.target for one in note_links(text)].count(target)
    ]
    assert len(new) == len(set(new))
    assert exclude not in new
    assert len(note_links(linked)) >= len(note_links(text))


def closed(text: str) -> list[tuple[str, str]]:
    found = []
    for block in blocks(text):
        if block.kind in ("code", "html", "heading", "front"):
            found.append((block.kind, text[block.start : block.end]))
        else:
            for piece in pieces(text, block.start, block.end):
                if piece.kind in ("code", "comment", "wiki", "html", "url"):
                    found.append((piece.kind, text[piece.start : piece.end]))
    return found


def made(pages: int) -> tuple[Titles, str]:
    source = random.Random(7)
    words = [
        "".join(source.choices("abcdefghijklmnoprstuv", k=source.randint(3, 9)))
        for _ in range(4_000)
    ]
    titles = [" ".join(source.choices(words, k=source.randint(1, 4))).title() for _ in range(pages)]
    listed = [(f"page-{at}", title) for at, title in enumerate(titles)]
    text = ""
    while len(text) < 5_000:
        text += " ".join(source.choices(words, k=12)) + ". " + source.choice(titles) + " it is.\n\n"
    return Titles(listed), text


def test_a_note_is_linked_quickly_among_ten_thousand_pages() -> None:
    titles, text = made(10_000)
    linked = autolink(text, titles)
    assert linked.count("[[page-") > 20
    taken = []
    for _ in range(5):
        started = time.thread_time()
        autolink(text, titles)
        taken.append(time.thread_time() - started)
    assert min(taken) < 0.03


@pytest.mark.slow
@pytest.mark.parametrize(
    "part", ["OAuth ", "知识库", "OAuth Flow OAuth ", "[[oauth", "`OAuth", "a" * 40 + " "]
)
def test_linking_takes_time_as_the_text_grows(part: str) -> None:
    def seconds(size: int) -> float:
        started = time.thread_time()
        autolink(part * (size // len(part)), _TITLES)
        return time.thread_time() - started

    seconds(1_000)
    small = min(seconds(30_000) for _ in range(3))
    assert seconds(240_000) < 24 * small + 0.05


_ODD = st.sampled_from(
    [
        "abc",
        "Def",
        "库存",
        "데이터",
        "テスト",
        " ",
        "-",
        ".",
        "'",
        "(",
        ")",
        "#",
        "^",
        "!",
        "]",
        "|",
        "\n",
    ]
)


@given(st.data())
def test_whatever_titles_hold_their_links_lead_to_them(data) -> None:
    titles = data.draw(
        st.lists(st.lists(_ODD, min_size=1, max_size=4).map("".join), min_size=1, max_size=4)
    )
    pages = {f"page-{at}": title for at, title in enumerate(titles)}
    parts = st.sampled_from([*titles, " ", "\n\n", ". ", "| ", "`", "[", "](a.md)", "> "])
    text = "".join(data.draw(st.lists(parts, max_size=8)))
    linked = autolink(text, Titles(pages.items()))
    assert autolink(linked, Titles(pages.items())) == linked
    before = [link.target for link in note_links(text)]
    after = [link.target for link in note_links(linked)]
    for target in before:
        after.remove(target)
    assert len(after) == len(set(after)) == linked.count("[[page-")
    assert set(after) <= set(pages)
