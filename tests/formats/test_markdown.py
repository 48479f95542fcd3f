import io
from time import thread_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.turn import Turn
from camillo.formats.markdown import READER, first_heading, front_matter
from camillo.ports.reader import SourceFile


def read(text: str, name: str = "note.md") -> Turn:
    content = text.encode()
    file = SourceFile(
        f"file:///x/{name}", name, len(content), content[:65_536], lambda: io.BytesIO(content)
    )
    assert READER.sniff(file)
    (turn,) = READER.read(file)
    assert isinstance(turn, Turn)
    assert turn.content == content
    return turn


def test_front_matter_gives_title_time_and_meta_and_stays_in_the_text():
    turn = read(
        "---\ntitle: The move\ndate: 2025-06-01T10:00:00+02:00\ntags:\n  - api\n  - graphql\n---\n# Why\n"
    )
    assert turn.title == "The move"
    assert turn.at is not None and turn.at.text == "2025-06-01T10:00:00+02:00"
    assert turn.meta["tags"] == ["api", "graphql"]
    assert turn.text.startswith("---\ntitle")
    assert (turn.kind, turn.media_type, turn.role) == ("markdown", "text/markdown", "document")


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Some text\n\n## Second ##\n", "Second"),
        ("C#\n\n# C# and F#\n", "C# and F#"),
        ("Title\n=====\n", "Title"),
        ("```\n# code\n```\n# Real\n", "Real"),
        ("~~~~\n# code\n~~~\n# still code\n~~~~\n# Real\n", "Real"),
        ("\ufeff# Marked\n", "Marked"),
        ("#hashtag only\n", "note.md"),
        ("no heading\n", "note.md"),
        ("# " + "x" * 400 + "\n", "note.md"),
        ("---\na: b\n---\n", "note.md"),
    ],
)
def test_the_title_is_the_first_heading_or_the_file_name(text, title):
    assert read(text).title == title


@pytest.mark.parametrize(
    ("front", "name", "at"),
    [
        ("date: 2025-06-01", "n.md", "2025-06-01"),
        ('created: "2025-06-01 09:30"', "n.md", "2025-06-01 09:30"),
        ("Date: 2025-06-01", "2024-01-01.md", "2025-06-01"),
        ("updated: 2025-06-01", "n.md", None),
        ("date: yesterday", "n.md", None),
        ("date: yesterday", "2024-01-01.md", "2024-01-01"),
        ("date: [2025-06-01]", "n.md", None),
    ],
)
def test_the_time_is_what_the_note_says_or_missing(front, name, at):
    found = read(f"---\n{front}\n---\nbody\n", name).at
    assert (found.text if found else None) == at


def test_scalars_and_lists_are_texts_and_the_rest_is_left():
    text = (
        "---\n# comment\nplain: value # why\nquoted: 'a: b # c'\nno: no\nempty:\nlist: [one, \"two, three\", ]\n"
        "nested:\n  inner: 1\nfolded: >\n  long\n  text\nurl: https://example.org/a#b\n- stray\n"
        "block:\n- x\n- y\nplain: again\n...\n"
    )
    assert front_matter(text) == {
        "plain": "value",
        "quoted": "a: b # c",
        "no": "no",
        "list": ["one", "two, three"],
        "url": "https://example.org/a#b",
        "block": ["x", "y"],
    }


@pytest.mark.parametrize(
    "text", ["", "---\n", "--- \nkey: value\n", " ---\na: b\n---\n", "text\n---\na: b\n---\n"]
)
def test_what_is_no_front_matter_gives_nothing(text):
    assert front_matter(text) == {}


def test_windows_line_ends_and_a_byte_order_mark_are_no_hindrance():
    assert front_matter("\ufeff---\r\ntitle: A\r\ntags: [x]\r\n---\r\n") == {
        "title": "A",
        "tags": ["x"],
    }


def test_hostile_front_matter_is_bounded():
    lines = [f"k{n}: v" for n in range(1_000)] + ["long: " + "x" * 5_000, "y" * 100 + ": v"]
    assert len(front_matter("---\n" + "\n".join(lines[:900]) + "\n---\n")) == 64
    assert front_matter("---\n" + "\n".join(lines[1_000:]) + "\n---\n") == {}
    items = "\n".join(f"- {n}" for n in range(500))
    found = front_matter(f"---\na: [{', '.join('x' * 500)}]\nb:\n{items}\n---\n")
    assert len(found["a"]) == len(found["b"]) == 100


@pytest.mark.parametrize(
    "filler",
    [
        "a" + " " * 15_000,
        '"' * 15_000,
        "- " * 7_000,
        "[" * 15_000,
        "a: [" + "'a" * 7_000 + "]",
        " #" * 7_000,
    ],
)
def test_hostile_lines_cost_no_more_than_their_length(filler):
    began = thread_time()
    front_matter(f"---\n{filler}\n---\n")
    first_heading("# " + filler)
    first_heading(filler * 4 + "\n===")
    assert thread_time() - began < 5  # catastrophic matching takes minutes


@given(st.text(max_size=300))
def test_any_text_is_read_exactly(text):
    front_matter("---\n" + text + "\n---\n")
    first_heading(text)


def test_only_names_of_markdown_are_taken():
    for name, is_taken in (
        ("a.md", True),
        ("A.MD", True),
        ("a.markdown", True),
        ("a.txt", False),
        ("md", False),
    ):
        assert READER.sniff(SourceFile("file:///" + name, name, 2, b"hi", io.BytesIO)) is is_taken
    assert not READER.sniff(SourceFile("file:///a.md", "a.md", 8, b"\x89PNG\r\n\x1a\n", io.BytesIO))
