"""Lines of key and value, front matter and tables: what they are about, and what is left alone."""

import pytest

from camillo.knowledge.claims.finding import claims
from camillo.ports.knowing import Said


def pairs(text, **rest):
    found = claims(Said(text, "en", **rest))
    return [f"{one.subject} | {one.predicate} | {one.object}" for one in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Atlas\n\nOwner: Ada\nStatus: beta", ["Atlas | led by | Ada", "Atlas | status | beta"]),
        ("# Atlas\n- **Owner:** Ada Kay\n", ["Atlas | led by | Ada Kay"]),
        ("# 阿特拉斯\n负责人：王芳", ["阿特拉斯 | led by | 王芳"]),
        ("---\ntitle: Atlas\nowner: Ada\n---\n", ["Atlas | led by | Ada"]),
        ("Name: Ada\nRole: engineer", ["Ada | works as | engineer"]),
        ("# Atlas\nOwners: Ada, Ben", ["Atlas | led by | Ada", "Atlas | led by | Ben"]),
        (
            "| Service | Owner | Note |\n|---|---|---|\n| Billing | Ada | x |\n| Search | Ben | y |",
            ["Billing | led by | Ada", "Search | led by | Ben"],
        ),
    ],
)
def test_pairs_are_about_their_block_their_heading_or_their_row(text, expected):
    assert pairs(text) == expected


def test_in_a_file_pairs_without_a_heading_are_about_the_file():
    assert pairs("owner: Ada", conversation="notes/atlas.md") == ["atlas | led by | Ada"]
    assert pairs("owner: Ada", conversation="notes/atlas.md", speaker="Ben") == []


@pytest.mark.parametrize(
    "text",
    [
        "Owner: Ada",
        "# Atlas\nNote: Ada",
        "# Atlas\nOwner: TBD",
        "# Atlas\nOwner: who knows?",
        "# Atlas\nA first line of prose.\n\nOwner: Ada",
        "# Atlas\n```\nowner: Ada\n```",
        "# Atlas\nOwner: this is a long sentence that goes on and on and says much",
        "| Owner |\n|---|\n| Ada |",
        "Owner:",
        "| a | owner |\n| - | - |\n",
    ],
)
def test_what_is_about_nothing_or_says_nothing_is_left_alone(text):
    assert pairs(text) == []
