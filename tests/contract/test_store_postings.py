"""The contract of palace stores: postings and vectors are those of the drawers that are there."""

import numpy as np
import pytest

from camillo.domain.drawer import Cut, Filed
from camillo.domain.errors import InvalidInput
from camillo.domain.place import Place
from camillo.ports.rows import Vector


def postings_of(store, *terms):
    with store.snapshot() as snapshot:
        found = snapshot.postings(terms)
    return {
        term: list(zip(each.drawer.tolist(), each.count.tolist(), strict=True))
        for term, each in found.items()
    }


@pytest.mark.parametrize("compacted", [False, True])
def test_postings_have_every_drawer_of_a_term_with_its_count(store, source, hand, compacted):
    store.file("mine", source, [hand.filed("to be or not to be\nto do", turn="1")])
    store.file("mine", source, [hand.filed("be", turn="2")])
    if compacted:
        assert store.compact(force=True) and not store.compact(force=True)
    assert postings_of(store, "to", "be", "none") == {
        "to": [(1, 2), (2, 1)],
        "be": [(1, 2), (3, 1)],
    }


def test_recent_and_compacted_postings_come_as_one_ascending_list(store, source, hand):
    for number in range(7):
        store.file("mine", source, [hand.filed("word", turn=str(number))])
        if number % 3 == 0:
            store.compact(force=True)
    assert postings_of(store, "word") == {"word": [(number, 1) for number in range(1, 8)]}


def test_counts_are_clipped_to_fifteen(store, source, hand):
    store.file("mine", source, [hand.filed("x " * 40)])
    assert postings_of(store, "x") == {"x": [(1, 15)]}
    store.compact(force=True)
    assert postings_of(store, "x") == {"x": [(1, 15)]}


def test_a_term_of_many_drawers_spans_blocks(store, source, hand):
    turns = [hand.filed("common " + ("rare" if n == 500 else ""), turn=str(n)) for n in range(1000)]
    store.file("mine", source, turns)
    store.compact(force=True)
    found = postings_of(store, "common", "rare")
    assert found["common"] == [(n, 1) for n in range(1, 1001)] and found["rare"] == [(501, 1)]


@pytest.mark.parametrize("term", ["", "\0", "a\0b", "\ud800", "設計", "x\xff", "𝔘" * 50])
def test_any_text_can_be_a_term(store, source, hand, term):
    turn = hand.turn("whatever")
    store.file("mine", source, [Filed(turn, Place("w"), (Cut(0, 8, {term: 3, "other": 1}, 4),))])
    assert postings_of(store, term) == {term: [(1, 3)]}
    store.compact(force=True)
    assert postings_of(store, term) == {term: [(1, 3)]}


def test_terms_between_two_code_points_are_in_order_and_limited(store, source, hand):
    store.file("mine", source, [hand.filed("apple apricot banana", turn="1")])
    store.compact(force=True)
    store.file("mine", source, [hand.filed("apex apricot", turn="2")])
    with store.snapshot() as snapshot:
        assert snapshot.terms_between("ap", "aq", 10) == ["apex", "apple", "apricot"]
        assert snapshot.terms_between("ap", "aq", 2) == ["apex", "apple"]
        assert snapshot.terms_between("c", "d", 9) == []


def test_what_waits_for_vectors_comes_newest_first_and_once(store, source, hand, model):
    store.file("mine", source, [hand.filed("old\nolder", turn="1", speaker="Ann")])
    store.file("mine", source, [hand.filed("new", turn="2", speaker="Bob")])
    first = store.pending(model, 2)
    assert [(each.text, each.speaker) for each in first] == [("new", "Bob"), ("older", "Ann")]
    assert [each.text for each in store.pending(model, 9, first[-1].drawer)] == ["old"]
    assert store.put_vectors(model, [hand.vector(each.drawer) for each in first]) == 2
    assert [each.text for each in store.pending(model, 9)] == ["old"]


