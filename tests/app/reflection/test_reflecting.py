"""Reflection by rule: what is proposed, what deciding does, and what undoing leaves."""

import pytest

from camillo import Palace
from camillo.app.settings import Settings
from camillo.domain.errors import InvalidInput, NotFound

WORK, BORN = "I work at Acme and I am happy with it.", "I was born in Porto."
DOG, CAT = "I have a dog named Rex.", "I have a cat named Tom."
FRIDAYS = "Deploys on Fridays break the billing export."


pytestmark = pytest.mark.usefixtures("own_home")


@pytest.fixture
def palace(tmp_path):
    with Palace.open(tmp_path / "p.camillo", settings=Settings()) as made:
        yield made


def said(palace, text, conversation, at="2025-06-01", wing="orion", **rest):
    return palace.add(text, wing=wing, conversation=conversation, at=at, **rest).ids[0]


def of_kind(palace, kind, wing=None):
    return [one for one in palace.reflection.propose(wing, 100) if one.kind == kind]


def only(palace, kind, wing=None):
    (found,) = of_kind(palace, kind, wing)
    return found


def recurs(palace, text=FRIDAYS, times=3, **rest):
    return [said(palace, text, f"retro {n}", f"2025-06-{n + 1:02}", **rest) for n in range(times)]


def two_jobs(palace):
    one = said(palace, "Contract: Ana is with Acme.", "c1", "2019-02-01")
    palace.facts.add("Ana", "works at", "Acme", valid_from="2019-01-01", cite=one)
    return one, ana(palace, "I work at Zeta and I am happy with it.", "c2", "2024-05-01")


def ana(palace, text, conversation, at):
    return said(palace, text, conversation, at, speaker="Ana", role="user")


def held(palace, name):
    return sorted(fact.words for fact in palace.facts.about(name))


# ---- contradictions ------------------------------------------------------------------------


def test_a_contradiction_is_shown_with_both_texts_and_nothing_is_done_unseen(palace):
    ids = two_jobs(palace)
    before = palace.facts.contradictions()
    one = only(palace, "contradiction", "orion")
    assert "Ana works at Acme" in one.text and "Ana works at Zeta" in one.text
    assert {said.id.partition(":")[0] for said in one.evidence} == {
        id.partition(":")[0] for id in ids
    }
    assert palace.facts.contradictions() == before and palace.reflection.standing() == ()


def test_accepting_a_contradiction_takes_the_other_fact_back_and_undoing_brings_it_again(palace):
    two_jobs(palace)
    one, pairs = only(palace, "contradiction"), palace.facts.contradictions()
    receipt = palace.reflection.accept(one.id)
    assert palace.facts.contradictions() == () and of_kind(palace, "contradiction") == []
    assert palace.facts.get(str(one.would["fact"])).retracted_at is not None
    palace.reflection.undo(receipt)
    assert palace.facts.contradictions() == pairs
    assert only(palace, "contradiction") == one and palace.reflection.standing() == ()


def test_an_edit_says_which_of_the_two_is_right(palace):
    palace.facts.add("Ana", "works at", "Acme", valid_from="2020-01-01")
    palace.facts.add("Ana", "works at", "Zeta", valid_from="2020-01-01")
    one = only(palace, "contradiction")
    loser = palace.facts.get(str(one.would["fact"])).object
    with pytest.raises(InvalidInput, match="neither of the two"):
        palace.reflection.accept(one.id, "Initech")
    palace.reflection.accept(one.id, loser.upper())
    assert held(palace, "Ana") == [f"Ana works at {loser}"]
    assert palace.reflection.standing()[0].verdict == "edited"


def test_a_rejected_contradiction_comes_again_only_when_somebody_says_more_of_it(palace):
    two_jobs(palace)
    one = only(palace, "contradiction")
    palace.reflection.reject(one.id, "two part-time jobs")
    assert of_kind(palace, "contradiction") == []
    assert palace.reflection.standing()[0].reason == "two part-time jobs"
    said(palace, "I work at Initech and it is fun.", "c3", "2024-06-01", speaker="Bo", role="user")
    assert of_kind(palace, "contradiction") == []
    ana(palace, "I work at Zeta and it is fun.", "c4", "2024-06-01")
    assert only(palace, "contradiction").id != one.id


