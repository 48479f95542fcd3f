import math

from benchmarks.cases import Case, Question, Turn
from benchmarks.scoring import (
    Answer,
    Passage,
    all_within,
    recall,
    reciprocal,
    score_conversations,
    score_sessions,
    score_turns,
    within_budget,
)
from hypothesis import given
from hypothesis import strategies as st

FIRST, SECOND = ("c1", "1"), ("c2", "9")
QUESTION = Question("?", frozenset({"c1", "c2"}), frozenset({FIRST, SECOND}))


def passages(*given):
    return Answer((), tuple(Passage(turns, text, "Ann") for turns, text in given))


def test_conversations_are_scored_by_their_place():
    answer = Answer(("x", "c2", "y", "z", "w", "c1"))
    scores = score_conversations(QUESTION, answer, {})
    assert (scores["R@5"], scores["R@10"], scores["all@10"]) == (0.5, 1.0, 1.0)
    assert (scores["MRR"], scores["hit@1"]) == (0.5, 0.0)


def test_one_evidence_session_of_two_is_any_but_not_all():
    scores = score_sessions(QUESTION, Answer(("x", "c2")), {})
    assert (scores["any@5"], scores["R@5"], scores["all@10"]) == (1.0, 0.5, 0.0)


def test_no_answer_scores_nothing():
    scores = score_conversations(QUESTION, Answer(()), {})
    assert set(scores.values()) == {0.0}


def test_a_turn_counts_only_when_all_of_it_lies_in_the_budget():
    lengths = {FIRST: 10, SECOND: 4}
    half = passages(((FIRST,), "01234"), ((SECOND,), "abcd"))
    assert within_budget(QUESTION, half, lengths, 2000) == 0.5
    whole = passages(((FIRST,), "01234"), ((SECOND,), "abcd"), ((FIRST,), "5 6 7 8 9"))
    assert within_budget(QUESTION, whole, lengths, 2000) == 1.0


def test_the_budget_counts_speakers_and_one_header_a_conversation():
    lengths = {FIRST: 20, SECOND: 20}
    answer = passages(((FIRST,), "a" * 20), ((SECOND,), "b" * 20))
    one = len("Ann: ") + 20 + 1 + 26
    assert within_budget(QUESTION, answer, lengths, one // 4 + 1) == 0.5
    assert within_budget(QUESTION, answer, lengths, 2 * one // 4) == 1.0


def test_a_joined_passage_holds_its_turns_whole():
    question = Question("?", frozenset({"c1"}), frozenset({FIRST, ("c1", "2")}))
    answer = passages(((FIRST, ("c1", "2")), "one\ntwo"))
    assert within_budget(question, answer, {FIRST: 3, ("c1", "2"): 3}, 2000) == 1.0


def test_turns_of_the_same_id_in_another_conversation_are_not_evidence():
    answer = passages(((("other", "1"),), "text"))
    assert score_turns(QUESTION, answer, {})["turn R@5"] == 0.0


def test_turn_metrics_are_missing_where_a_set_names_no_turns():
    question = Question("?", frozenset({"c1"}))
    assert all(math.isnan(value) for value in score_turns(question, Answer(("c1",)), {}).values())
    assert math.isnan(score_conversations(question, Answer(("c1",)), {})["turns@2000"])


def test_two_passages_of_a_turn_take_one_place():
    answer = passages(*[((("c", str(n // 2)),), "t") for n in range(10)], ((FIRST,), "t"))
    assert score_turns(QUESTION, answer, {})["turn R@10"] == 0.5
    assert score_turns(QUESTION, answer, {})["turn R@5"] == 0.0


@given(st.lists(st.integers(0, 9), unique=True), st.sets(st.integers(0, 9), min_size=1))
def test_recall_grows_with_k_and_agrees_with_the_other_metrics(ranked, wanted):
    values = [recall(ranked, wanted, k) for k in range(1, 11)]
    assert values == sorted(values)
    assert (values[-1] == 1.0) == bool(all_within(ranked, wanted, 10))
    assert (values[0] > 0) == (reciprocal(ranked, wanted) == 1.0)


def test_the_length_of_a_turn_leaves_white_space_out():
    case = Case("w", (Turn("c", "1", "a b\n c"),), ())
    assert case.lengths() == {("c", "1"): 3}
