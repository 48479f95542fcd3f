"""``camillo entity`` as a person and as a program would call it."""

import pytest

from camillo.surfaces.cli import codes


@pytest.fixture
def filed(as_json):
    for text in (
        "We saw Melanie in Porto.",
        "So Melanie and Mel left.",
        "Then Mel wrote \x1b[31m.",
    ):
        as_json("add", text, "--wing", "orion", "--at", "2024-05-01")


def test_names_are_listed_and_shown_with_their_mentions(filed, as_json, camillo):
    assert [one["name"] for one in as_json("entity", "list")["entities"]] == ["Mel", "Melanie"]
    shown = as_json("entity", "show", "mel", "--limit", "1")
    assert shown["entity"]["drawers"] == 2 and len(shown["mentions"]) == 1
    code, out, _ = camillo("entity", "show", "Mel")
    assert code == codes.DONE and "\x1b[31m" not in out and "\\x1b[31m" in out
    assert "named in: 2 drawers of 2 conversations" in out


def test_names_are_merged_and_that_is_undone_by_its_number(filed, as_json, camillo):
    assert "melanie" in camillo("entity", "alike")[1]
    number = as_json("entity", "merge", "Mel", "Melanie")["ids"][0]
    assert as_json("entity", "show", "Mel")["entity"]["aliases"] == ["Mel"]
    as_json("entity", "split", "Mel")
    as_json("entity", "undo")
    as_json("entity", "undo", number)
    assert as_json("entity", "show", "Mel")["entity"]["aliases"] == []
    assert [one["undone"] for one in as_json("entity", "history", "Mel")["changes"]] == [
        True,
        True,
        False,
        False,
    ]


def test_names_are_given_by_hand_and_shown_inert(filed, as_json, camillo):
    as_json("entity", "alias", "Porto", "Invicta")
    as_json("entity", "kind", "Porto", "place")
    as_json("entity", "rename", "Porto", "Porto \u202e")
    code, out, _ = camillo("entity", "list", "--kind", "place")
    assert code == codes.DONE and "\u202e" not in out and "invicta" in out


@pytest.mark.parametrize(
    "words",
    [
        ("merge", "Mel"),
        ("show",),
        ("list", "Mel"),
        ("undo", "x"),
        ("undo", "99"),
        ("show", "Nobody"),
        ("split", "Mel"),
    ],
)
def test_wrong_usage_is_one_line_that_says_what_to_do(filed, camillo, words):
    code, out, err = camillo("entity", *words)
    assert code != codes.DONE and out == ""
    assert len(err.strip().split("\n")) == 1 and "\u202e" not in err


def test_a_palace_without_names_says_so(as_json, camillo):
    as_json("add", "nothing in particular")
    for action in ("list", "alike"):
        code, out, _ = camillo("entity", action)
        assert code == codes.FOUND_WANTING and out.startswith("No ")
