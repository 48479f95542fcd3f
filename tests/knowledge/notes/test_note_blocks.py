"""Code, comments and headings are where CommonMark sees them, and hostile text costs no more than its length."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from camillo.knowledge.notes.blocks import blocks, heading_text
from camillo.knowledge.notes.inline import pieces
from camillo.knowledge.notes.links import note_links, note_tags

# An indented heading after a nested paragraph is left out: CommonMark has it as a lazy line of the
# paragraph, as here, and markdown-it-py as code.
_LINES = st.sampled_from(
    [
        "",
        "",
        "text",
        "more `x` y",
        "    four",
        "      six",
        "\ttab",
        "> quote",
        ">     deep",
        "> > two",
        ">",
        "- item",
        "-     code",
        "  two",
        "1. one",
        "2. two",
        "   three",
        "- - nested",
        "-",
        "* * *",
        "---",
        "```",
        "````",
        "``` py",
        "~~~",
        "  ```",
        "   ~~~~",
        "> ```",
        "- ```",
        "``` a`b",
        "`code`",
        "# head",
        "#no",
        "===",
        "#",
        "+ plus",
        "\t\ttabs",
        "- \ttab",
        " -   x",
        "10) ten",
    ]
)


def code_lines(text: str) -> set[int]:
    """Lines that markdown-it-py takes for code, blank ones left out."""
    found: set[int] = set()
    lines = text.split("\n")
    for token in MarkdownIt("commonmark").parse(text):
        if token.type in ("fence", "code_block") and token.map:
            found.update(range(token.map[0], min(token.map[1], len(lines))))
    return {line for line in found if lines[line].strip(" \t>")}


def own_code_lines(text: str) -> set[int]:
    found: set[int] = set()
    lines = text.split("\n")
    for block in blocks(text):
        if block.kind == "code":
            first = text.count("\n", 0, block.start)
            found.update(range(first, first + text.count("\n", block.start, block.end) + 1))
            if text[: block.end].endswith("\n"):
                found.discard(text.count("\n", 0, block.end))
    return {line for line in found if line < len(lines) and lines[line].strip(" \t>")}


@settings(max_examples=200)
@given(st.lists(_LINES, max_size=12))
def test_code_blocks_are_those_of_commonmark(lines: list[str]) -> None:
    text = "x\n\n" + "\n".join(lines)
    assert own_code_lines(text) == code_lines(text)


@settings(max_examples=150)
@given(st.lists(st.sampled_from(["`", "``", "```", "\\", "a", " ", "\n", "<b>", "*"]), max_size=14))
def test_code_spans_are_those_of_commonmark(parts: list[str]) -> None:
    text = "x" + "".join(parts).replace("\n\n", "\n").replace("\n```", "\n")
    tokens = MarkdownIt("commonmark").parse(text)
    wanted = [
        child.content
        for token in tokens
        for child in token.children or ()
        if child.type == "code_inline"
    ]
    found = [
        text[piece.start : piece.end].strip("`")
        for block in blocks(text)
        for piece in pieces(text, block.start, block.end)
        if piece.kind == "code"
    ]
    if all(block.kind in ("text", "heading") for block in blocks(text)):
        assert [one.replace("\n", " ").strip() for one in found] == [one.strip() for one in wanted]


@given(st.text(st.sampled_from("`~#->[]()|\\ \n\t\r<!ab:$"), max_size=80))
def test_blocks_are_in_order_and_inside_the_text(text: str) -> None:
    at = 0
    for block in blocks(text):
        assert at <= block.start < block.end <= len(text)
        at = block.end
        for piece in pieces(text, block.start, block.end):
            assert block.start <= piece.start < piece.end <= block.end


@pytest.mark.parametrize(
    "text",
    [
        "`[[a]]`",
        "``[[a]] ` ``",
        "```\n[[a]]\n```",
        "~~~\n[[a]]\n\n[[a]]",
        "```` x\n```\n[[a]]\n",
        "text\n\n    [[a]]\n",
        "- item\n\n      [[a]]",
        "> ```\n> [[a]]\n> ```",
        "<!-- [[a]] -->",
        "<!--\n\n[[a]]\n\n-->",
        "<pre>\n\n[[a]]\n</pre>",
        "\\[[a]]",
        "---\nnote: '[[a]]'\n---\n",
        "[a](https://x.org/a.md) [a](mailto:a.md) [b](#a) ![[a.png]] [[#own]] [c](a.txt)",
    ],
)
def test_what_looks_like_a_link_in_code_is_none(text: str) -> None:
    assert note_links(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "- item\n    [[a]]",
        "- item\n\n    [[a]]",
        "para\n    [[a]]",
        "> ```\n[[a]]",
        "- ```\n\n[[a]]",
        "` [[a]]",
        "```a`\n[[a]]",
        "\\`[[a]]`",
        "`x` [[a]] `y`",
        "`x\n\n[[a]]`",
        "<!-- x --> [[a]]",
        "<!-- x\n\n--> y\n\n[[a]]",
        "<div>[[a]]</div>",
        "# [[a]]",
        "| a `b | c |\n|---|---|\n| [[a]] | ` |",
    ],
)
def test_what_only_looks_like_code_keeps_its_link(text: str) -> None:
    assert [one.target for one in note_links(text)] == ["a"]


def test_headings_are_told_without_their_marks() -> None:
    told = {
        "# One #": "One",
        "### C#": "C#",
        "> ## Two": "Two",
        "Three\n===": "Three",
        "- # Four": "Four",
    }
    for text, words in told.items():
        block = next(block for block in blocks(text) if block.kind == "heading")
        assert heading_text(text, block) == words


_HOSTILE = {
    "ticks": "`",
    "ticks apart": "` `` ``` ",
    "brackets": "[",
    "wiki openings": "[[a",
    "nested": "[[[a]](",
    "links": "[a](b ",
    "calls": "](](",
    "parens": "[a](((",
    "tags": "<a b=\"c' ",
    "open tags": "<a b ",
    "comments": "<!-- ",
    "comment lines": "<!--\n",
    "quotes": ">",
    "quote lines": "> > > x\n",
    "items": "- ",
    "item lines": "- - - - x\n\n\n",
    "fences": "```\nx\n~~~\n",
    "rules": "- - - x\n",
    "dollars": "$a ",
    "double dollars": "$$ ",
    "urls": "http://",
    "letters": "a",
    "scheme": "a.b-c+",
    "hashes": "#a/",
    "spaces": " ",
    "tabs": "\t",
    "lines": "\n",
    "returns": "\r",
    "pipes": "|-|\n",
    "equals": "a\n===\n",
    "escapes": "\\",
    "titles": '[a](b "',
    "front": "---\n",
}


def seconds(text: str) -> float:
    started = time.thread_time()
    note_links(text)
    note_tags(text)
    return time.thread_time() - started


@pytest.mark.slow
@pytest.mark.parametrize("name", _HOSTILE)
def test_time_grows_no_faster_than_the_text(name: str) -> None:
    part = _HOSTILE[name]
    seconds(part * 100)
    small = min(seconds(part * (40_000 // len(part))) for _ in range(3))
    large = seconds(part * (320_000 // len(part)))
    assert large < 24 * small + 0.05


@pytest.mark.slow
def test_ten_megabytes_of_backticks_are_read() -> None:
    assert seconds("`" * 10_000_000) < 20
    assert seconds("a " + "`" * 10_000_000) < 20
