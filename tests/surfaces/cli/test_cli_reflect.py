"""camillo reflect."""

import pytest

TOLD = "Deploys on Fridays break the billing\x1b[31m export."
SHOWN = "Deploys on Fridays break the billing[31m export."


@pytest.fixture
def recurs(as_json, tmp_path):
    from camillo import Palace

    with Palace.open(tmp_path / "palace.camillo") as palace:
        for number in range(3):
            palace.add(TOLD, wing="orion", conversation=f"c{number}", speaker="Ana\nforged")


@pytest.fixture
def one(as_json, recurs):
    (found,) = as_json("reflect", "--wing", "orion")["proposals"]
    return found


def test_proposals_are_listed_inert_with_the_words_they_rest_on(camillo, one):
    code, out, _ = camillo("reflect", "--wing", "orion")
    assert code == 0 and "\x1b" not in out
    assert f"{one['id']}  insight  orion\n" in out
    for said in one["evidence"]:
        assert said["id"] in out
    assert not any(line.startswith("forged") for line in out.splitlines())
    assert sum(line.startswith("    | Deploys on Fridays") for line in out.splitlines()) == 3


def test_a_proposal_is_accepted_listed_and_undone(camillo, as_json, one):
    made = as_json("reflect", "accept", one["id"])
    (decided,) = as_json("reflect", "--list")["decided"]
    assert (decided["verdict"], str(decided["number"])) == ("accepted", made["ids"][0])
    assert as_json("get", decided["filed"])["hall"] == "insights"
    code, out, _ = camillo("reflect", "--list")
    assert code == 0 and one["id"] in out and "accepted" in out
    assert camillo("reflect") == (0, "Nothing is open.\n", "")
    as_json("reflect", "undo", made["ids"][0])
    assert as_json("reflect", "--list") == {"decided": []}
    assert as_json("reflect")["proposals"] == [one]


def test_a_proposal_is_edited_or_rejected(camillo, as_json, one):
    edited = as_json("reflect", "edit", one["id"], "No deploys on Fridays")
    filed = as_json("reflect", "--list")["decided"][0]["filed"]
    assert "No deploys on Fridays" in as_json("get", filed)["text"]
    as_json("reflect", "undo", edited["ids"][0])
    as_json("reflect", "reject", one["id"], "--reason", "known for years")
    assert as_json("reflect", "--list")["decided"][0]["reason"] == "known for years"
    assert as_json("reflect")["proposals"] == []


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("accept",), "accept takes 1 word, not 0"),
        (("edit", "x"), "edit takes 2 words, not 1"),
        (("undo", "x"), "is no number"),
        (("bless", "x"), "nothing called 'bless'"),
        (("accept", "feedfeedfeed"), "no proposal has the id"),
        (("--wing", "nowhere"), "no wing named 'nowhere'"),
    ],
)
def test_what_cannot_be_done_says_why(camillo, recurs, words, told):
    code, out, err = camillo("reflect", *words)
    assert code != 0 and told in err and out == ""
