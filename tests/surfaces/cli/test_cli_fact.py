"""``camillo fact`` as a person and as a program would call it."""

import pytest

from camillo.surfaces.cli import codes


@pytest.fixture
def stated(as_json):
    as_json("fact", "add", "Ana", "works at", "Acme", "--from", "2019-03-01")
    as_json("fact", "add", "Ana", "就职于", "Zeta", "--from", "2023-06-01", "--by", "scout")
    return as_json("fact", "add", "Zeta", "located in", "Porto")


def objects(found):
    return [one["object"] for one in found["facts"]]


def test_facts_are_added_asked_and_told_in_order(stated, as_json):
    assert stated["fact"]["id"] == "a3" and stated["receipt"]["counts"] == {"acts": 1}
    assert objects(as_json("fact", "about", "ana")) == ["Zeta"]
    assert objects(as_json("fact", "about", "ana", "--as-of", "2020-01-01")) == ["Acme"]
    assert objects(as_json("fact", "about", "Ana", "--hops", "2")) == ["Zeta", "Porto"]
    assert objects(as_json("fact", "about", "Zeta", "employs")) == ["Zeta"]
    timeline = as_json("fact", "timeline", "Ana")["facts"]
    assert [(one["object"], one["valid_to"], one["by"]) for one in timeline] == [
        ("Acme", "2023-06-01", "user"),
        ("Zeta", None, "scout"),
    ]
    assert as_json("fact", "add", "Ana", "works at", "Zeta")["known"]


def test_people_see_what_a_new_value_ends(stated, camillo):
    code, out, _ = camillo("fact", "add", "Ana", "works at", "Kagi", "--from", "2025-01-01")
    assert code == codes.DONE
    assert out.split("\n") == [
        "Ana works at Kagi  (2025-01-01 to ?)",
        "id a4",
        "ends: Ana works at Zeta  (2023-06-01 to 2025-01-01)  [not now]",
        "",
    ]


def test_facts_are_ended_replaced_and_taken_back(stated, as_json):
    ended = as_json("fact", "end", "Ana", "works at", "Zeta", "--at", "2024-01-01")
    assert (ended["fact"]["valid_to"], ended["fact"]["current"]) == ("2024-01-01", False)
    as_json("fact", "add", "Orion", "uses", "MongoDB", "--from", "2019-01-01")
    made = as_json("fact", "replace", "Orion", "uses", "MongoDB", "Postgres", "--at", "2020-01-01")
    assert [one["object"] for one in made["ended"]] == ["MongoDB"]
    assert as_json("fact", "retract", "a1")["fact"]["retracted_at"]


def test_contradictions_and_predicates_are_listed(as_json):
    as_json("fact", "add", "Bern", "capital of", "Switzerland")
    as_json("fact", "add", "Zug", "capital of", "Switzerland")
    (pair,) = as_json("fact", "contradictions")["contradictions"]
    assert (pair["fact"]["subject"], pair["other"]["subject"]) == ("Zug", "Bern")
    as_json("fact", "declare", "sits in", "--one", "--inverse", "seat of", "--label", "sitzt in")
    (own,) = (one for one in as_json("fact", "predicates")["predicates"] if one["own"])
    assert (own["name"], own["holds"], own["inverse"]) == ("sits in", "one", "seat of")


def test_words_that_steer_a_terminal_are_shown_inert(as_json, camillo):
    as_json(
        "add",
        "\x1b[2JAna works at Acme\u202e and she says that she is happy with it.",
        "--wing",
        "w",
    )
    as_json("fact", "add", "Ana", "says", "a <b> c")
    for verb in ("about", "timeline"):
        _, out, _ = camillo("fact", verb, "Ana")
        assert "\x1b" not in out and "\u202e" not in out


@pytest.mark.parametrize(
    ("arguments", "code", "told"),
    [
        (
            ["add", "Ana", "works at"],
            codes.WRONG_INPUT,
            "camillo fact add SUBJECT PREDICATE OBJECT",
        ),
        (["about"], codes.WRONG_INPUT, "camillo fact about ENTITY [PREDICATE]"),
        (["forget", "x"], codes.WRONG_INPUT, "invalid choice"),
        (["end", "Ana", "works at", "Nope"], codes.FOUND_WANTING, "no fact says"),
        (["retract", "a77"], codes.FOUND_WANTING, "no fact has the id"),
        (["add", "Ana", "x", "y", "--from", "soon"], codes.WRONG_INPUT, "ISO 8601"),
        (["about", "Ana", "--hops", "7"], codes.WRONG_INPUT, "from 1 to 3"),
    ],
)
def test_wrong_usage_is_one_line_with_its_mend(stated, camillo, arguments, code, told):
    found, out, err = camillo("fact", *arguments)
    assert (found, out) == (code, "") and told in err and err.count("\n") == 1


def test_nothing_known_is_told_as_such(stated, camillo):
    assert camillo("fact", "about", "Nobody")[:2] == (codes.FOUND_WANTING, "No facts.\n")
    assert camillo("fact", "contradictions")[:2] == (codes.DONE, "No contradictions.\n")


def test_a_hit_that_states_what_no_longer_holds_says_so(as_json, camillo):
    for text, at in (
        ("I work at Acme and I am happy with it.", "2022-01-01"),
        ("I work at Zeta and I am happy with it.", "2024-01-01"),
    ):
        as_json("add", text, "--wing", "home", "--speaker", "Ana", "--at", at)
    _, out, _ = camillo("search", "where does Ana work Acme?")
    assert "no longer: Ana works at Acme, now: Ana works at Zeta" in out
    hits = as_json("search", "where does Ana work Acme?")["results"]
    (told,) = (one["superseded"] for one in hits if "Acme" in one["text"])
    assert (told[0]["fact"]["object"], told[0]["by"]["object"]) == ("Acme", "Zeta")