def test_an_undone_retraction_was_believed_while_it_stood(palace):
    fact = palace.facts.add("Ana", "works at", "Acme", valid_from="2020-01-01").fact
    taken = palace.facts.retract(fact.id).receipt
    moment = palace.facts.get(fact.id).retracted_at
    palace.facts.undo(int(taken.ids[0]))
    assert held(palace, "Ana") == ["Ana works at Acme"]
    assert palace.facts.about("Ana", known_at=moment) == ()
    with pytest.raises(NotFound):
        palace.facts.undo(int(taken.ids[0]))


# ---- stale ---------------------------------------------------------------------------------


def stale_job(palace):
    ana(palace, WORK, "s1", "2020-01-01")
    ana(palace, DOG, "s2", "2024-01-01")
    ana(palace, CAT, "s3", "2024-02-01")


def test_a_fact_that_nobody_repeats_while_much_else_is_said_is_stale(palace):
    stale_job(palace)
    one = only(palace, "stale")
    assert "Ana works at Acme: last said on 2020-01-01; 2 other things" in one.text
    assert [said.text for said in one.evidence] == ["I work at Acme"]
    receipt = palace.reflection.accept(one.id)
    assert "Ana works at Acme" not in held(palace, "Ana")
    palace.reflection.undo(receipt)
    assert "Ana works at Acme" in held(palace, "Ana")


def test_a_stale_fact_is_superseded_by_what_the_edit_says(palace):
    stale_job(palace)
    receipt = palace.reflection.accept(only(palace, "stale").id, "Zeta")
    assert "Ana works at Zeta" in held(palace, "Ana")
    assert "Ana works at Acme" not in held(palace, "Ana")
    palace.reflection.undo(int(receipt.ids[0]))
    assert "Ana works at Zeta" not in held(palace, "Ana")
    assert "Ana works at Acme" in held(palace, "Ana")


@pytest.mark.parametrize(
    "texts",
    [
        (("Ana", WORK, "2020-01-01"), ("Ana", DOG, "2024-01-01")),
        (("Ana", BORN, "2020-01-01"), ("Ana", DOG, "2024-01-01"), ("Ana", CAT, "2024-01-02")),
        (("Ana", WORK, "2020-01-01"), ("Bo", DOG, "2024-01-01"), ("Bo", CAT, "2024-01-02")),
        (("Ana", WORK, "2020-01-01"), ("Ana", DOG, "2020-01-02"), ("Ana", CAT, "2020-01-03")),
    ],
    ids=["little else was said", "it never changes", "of another", "all of it is old"],
)
def test_what_others_did_not_leave_behind_is_not_stale(palace, texts):
    for number, (speaker, text, at) in enumerate(texts):
        said(palace, text, f"c{number}", at, speaker=speaker, role="user")
    assert len(held(palace, "Ana")) >= 1 and of_kind(palace, "stale") == []


# ---- names and links -----------------------------------------------------------------------


def names(palace):
    texts = ("We met Ada Lovelace.", "A letter from Lovelace to Ada Lovelace", "As Lovelace wrote.")
    for number, text in enumerate(texts):
        said(palace, text, f"n{number}")


def test_an_alias_is_merged_when_accepted_and_apart_again_when_undone(palace):
    names(palace)
    one = only(palace, "alias")
    assert one.would == {"do": "merge entities", "name": "Lovelace", "into": "Ada Lovelace"}
    receipt = palace.reflection.accept(one.id)
    assert palace.entities.get("Lovelace").name == "Ada Lovelace"
    palace.reflection.undo(receipt)
    assert palace.entities.get("Lovelace").aliases == ()


def test_a_rejected_alias_does_not_come_again_with_each_mention(palace):
    names(palace)
    palace.reflection.reject(only(palace, "alias").id)
    said(palace, "Lovelace wrote to Ada Lovelace again.", "n9")
    assert of_kind(palace, "alias") == []


def linked_pair(palace):
    a = said(palace, "We met Ada Lovelace and Charles Babbage in June.", "c1")
    b = said(palace, "Charles Babbage sold his engine, says Ada Lovelace.", "c2")
    return a, b


