import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from camillo.ingest.outline import outline

PARTS = st.sampled_from(
    ["# a\n", "text\n", "\n", "```\n", "~~~\n", "===\n", "---\n", "    code\n", "- item\n", "#b\n"]
)


def sections(text: str) -> list[str]:
    return [text[start:].split("\n", 1)[0] for start in outline(text, markdown=True).sections]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A\n\ntext\n## B\n", ["# A", "## B"]),
        ("A\n===\n\nB\n---\n", ["A", "B"]),
        ("text\n\n---\n\ntext\n", []),
        ("- item\n---\n", []),
        ("```\n```\n===\n", []),
        ("A\n===\n===\n", ["A"]),
        ("```\n# A\n```\n# B\n", ["# B"]),
        ("````\n```\n# A\n````\n# B\n", ["# B"]),
        ("``` py\n# A\n``` no end\n# B\n", []),
        ("---\ntitle: A\n---\n# B\n", ["# B"]),
        ("\n---\nB\n===\n", ["B"]),
    ],
)
def test_sections_start_at_headings_outside_code(text, expected):
    assert sections(text) == expected


def test_fenced_code_is_a_block_with_its_fences_even_when_it_never_ends():
    text = "a\n```\nx\n```\nb\n  ~~~\ny\n"
    assert [text[first:last] for first, last in outline(text, True).blocks] == [
        "```\nx\n```\n",
        "  ~~~\ny\n",
    ]


def test_definitions_without_indent_start_sections_of_source_code():
    text = "import a\n\n\ndef f():\n    x\n\n    y\n\n)\n\n@dec\nclass G:\n"
    assert [text[at:].split("\n")[0] for at in outline(text, False).sections] == [
        "def f():",
        "@dec",
    ]


@given(st.lists(PARTS, max_size=30).map("".join), st.booleans())
@example("```\n```\n===\n", True)
def test_an_outline_is_in_order_and_inside_the_text(text, markdown):
    found = outline(text, markdown)
    assert found.sections == sorted(set(found.sections))
    edges = [edge for block in found.blocks for edge in block]
    assert edges == sorted(edges)
    assert all(0 <= place <= len(text) for place in [*found.sections, *edges, *found.glued])
    assert not any(a < place < b for place in found.sections for a, b in found.blocks)


@given(st.lists(PARTS, max_size=30).map("".join), st.integers(0, 60), st.integers(0, 60))
def test_what_lies_between_two_places_is_found(text, first, last):
    found = outline(text, True)
    assert found.sections_between(first, last) == [
        at for at in found.sections if first <= at <= last
    ]
    torn = {
        (a, b) for a, b in found.blocks if any(a < place < b for place in range(first, last + 1))
    }
    assert torn <= set(found.blocks_between(first, last))
