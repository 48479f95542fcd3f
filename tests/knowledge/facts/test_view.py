"""Single cases of what is believed: who outranks whom, which word is later, what is contested."""

from dataclasses import replace

from camillo.domain.drawer import Span
from camillo.domain.knowledge import Act, Claim
from camillo.domain.moment import Moment
from camillo.knowledge.facts.statements import ADDED, ENDED, RETRACTED, claim_id
from camillo.knowledge.facts.view import view
from camillo.ports.knowledge import Claimed

_RECORDED = Moment.parse("2026-01-01T00:00:00Z")


def act(number, object, begin="", end="", verb=ADDED, subject="Ana", predicate="works at", **more):
    told = {"subject": subject, "predicate": predicate, "object": object, "from": begin, "to": end}
    at = Moment.parse(f"2026-02-{number:02}T00:00:00Z")
    return Act(verb, payload=told | more, number=number, receipt=number, at=at)


def claim(number, object, said=None, begin=None, end=None, *, ended=False, predicate="works at"):
    begin, end, said = (one and Moment.parse(one) for one in (begin, end, said))
    made = Claim("Ana", predicate, object, 0, 5, begin, end, ended, 0.8, "rule")
    span = Span(bytes([number]) * 12, 0, 5)
    return Claimed(made, number, number, span, "", said, _RECORDED, "Ana", "user", ("w",), True)


def told(claimed=(), acts=(), **rest):
    """Each fact's object with its days, whether it holds, and what contests it."""
    found = view(claimed, acts, **rest)
    words = {one.id: one.object for one in found.facts}
    return [
        (one.object, *(at and at.text for at in (one.valid_from, one.valid_to)), one.current,
         words.get(one.contested))
        for one in found.facts
    ]  # fmt: skip


def pairs(claimed=(), acts=()):
    return [
        (
            one.fact.object,
            one.other.object,
            one.since and one.since.text,
            one.until and one.until.text,
        )
        for one in view(claimed, acts).contradictions
    ]


def test_of_two_that_begin_together_the_later_word_is_taken_and_both_are_reported():
    acts = [act(1, "Acme", "2020-01-01"), act(2, "Zeta", "2020-01-01")]
    assert told(acts=acts) == [
        ("Acme", "2020-01-01", None, False, "Zeta"),
        ("Zeta", "2020-01-01", None, True, None),
    ]
    assert pairs(acts=acts) == [("Zeta", "Acme", "2020-01-01", None)]


def test_a_text_begins_where_what_was_put_in_by_hand_ends():
    claims = [claim(1, "Zeta", "2024-01-01", begin="2022-01-01")]
    acts = [act(1, "Acme", "2020-01-01", "2023-01-01")]
    assert told(claims, acts) == [
        ("Acme", "2020-01-01", "2023-01-01", False, None),
        ("Zeta", "2023-01-01", None, True, None),
    ]
    assert pairs(claims, acts) == [("Acme", "Zeta", "2022-01-01", "2023-01-01")]


def test_a_text_before_what_was_put_in_by_hand_is_ended_by_it():
    claims = [claim(1, "Zeta", "2018-01-01")]
    assert told(claims, [act(1, "Acme", "2020-01-01")]) == [
        ("Zeta", None, "2020-01-01", False, None),
        ("Acme", "2020-01-01", None, True, None),
    ]
    assert pairs(claims, [act(1, "Acme", "2020-01-01")]) == []


def test_an_end_that_a_text_tells_does_not_end_what_was_put_in_by_hand():
    claims = [claim(1, "Acme", "2024-01-01", ended=True)]
    acts = [act(1, "Acme", "2020-01-01")]
    assert ("Acme", "2020-01-01", None, True, None) in told(claims, acts)
    assert [pair[:2] for pair in pairs(claims, acts)] == [("Acme", "Acme")]


def test_what_was_put_in_by_hand_ends_what_a_text_tells():
    claims = [claim(1, "Acme", "2020-01-01")]
    assert told(claims, [act(1, "Acme", end="2022-01-01", verb=ENDED)]) == [
        ("Acme", None, "2022-01-01", False, None)
    ]


def test_a_correction_ends_one_value_and_begins_the_other_at_one_instant():
    claims = [
        claim(1, "Acme", "2020-01-01"),
        claim(2, "Acme", "2021-01-01", ended=True),
        claim(2, "Zeta", "2021-01-01"),
    ]
    old, new = view(claims, []).facts
    assert (old.object, old.valid_to.text, old.superseded_by) == ("Acme", "2021-01-01", new.id)
    assert (new.object, new.valid_from, new.supersedes) == ("Zeta", None, old.id)


def test_two_times_in_one_place_are_two_facts():
    claims = [
        claim(n, name, f"202{n}-01-01") for n, name in enumerate(["Acme", "Acme", "Zeta", "Acme"])
    ]
    assert [one[:3] for one in told(claims)] == [
        ("Acme", None, "2022-01-01"),
        ("Zeta", None, "2023-01-01"),
        ("Acme", None, None),
    ]


