import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from camillo.recall.catalogue import follow, load
from camillo.recall.query import palace_languages


@given(st.lists(st.lists(st.integers(0, 5), max_size=6), min_size=1, max_size=8))
def test_word_pieces_are_counted_once_a_drawer(new_palace, drawers):
    palace = new_palace()
    for pieces in drawers:
        palace.add("x")
        palace.rows[-1].pieces = np.array(pieces, np.uint16)
    asked = np.array([5, 0, 3, 9, 0], np.uint16)
    expected = [sum(int(piece) in pieces for pieces in drawers) for piece in asked]
    assert load(palace, None).piece_df(asked).tolist() == expected


@given(st.lists(st.lists(st.integers(0, 5), max_size=6), min_size=1, max_size=8))
def test_word_pieces_that_were_counted_are_counted_on_as_drawers_come(new_palace, drawers):
    palace, known = new_palace(), None
    asked = np.arange(7, dtype=np.uint16)
    for pieces in drawers:
        palace.add("x")
        palace.rows[-1].pieces = np.array(pieces, np.uint16)
        known = follow(known, palace, None)
        assert known.piece_df(asked).tolist() == load(palace, None).piece_df(asked).tolist()


def test_following_a_palace_gives_what_reading_it_anew_gives(palace):
    known = None
    for at in range(6):
        palace.add(f"turn {at}", conversation=str(at % 2), speaker="Ana", at=f"2024-01-0{at + 1}")
        known = follow(known, palace, None)
        fresh = load(palace, None)
        assert np.array_equal(known.columns.drawer, fresh.columns.drawer)
        assert np.array_equal(known.order, fresh.order)
        assert np.array_equal(known.placements.turn, fresh.placements.turn)
        assert known.mean_length == fresh.mean_length
        assert follow(known, palace, None) is known


def test_a_new_epoch_is_read_anew(palace):
    palace.add("old words")
    known = load(palace, None)
    palace.rows.clear()
    palace.epoch += 1
    assert follow(known, palace, None).size == 0


def test_the_languages_of_a_palace_are_looked_at_again_when_it_grows(palace):
    palace.add("We went to the market because it was open", conversation="a")
    known = load(palace, None)
    assert palace_languages(known, palace) == ("en",)
    for at in range(3):
        palace.add("Nós fomos ao mercado porque ele estava aberto", conversation=str(at))
    grown = follow(known, palace, None)
    assert palace_languages(grown, palace) == ("pt", "en")


def test_gaps_in_drawer_numbers_are_bridged(palace):
    for at in range(4):
        palace.add(f"turn {at}")
    del palace.rows[1]
    catalogue = load(palace, None)
    assert catalogue.rows(np.array([1, 2, 3, 4])).tolist() == [0, 1, 2]
