"""``camillo episodes``, ``gist`` and ``prune`` as a person and as a program would call them."""

import json
from pathlib import Path

import pytest

from camillo.surfaces.cli import codes

SAMPLES = Path(__file__).parents[3] / "samples" / "claude-code"


@pytest.fixture
def mined(as_json):
    as_json("mine", str(SAMPLES), "--quick")
    return [one["id"] for one in as_json("episodes", "list")["episodes"]]


def test_sessions_are_listed_shown_and_searched(mined, as_json, camillo):
    assert len(mined) == 2
    shown = as_json("episodes", "show", mined[0])
    assert shown["turns"] == len(shown["ids"]) == 31 and len(shown["steps"]) == 8
    found = as_json("episodes", "search", "why", "did", "the", "boards", "go", "blank?")["episodes"]
    assert found[0]["episode"]["id"] == mined[0]
    assert set(found[0]["hits"]) <= set(shown["ids"])
    for words in (["list"], ["show", mined[0]], ["search", "boards"]):
        code, out, _ = camillo("episodes", *words)
        assert code == 0 and mined[0] in out


def test_a_gist_tells_lines_with_their_ids(mined, as_json, camillo):
    gist = as_json("gist", mined[0])
    assert 0.05 <= gist["share"] <= 0.15
    for line in gist["lines"]:
        assert as_json("get", line["id"])["text"] == line["text"]
    code, out, _ = camillo("gist", mined[0])
    assert code == 0 and all(line["id"] in out for line in gist["lines"])
    assert camillo("gist", "ff" * 12)[0] == codes.FOUND_WANTING


def test_a_gist_is_told_in_shorthand_and_found_by_its_words(mined, as_json, camillo):
    made = as_json("gist", mined[0], "--shorthand")["shorthand"]
    code, out, _ = camillo("gist", mined[0], "--shorthand")
    assert code == 0 and made["text"] in out
    assert f"{made['tokens']} tokens for {made['stands_for']}" in out
    word = made["briefs"][0]["words"][-1]
    found = as_json("gist", "--search", word)["gists"]
    assert mined[0] in [one["gist"]["episode"] for one in found]
    assert all(
        word.casefold() in as_json("get", one["hits"][0])["text"].casefold() for one in found
    )
    assert found[0]["hits"][0] in camillo("gist", "--search", word)[1]
    assert camillo("gist", "--search", "zeppelins")[0] == codes.FOUND_WANTING
    assert camillo("gist")[0] == camillo("gist", mined[0], "--search", word)[0] == codes.WRONG_INPUT


def test_lines_of_a_model_are_told_as_derived_with_what_they_rest_on(
    mined, as_json, camillo, api, monkeypatch
):
    said = as_json("gist", mined[0])["lines"][1]

    def script(exchange):
        fences = exchange.body["messages"][1]["content"].split("<memory ")
        number = next((at for at, each in enumerate(fences) if said["text"] in each), 1)
        cite = {"passage": number, "quote": said["text"]}
        exchange.say(json.dumps({"lines": [{"text": said["text"], "cites": [cite]}]}))

    api.answers(script)
    for name, value in (("URL", api.url), ("MODEL", "tiny"), ("GISTS", "true")):
        monkeypatch.setenv(f"CAMILLO_LLM_{name}", value)
    assert camillo("refine")[0] == codes.DONE
    out = camillo("gist", mined[0])[1]
    assert "in the words of tiny, derived:" in out and f"from {said['id']}" in out
    gist = as_json("gist", mined[0])
    assert gist["by"] == "tiny" and gist["retold"][0]["cites"][0]["id"] == said["id"]


def test_nothing_was_added_to_a_text_by_later_ones(mined, as_json, camillo):
    id = as_json("episodes", "show", mined[0])["ids"][0]
    assert as_json("episodes", "context", id) == {"id": id, "version": 0, "lines": []}
    assert camillo("episodes", "undo", id)[0] == codes.FOUND_WANTING


@pytest.mark.parametrize(
    "words", [["show"], ["list", "more"], ["search"], ["show", "one", "two"], ["forget"]]
)
def test_a_missing_or_spare_word_is_wrong_input(mined, camillo, words):
    assert camillo("episodes", *words)[0] == codes.WRONG_INPUT


@pytest.mark.parametrize("words", [["episodes", "show"], ["gist"], ["compress"]])
@pytest.mark.parametrize("id", ["a-session", "0123456789ab"])
def test_an_id_that_is_none_is_told_as_it_was_written(mined, camillo, words, id):
    code, _, err = camillo(*words, id)
    assert code and f"'{id}'" in err and ":0-0" not in err


def test_pruning_tells_how_to_bring_back_what_it_hid(mined, as_json, camillo):
    out = camillo("prune", "--now", "2027-06-01", "--yes")[1]
    [standing] = as_json("prune", "--list")["prunings"]
    assert f"camillo prune --undo {standing['number']}" in out
    assert camillo("prune", "--undo", str(standing["number"]))[0] == codes.DONE


def test_pruning_is_a_dry_run_until_yes_and_is_undone_by_its_number(mined, as_json, camillo):
    faded = as_json("prune", "--now", "2027-06-01")
    assert faded["dry_run"] and len(faded["would_prune"]) == 62
    assert faded["would_prune"][0]["relevance"] < 0.2
    code, out, _ = camillo("prune", "--now", "2027-06-01")
    assert code == 0 and "Nothing was changed" in out and "42 more" in out
    assert as_json("prune", "--list") == {"prunings": []}
    done = as_json("prune", "--now", "2027-06-01", "--yes")
    number = done["receipt"]["number"]
    assert done["receipt"]["counts"] == {"turns": 62}
    assert as_json("prune", "--list") == {"prunings": [{"number": number, "turns": 62}]}
    assert camillo("search", "boards")[0] == codes.FOUND_WANTING
    assert as_json("search", "boards", "--include-pruned", "--order", "memory")["results"]
    as_json("prune", "--undo", str(number))
    assert as_json("search", "boards")["results"]
    assert camillo("prune", "--undo", str(number))[0] == codes.FOUND_WANTING


def test_pins_are_kept_from_pruning(mined, as_json, camillo):
    id = as_json("prune", "--now", "2027-06-01")["would_prune"][0]["id"]
    as_json("prune", "--pin", id)
    assert id not in [one["id"] for one in as_json("prune", "--now", "2027-06-01")["would_prune"]]
    as_json("prune", "--unpin", id)
    assert id in [one["id"] for one in as_json("prune", "--now", "2027-06-01")["would_prune"]]
    assert camillo("prune", "--list", "--pin", id)[0] == codes.WRONG_INPUT
    assert camillo("prune", "--older-than", "long")[0] == codes.WRONG_INPUT