def test_an_end_of_what_nobody_said_to_hold_is_told_as_over():
    claims = [claim(1, "Acme", "2021-01-01", ended=True)]
    (fact,) = view(claims, []).facts
    assert (fact.valid_from, fact.valid_to.text, fact.current) == (None, "2021-01-01", False)
    held = view(claims, [], as_of=Moment.parse("2020-06-01")).held
    assert [one.object for one in held] == ["Acme"]


def test_the_later_word_on_an_end_is_taken():
    claims = [
        claim(1, "Acme", "2019-01-01", begin="2018-01-01"),
        claim(2, "Acme", "2021-01-01", end="2020-01-01"),
        claim(3, "Acme", "2022-01-01", end="2020-06-01"),
    ]
    assert [one[:3] for one in told(claims)] == [("Acme", "2018-01-01", "2020-06-01")]
    assert len(view(claims, []).facts[0].also) == 2


def test_values_that_overlap_as_stated_are_reported_and_the_later_one_is_told():
    acts = [act(1, "Acme", "2019-01-01", "2023-01-01"), act(2, "Zeta", "2021-01-01")]
    assert pairs(acts=acts) == [("Zeta", "Acme", "2021-01-01", "2023-01-01")]
    assert told(acts=acts)[0] == ("Acme", "2019-01-01", "2021-01-01", False, None)


def test_an_overlap_that_may_be_due_to_an_untold_zone_is_no_contradiction():
    late = act(1, "Acme", "2019-01-01T00:00:00-05:00", "2021-01-01T04:00:00Z")
    assert pairs(acts=[late, act(2, "Zeta", "2021-01-01")]) == []
    assert pairs(acts=[late, act(2, "Zeta", "2020-12-30")]) != []


def test_a_missing_time_of_a_text_stays_missing():
    claims = [
        claim(1, "Acme"),
        replace(claim(2, "Zeta"), recorded=Moment.parse("2026-01-02T00:00:00Z")),
    ]
    assert [one[:3] for one in told(claims)] == [("Acme", None, None), ("Zeta", None, None)]
    assert [one.object for one in view(claims, []).facts if one.current] == ["Zeta"]


def test_a_replaced_version_of_a_text_states_nothing():
    assert told([replace(claim(1, "Acme", "2020-01-01"), current=False)]) == []


def test_acts_whose_words_were_forgotten_state_nothing():
    blank = Act(ADDED, payload={}, number=1, receipt=1, at=_RECORDED, redacted=True)
    partly = act(2, "")
    assert told(acts=[blank, partly, act(3, "Acme")]) == [("Acme", None, None, True, None)]


def test_what_is_taken_back_goes_with_all_who_said_it_before_and_comes_back_with_new_words():
    claims = [claim(1, "Acme", "2020-01-01"), claim(2, "Acme", "2020-02-01")]
    (fact,) = view(claims, []).facts
    back = Act(RETRACTED, payload={"ids": [fact.id, *fact.also]}, number=1, receipt=1,
               at=Moment.parse("2026-01-05T00:00:00Z"))  # fmt: skip
    found = view(claims, [back])
    assert found.facts == () and {*found.retracted[0].also, found.retracted[0].id} == set(
        map(claim_id, claims)
    )
    again = [
        *claims,
        replace(claim(3, "Acme", "2026-01-09"), recorded=Moment.parse("2026-01-09T00:00:00Z")),
    ]
    assert [one.current for one in view(again, [back]).facts] == [True]


def test_a_retraction_reaches_the_same_words_read_from_another_stretch():
    claims = [claim(1, "Acme", "2020-01-01")]
    (fact,) = view(claims, []).facts
    words = {"subject": fact.subject, "predicate": fact.predicate, "object": fact.object}
    back = Act(RETRACTED, payload={"ids": [fact.id], "low": fact.said_at.micros, "high": 1 << 62, **words},
               number=1, receipt=1, at=Moment.parse("2026-01-05T00:00:00Z"))  # fmt: skip
    moved = [replace(claims[0], span=Span(bytes([1]) * 12, 0, 4))]
    assert claim_id(moved[0]) != fact.id and view(moved, [back]).facts == ()


def test_facts_of_a_relation_with_many_values_stand_side_by_side():
    acts = [act(n, name, predicate="likes") for n, name in enumerate(["tea", "jazz", "rain"], 1)]
    assert [one[3] for one in told(acts=acts)] == [True, True, True]
    assert pairs(acts=acts) == []


def test_a_spouse_is_one_at_a_time_from_both_sides():
    acts = [
        act(1, "Bo", "2010-01-01", predicate="married to"),
        act(2, "Ana", "2020-01-01", subject="Cy", predicate="wife"),
    ]
    old, new = view([], acts).facts
    assert (old.valid_to.text, old.superseded_by) == ("2020-01-01", new.id)
    assert (new.subject, new.object) == ("Cy", "Ana")


def test_current_is_told_by_the_clock_that_is_given():
    acts = [act(1, "Acme", "2020-01-01", "2030-01-01"), act(2, "Zeta", "2030-01-01")]
    for day, held in (("2019-01-01", []), ("2029-12-31", ["Acme"]), ("2030-01-01", ["Zeta"])):
        found = view([], acts, now=Moment.parse(day))
        assert [one.object for one in found.facts if one.current] == held
        assert [one.object for one in found.held] == held
