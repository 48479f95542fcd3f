"""The chains of causes: what they are, and a floor for how many come back whole."""

from itertools import pairwise

import pytest
from benchmarks.chains import Case, Outcome, load, measure, records

from camillo.models.loading import multilingual_card


def test_there_are_thirty_chains_of_two_to_four_steps_in_four_languages():
    cases, others = load()
    assert len(cases) == 30 and len({case.id for case in cases}) == 30
    assert {len(case.wanted) - 1 for case in cases} == {2, 3, 4}
    assert {case.language for case in cases} == {"en", "pt", "zh", "de"} == set(others)
    assert [case.half for case in cases].count("reported") == 15


def test_every_turn_is_told_once_and_no_chain_in_one_go():
    cases, others = load()
    told = list(records(cases, others))
    texts = [one["text"] for one in told]
    for case in cases:
        at = [texts.index(text) for text in reversed(case.wanted)]
        assert at == sorted(at)
        if "part" not in case.turns[0]:
            assert all(after - before > 1 for before, after in pairwise(at))
    assert len({(one["conversation"], one["turn"]) for one in told}) == len(told)


def test_only_the_whole_chain_in_order_counts():
    case = Case("x", "en", "reported", "?", ({"text": "root"}, {"text": "middle"}, {"text": "end"}))
    assert Outcome(case, ("end", "middle", "root")).exact
    assert not Outcome(case, ("end", "root")).in_order
    more = Outcome(case, ("end", "middle", "other", "root"))
    assert more.in_order and not more.exact


@pytest.mark.slow
def test_most_chains_come_back_whole_from_their_end_alone():
    if multilingual_card() is None:
        pytest.skip("three of the four languages need the multilingual model")
    outcomes = measure("all")
    assert sum(one.exact for one in outcomes) >= 24