def test_texts_that_share_rare_names_are_proposed_to_be_linked_once(palace):
    ends = linked_pair(palace)
    one = only(palace, "link")
    assert {one.would["a"], one.would["b"]} == set(ends)
    receipt = palace.reflection.accept(one.id, "references")
    ties = [(tie.id, tie.kind) for tie in palace.links.of(ends[0]) if tie.number]
    assert ties == [(ends[1], "references")] and of_kind(palace, "link") == []
    palace.reflection.undo(receipt)
    assert [tie for tie in palace.links.of(ends[0]) if tie.number] == []


def test_texts_that_are_linked_already_are_not_proposed(palace):
    palace.links.make(*linked_pair(palace), "similar")
    assert of_kind(palace, "link") == []


# ---- insights ------------------------------------------------------------------------------


def test_what_is_said_in_three_conversations_becomes_an_insight_with_its_cites(palace):
    ids = recurs(palace)
    one = only(palace, "insight")
    assert one.text == f"Said in 3 conversations: “{FRIDAYS}”"
    assert [said.text for said in one.evidence] == [FRIDAYS] * 3
    receipt = palace.reflection.accept(one.id)
    (kept,) = palace.memories.all("orion")
    assert FRIDAYS in kept.text
    assert {cite.partition(":")[0] for cite in kept.cites} == {id.partition(":")[0] for id in ids}
    hit = palace.search("Fridays billing export", hall="insights").results[0]
    assert hit.id == palace.reflection.standing()[0].filed and of_kind(palace, "insight") == []
    palace.reflection.undo(receipt)
    assert palace.memories.all("orion") == () and only(palace, "insight") == one


def test_what_was_undone_can_be_accepted_again(palace):
    two_jobs(palace), names(palace), recurs(palace), linked_pair(palace)
    open_ = palace.reflection.propose()
    assert {one.kind for one in open_} == {"contradiction", "alias", "link", "insight"}
    for one in open_:
        palace.reflection.undo(palace.reflection.accept(one.id))
        palace.reflection.accept(one.id)
    assert palace.reflection.propose() == () and len(palace.reflection.standing()) == len(open_)
    assert len(palace.memories.all()) == len([one for one in open_ if one.kind == "insight"])
    assert palace.doctor() == []


def test_an_edited_insight_is_filed_in_the_words_of_the_edit(palace):
    recurs(palace)
    palace.reflection.accept(only(palace, "insight").id, "No deploys on Fridays")
    assert [kept.text for kept in palace.memories.all()] == [
        "## Insights\n\n- No deploys on Fridays\n"
    ]


def test_an_insight_is_forgotten_with_all_it_rests_on(palace):
    ids = recurs(palace)
    palace.reflection.accept(only(palace, "insight").id)
    palace.forget(ids)
    assert palace.memories.all() == ()


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        ((FRIDAYS, FRIDAYS), False),
        ((FRIDAYS, FRIDAYS, "Deploys on Fridays don't break the billing export."), False),
        ((FRIDAYS, FRIDAYS, FRIDAYS.replace("Fridays", "Mondays")), False),
        ((FRIDAYS, FRIDAYS, "Deploys on Fridays often break the billing export!"), True),
        (("The gateway port is 8080.", "The gateway port is 8080.", "The gateway port is 9090."), False),
        (("Why do the Friday deploys break?",) * 3, False),
        (("Please fix the billing export today.",) * 3, False),
        (("周五部署总是弄坏账单导出。",) * 3, True),
        (("Os deploys de sexta quebram a exportação das faturas.",) * 3, True),
    ],
)  # fmt: skip
def test_only_statements_of_three_conversations_that_say_the_same_recur(palace, texts, found):
    for number, text in enumerate(texts):
        said(palace, text, f"c{number}")
    assert [bool(of_kind(palace, "insight"))] == [found]


@pytest.mark.parametrize("rest", [{"role": "assistant"}, {"role": "tool"}])
def test_what_assistants_and_tools_repeat_is_no_insight(palace, rest):
    recurs(palace, **rest)
    assert of_kind(palace, "insight") == []


