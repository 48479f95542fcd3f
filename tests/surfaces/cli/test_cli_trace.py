"""camillo trace."""

import pytest


@pytest.fixture
def texts(as_json):
    as_json("add", "We hired Ana Kova\x1b[31m for the barn.", "--wing", "farm")
    as_json("add", "The barn of Ana Kova, and Bela Toth.", "--wing", "farm")


def test_a_path_is_told_step_by_step_with_its_sources(camillo, as_json, texts):
    steps = as_json("trace", "Ana Kova", "Bela Toth")["trace"]["steps"]
    assert steps[0]["entity"] == "ana kova" and steps[-1]["entity"] == "bela toth"
    assert all(step["text"] for step in steps)
    code, out, _ = camillo("trace", "Ana Kova", "Bela Toth")
    assert code == 0 and "| The barn of Ana Kova, and Bela Toth." in out and steps[1]["cite"] in out


def test_remembered_text_stays_behind_its_margin(camillo, as_json, texts):
    ids = [hit["id"] for hit in as_json("search", "hired for the barn")["results"]]
    code, out, _ = camillo("trace", ids[0], "Ana Kova")
    assert code == 0 and "\x1b" not in out


def test_no_path_is_an_answer_of_its_own(camillo, as_json, texts):
    as_json("add", "Somebody saw Carl Ferris once.", "--wing", "farm")
    assert camillo("trace", "Carl Ferris", "Ana Kova")[:2] == (1, "No path of at most 4 steps.\n")
    code, out, _ = camillo("trace", "Carl Ferris", "Ana Kova", "--json")
    assert code == 1 and '"trace": null' in out


def test_an_unknown_name_is_named(camillo, texts):
    code, _, problem = camillo("trace", "Zoe", "Ana Kova")
    assert code != 0 and "'Zoe'" in problem
