import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from camillo.ingest.weights import UNIT, Weights
from camillo.ports.embedder import TokenCut

TEXTS = st.text(st.sampled_from("ab é今한 \n.!7\u0301😀"), max_size=60).map(lambda text: text * 60)


@given(TEXTS, st.integers(0, 400), st.integers(0, 5_000))
def test_reach_is_the_furthest_place_within_the_budget(text, start, budget):
    weights = Weights(text, None)
    start = min(start, len(text))
    end = weights.reach(start, budget)
    assert start <= end <= len(text)
    assert weights.between(start, end) <= budget
    assert end == len(text) or weights.between(start, end + 1) > budget


def test_pieces_weigh_where_they_start():
    cut = TokenCut(
        np.array([1, 2, 3], np.uint16), np.array([0, 2, 2], np.int32), np.array([2, 4, 4], np.int32)
    )
    weights = Weights("abcd", cut)
    assert [weights.upto(place) for place in range(5)] == [0, UNIT, UNIT, 3 * UNIT, 3 * UNIT]


def test_an_unknown_word_weighs_all_along():
    length = 5_000
    cut = TokenCut(
        np.array([100], np.uint16), np.array([0], np.int32), np.array([length], np.int32)
    )
    weights = Weights("x" * length, cut)
    assert weights.between(0, 100) == 100 * UNIT
    assert weights.upto(length) > length * UNIT * 0.3


def test_a_part_of_a_word_may_weigh_as_much_as_it_has_characters():
    cut = TokenCut(
        np.array([7, 8], np.uint16), np.array([0, 9], np.int32), np.array([8, 14], np.int32)
    )
    weights = Weights("memorise palace", cut)
    assert weights.torn(0, 8) == weights.torn(9, 15) == 0
    assert weights.torn(3, 15) == 5 * UNIT
    assert weights.torn(0, 3) == 2 * UNIT


def test_white_space_weighs_nothing():
    assert Weights(" \t\n\u3000\u2003\xa0", None).upto(6) == 0