def test_vectors_read_back_as_they_were_filed(store, source, hand, model):
    store.file("mine", source, [hand.filed("a\nb\nc")])
    given = {drawer: hand.vector(drawer) for drawer in (3, 1)}
    assert store.put_vectors(model, list(given.values())) == 2
    with store.snapshot() as snapshot:
        dense, signs = snapshot.dense([1, 2, 3], model), snapshot.signs(0, model)
        assert set(dense) == {1, 3}
        for drawer, vector in given.items():
            assert np.array_equal(dense[drawer].pooled, vector.pooled)
            assert np.array_equal(dense[drawer].codes, vector.codes)
        assert signs.drawer.tolist() == [3, 1]
        assert np.array_equal(signs.bits[1], given[1].bits)
        assert snapshot.signs(signs.last, model).drawer.shape == (0,)
        assert snapshot.counts()["refined"] == 2
    store.put_vectors(model, [hand.vector(2)])
    with store.snapshot() as snapshot:
        assert snapshot.signs(signs.last, model).drawer.tolist() == [2]


def test_extreme_vectors_lose_nothing(store, source, hand, model):
    store.file("mine", source, [hand.filed("a\nb\nc")])
    rows = [
        np.full(384, 127, np.int8),
        np.full(384, -128, np.int8),
        np.eye(1, 384, dtype=np.int8)[0],
    ]
    codes = np.zeros((0, 24), np.uint8)
    vectors = [Vector(n, row, np.packbits(row > 0), codes) for n, row in enumerate(rows, 1)]
    store.put_vectors(model, vectors)
    with store.snapshot() as snapshot:
        dense = snapshot.dense([1, 2, 3], model)
    assert all(np.array_equal(dense[n].pooled, row) for n, row in enumerate(rows, 1))
    assert dense[1].codes.shape == (0, 24)


def test_a_vector_filed_twice_stays_once_and_one_of_no_drawer_is_passed_over(
    store, source, hand, model
):
    store.file("mine", source, [hand.filed("a")])
    assert store.put_vectors(model, [hand.vector(1), hand.vector(77)]) == 1
    assert store.put_vectors(model, [hand.vector(1, seed=5)]) == 0
    with store.snapshot() as snapshot:
        assert snapshot.signs(0, model).drawer.tolist() == [1]
        assert np.array_equal(snapshot.dense([1], model)[1].pooled, hand.vector(1).pooled)


def test_zero_and_misshapen_vectors_are_refused(store, source, hand, model):
    store.file("mine", source, [hand.filed("a")])
    good = hand.vector(1)
    bad = [
        Vector(1, np.zeros(384, np.int8), good.bits, good.codes),
        Vector(1, good.pooled[:383], good.bits, good.codes),
        Vector(1, good.pooled.astype(np.float32), good.bits, good.codes),
        Vector(1, good.pooled, good.bits[:40], good.codes),
        Vector(1, good.pooled, good.bits, good.codes[:, :20]),
    ]
    for vector in bad:
        with pytest.raises(InvalidInput):
            store.put_vectors(model, [vector])
    assert len(store.pending(model, 5)) == 1


def test_terms_of_a_range_are_counted_over_blocks_and_tail(store, source, hand):
    store.file("mine", source, [hand.filed("apple apricot banana", turn="1")])
    store.compact(force=True)
    store.file("mine", source, [hand.filed("apex apricot\napricot", turn="2")])
    with store.snapshot() as snapshot:
        assert snapshot.term_counts("ap", "aq") == {"apex": 1, "apple": 1, "apricot": 3}
        assert snapshot.term_counts("c", "d") == {}


def test_many_terms_are_found_as_each_by_itself(store, source, hand):
    words = [f"w{number:03}" for number in range(80)]
    store.file("mine", source, [hand.filed(" ".join(words), turn="1")])
    store.compact(force=True)
    store.file("mine", source, [hand.filed(" ".join(words[::2]) + "\n" + words[0], turn="2")])
    assert postings_of(store, *words, "none") == {
        word: found for word in words for found in [postings_of(store, word)[word]]
    }
