"""camillo links and camillo tunnels."""

import pytest


@pytest.fixture
def texts(as_json):
    a = as_json("add", "We switched to GraphQL.", "--wing", "orion", "--room", "api")["ids"][0]
    b = as_json("add", "REST was too chatty\x1b[31m.", "--wing", "vega", "--room", "web")["ids"][0]
    return a, b


def test_links_are_made_shown_walked_and_undone(camillo, as_json, texts):
    a, b = texts
    made = as_json("links", "make", a, b, "caused_by", "--reason", "said in the retro")
    shown = as_json("links", a)["links"]
    assert [(one["id"], one["kind"], one["outward"]) for one in shown] == [(b, "caused_by", True)]
    chain = as_json("links", "causes", a)
    assert [step["id"] for step in chain["steps"]] == [a, b]
    code, out, _ = camillo("links", "why", "why GraphQL?")
    assert code == 0 and out.index(a) < out.index(b) and "\x1b" not in out
    as_json("links", "undo", made["ids"][0])
    code, out, _ = camillo("links", a)
    assert (code, out) == (1, "No links.\n")


def test_a_question_of_why_needs_no_quotes(camillo, as_json, texts):
    a, b = texts
    as_json("links", "make", a, b, "caused_by")
    assert as_json("links", "why", "why", "GraphQL?") == as_json("links", "why", "why GraphQL?")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("links", "why"), "why takes 1 word, not 0"),
        (("links", "make", "one"), "make takes 3 words, not 1"),
        (("tunnels", "list", "x"), "list takes no words, not 1"),
        (("tunnels", "hallways"), "hallways takes 1 word, not 0"),
    ],
)
def test_a_wrong_count_of_words_says_how_many_there_should_be(camillo, texts, words, told):
    code, _, err = camillo(*words)
    assert code == 2 and told in err


def test_get_shows_links_tunnels_and_facts(camillo, as_json, texts):
    a, b = texts
    as_json("links", "make", a, b, "similar")
    as_json("tunnels", "make", "orion/api", "vega/web", "--reason", "one protocol")
    whole = as_json("get", a)
    assert whole["links"][0]["id"] == b and whole["tunnels"][0]["reason"] == "one protocol"
    assert whole["facts"] == []
    out = camillo("get", a)[1]
    assert b in out and "one protocol" in out and "\x1b" not in out
    raw = camillo("get", a, "--raw")[1]
    assert raw == "We switched to GraphQL."


def test_tunnels_are_dug_listed_and_closed(camillo, as_json, texts):
    made = as_json("tunnels", "make", "orion/api", "vega/web", "--strength", "0.5")
    [tunnel] = as_json("tunnels")["tunnels"]
    assert (tunnel["a"]["wing"], tunnel["b"]["room"], tunnel["strength"]) == ("orion", "web", 0.5)
    assert "orion/api" in camillo("tunnels", "--wing", "vega")[1]
    as_json("tunnels", "undo", made["ids"][0])
    assert camillo("tunnels")[0] == 1


@pytest.mark.parametrize(
    "words",
    [
        ("links", "make", "one"),
        ("links", "undo", "x"),
        ("links", "not-an-id"),
        ("links", "causes"),
        ("tunnels", "make", "orion", "vega/web"),
        ("tunnels", "hallways"),
        ("tunnels", "undo", "9999"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(camillo, texts, words):
    code, out, err = camillo(*words)
    assert code not in (0, 1) or err
    assert out == "" and err.startswith("camillo: ") and err.count("\n") == 1
