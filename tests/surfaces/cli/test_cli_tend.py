"""camillo tend, and the map and the related notes of camillo note."""

import pytest


@pytest.fixture
def notes(camillo):
    for title, text in (
        ("OAuth", "Codes are safe. Tiago Almeida wrote it. See [[Budget]]."),
        ("Plan", "Ask Tiago Almeida."),
    ):
        assert camillo("note", "create", text, "--title", title, "--no-autolink")[0] == 0
    assert camillo("diary", "write", "reviewer", "OAuth first.")[0] == 0


def test_tending_links_once_and_is_undone_for_good(camillo, as_json, notes):
    code, out, _ = camillo("tend")
    assert code == 0 and "1 link made, 1 proposed" in out and "oauth  OAuth" in out
    (link,) = as_json("tend", "--list")["standing"]
    assert as_json("tend") == {"linked": [], "open": as_json("tend")["open"], "flags": []}
    assert as_json("tend", "--undo", str(link["number"])) == {"undone": 1}
    assert as_json("tend")["linked"] == [] and as_json("tend", "--list") == {"standing": []}


def test_all_links_are_taken_back_at_once(camillo, as_json, notes):
    camillo("tend")
    assert as_json("tend", "--undo", "all") == {"undone": 1}
    assert camillo("tend", "--list")[1] == "Tending has made no link that stands.\n"


@pytest.mark.parametrize(
    "words", [("--undo", "x"), ("--undo", "999"), ("--undo", "1", "--list"), ("--undo", "\u0662")]
)
def test_what_cannot_be_undone_is_told(camillo, notes, words):
    code, _, err = camillo("tend", *words)
    assert code not in (0,) and err


def test_what_is_proposed_is_shown_as_drafted_before_anything_is_done(camillo, as_json, notes):
    (one,) = as_json("tend")["open"]
    code, out, _ = camillo("reflect")
    assert code == 0 and one["id"] in out and "as drafted:" in out and "# Budget" in out
    as_json("reflect", "accept", one["id"])
    assert as_json("note", "read", "budget")["slug"] == "budget"
    assert as_json("tend")["open"] == []


def test_the_map_and_related_notes_are_told(camillo, as_json, notes):
    told = as_json("note", "map")
    assert [page["slug"] for page in told["pages"]] == ["plan", "oauth"]
    assert told["broken"] == [{"target": "Budget", "wanted_by": ["oauth"]}]
    assert "[[plan]] Plan" in camillo("note", "map")[1]
    assert camillo("note", "map", "--tokens", "0")[1] == "No note fits; raise --tokens.\n"
    (found,) = as_json("note", "related", "plan")["related"]
    assert found["slug"] == "oauth"
    assert "Tiago Almeida" in camillo("note", "related", "oauth")[1]