def test_a_statement_that_recurs_in_another_wing_is_none_of_this_one(palace):
    recurs(palace)
    said(palace, "Hello vega.", "v", wing="vega")
    assert (
        of_kind(palace, "insight", "vega") == [] and len(of_kind(palace, "insight", "orion")) == 1
    )


def test_a_secret_that_recurs_is_not_proposed(palace):
    token = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
    recurs(palace, f"The deploy robot pushes with {token} every night.")
    assert token not in repr(palace.reflection.propose())


def test_a_rejected_insight_comes_again_when_twice_as_many_say_it(palace):
    recurs(palace)
    one = only(palace, "insight")
    palace.reflection.reject(one.id)
    recurs(palace, times=5)
    assert of_kind(palace, "insight") == []
    recurs(palace, times=6)
    assert only(palace, "insight").text.startswith("Said in 6 conversations")


def test_names_that_meet_are_an_insight(palace):
    for number in range(3):
        said(palace, f"Tiago Brandt tuned Grafana panel number {number}.", f"c{number}")
    for number in range(8):
        said(palace, f"Nothing to see in week {number} here.", f"d{number}")
    texts = [one.text for one in of_kind(palace, "insight")]
    assert any("Grafana" in text and "Tiago Brandt" in text and "3 texts" in text for text in texts)


# ---- reviewing -----------------------------------------------------------------------------


def test_kinds_take_turns_and_a_limit_is_flagged(palace):
    for number in range(4):
        recurs(palace, f"Statement about widget colour variant {'abcd'[number] * 3} again.")
    two_jobs(palace)
    found = palace.reflection.propose(limit=2)
    assert [one.kind for one in found] == ["contradiction", "insight"] and found.flags == ("limit",)
    assert "limit" not in palace.reflection.propose(limit=100).flags


def test_proposals_are_the_same_however_often_they_are_found(palace):
    two_jobs(palace), names(palace), recurs(palace)
    found = palace.reflection.propose()
    assert palace.reflection.propose() == found == palace.reflection.propose("orion")


def test_ids_do_not_depend_on_the_wing_s_name(palace):
    two_jobs(palace), names(palace), recurs(palace)
    ids = [one.id for one in palace.reflection.propose()]
    palace.rename_wing("orion", "vega")
    assert [one.id for one in palace.reflection.propose()] == ids


def test_what_is_decided_or_unknown_cannot_be_decided(palace):
    recurs(palace)
    one = only(palace, "insight")
    palace.reflection.reject(one.id)
    for decide in (palace.reflection.accept, palace.reflection.reject):
        with pytest.raises(NotFound, match="decided already"):
            decide(one.id)
        with pytest.raises(NotFound, match="no proposal has the id"):
            decide("feedfeedfeed")
    with pytest.raises(NotFound):
        palace.reflection.undo(999)
    with pytest.raises(InvalidInput):
        palace.reflection.propose(limit=0)
    with pytest.raises(NotFound):
        palace.reflection.propose("nowhere")


def test_an_empty_edit_is_refused_and_nothing_is_done(palace):
    recurs(palace)
    with pytest.raises(InvalidInput, match="empty"):
        palace.reflection.accept(only(palace, "insight").id, "  ")
    assert palace.reflection.standing() == () and palace.memories.all() == ()


def test_an_empty_palace_proposes_nothing(palace):
    assert palace.reflection.propose() == () and palace.reflection.propose().flags == ()


def test_the_palace_is_whole_after_deciding_and_undoing(palace):
    two_jobs(palace), names(palace), recurs(palace), stale_job(palace)
    receipts = [palace.reflection.accept(one.id) for one in palace.reflection.propose()]
    assert palace.doctor() == []
    for receipt in reversed(receipts):
        palace.reflection.undo(receipt)
    assert palace.doctor() == [] and palace.reflection.standing() == ()


def test_a_decision_is_undone_although_what_it_filed_is_forgotten_by_now(palace):
    ids = recurs(palace)
    receipt = palace.reflection.accept(only(palace, "insight").id)
    palace.forget(ids)
    palace.reflection.undo(receipt)
    assert palace.reflection.standing() == () and palace.memories.all() == ()
