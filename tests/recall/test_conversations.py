import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.domain.search import Filters
from camillo.recall.conversations import Wholes, conversation_scores
from camillo.recall.search import Recaller


def scores(codes, passages, bm25, covered, drawers):
    found = np.array(passages, np.float32)
    wholes = Wholes(
        np.array(bm25, np.float32), np.array(covered, np.float32), np.array(drawers, np.int64)
    )
    return conversation_scores(np.array(codes), found, np.zeros(len(found)), wholes)


@given(st.lists(st.integers(1, 150), min_size=2, max_size=8, unique=True))
def test_conversations_of_one_drawer_stand_in_the_order_of_their_drawers(hundredths):
    count, passages = len(hundredths), [value / 100 for value in hundredths]
    # Their own BM25 says the opposite; it is no second opinion, for it counts the same words.
    bm25 = [1.0 / value for value in passages]
    found = scores(range(count), passages, bm25, [0.5] * count, [1] * count)
    assert np.argsort(found).tolist() == np.argsort(np.array(passages, np.float32)).tolist()


def test_a_second_good_passage_lifts_a_conversation_and_a_fourth_does_not():
    bm25, covered, drawers = [1.0, 1.0], [1.0, 1.0], [9, 9]
    second = scores([0, 1, 1], [0.8, 0.8, 0.7], bm25, covered, drawers)
    assert second[1] > second[0]
    fourth = scores([0, 0, 0, 1, 1, 1, 1], [0.8] * 7, bm25, covered, drawers)
    assert fourth[1] == pytest.approx(fourth[0])


def test_a_conversation_that_holds_more_of_the_question_comes_first():
    found = scores([0, 1], [0.8, 0.8], [1.0, 1.0], [0.5, 1.0], [9, 9])
    assert found[1] > found[0]


def test_of_two_equal_turns_the_one_whose_conversation_speaks_of_the_rest_comes_first(palace):
    for conversation, other in (("a", "The weather is nice."), ("b", "The harbour in Porto.")):
        palace.add("We ate at the corner place.", conversation=conversation)
        for number in range(6):
            palace.add(f"Filler number {number} {conversation}", conversation=conversation)
        palace.add(other, conversation=conversation)
    found = Recaller(palace, None, lambda: None).search("where we ate in Porto", Filters(), limit=9)
    ate = [hit for hit in found.results if hit.text.startswith("We ate")]
    assert ate[0].conversation == "b" and ate[0].why["context"] > 0


def test_a_passage_that_has_nothing_of_the_question_gains_nothing_from_its_conversation(palace):
    palace.add("Apples and pears.", conversation="a")
    palace.add("Nothing else.", conversation="a")
    found = Recaller(palace, None, lambda: None).search("apples", Filters())
    assert all(hit.why["groups"]["lexical"] > 0 for hit in found.results)
