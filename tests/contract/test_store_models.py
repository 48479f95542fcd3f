"""Vectors of several models: beside each other until one is kept, and never mixed."""

import numpy as np
import pytest

from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput
from camillo.ports.embedder import ModelCard
from camillo.ports.rows import Redaction, Vector

OTHER = ModelCard("mini", "cd" * 32, 384, "transformer")
WIDE = ModelCard("wide", "ef" * 32, 1_000, "transformer")


def wide(drawer: int) -> Vector:
    unit = np.random.default_rng(drawer).standard_normal(1_000)
    pooled = np.round(unit / np.linalg.norm(unit) * 127).astype(np.int8)
    bits = np.packbits(unit[:384] > 0)
    return Vector(drawer, pooled, bits, np.empty((0, 24), np.uint8))


def test_models_stand_beside_each_other_and_are_never_mixed(store, source, hand, model):
    store.file("mine", source, [hand.filed("a\nb")])
    first = [hand.vector(1), hand.vector(2)]
    store.put_vectors(model, first)
    assert [each.drawer for each in store.pending(OTHER, 9)] == [2, 1]
    second = hand.vector(2, seed=1)
    assert store.put_vectors(OTHER, [second]) == 1
    with store.snapshot() as snapshot:
        assert snapshot.signs(0, model).drawer.tolist() == [1, 2]
        assert snapshot.signs(0, OTHER).drawer.tolist() == [2]
        assert np.array_equal(snapshot.dense([1, 2], model)[2].pooled, first[1].pooled)
        found = snapshot.dense([1, 2], OTHER)
        assert set(found) == {2} and np.array_equal(found[2].pooled, second.pooled)
    assert [each.drawer for each in store.pending(OTHER, 9)] == [1]
    assert store.pending(model, 9) == []
    assert store.check() == []


def test_a_model_of_any_dimension_has_signs_of_one_width(store, source, hand, model):
    store.file("mine", source, [hand.filed("a\nb")])
    store.put_vectors(model, [hand.vector(1)])
    store.put_vectors(WIDE, [wide(1), wide(2)])
    with store.snapshot() as snapshot:
        assert snapshot.signs(0, WIDE).bits.shape == (2, 48)
        assert np.array_equal(snapshot.dense([2], WIDE)[2].pooled, wide(2).pooled)
    with pytest.raises(InvalidInput):
        store.put_vectors(WIDE, [hand.vector(1)])
    assert store.check() == []


def test_keeping_one_model_deletes_the_vectors_of_all_others(store, source, hand, model):
    store.file("mine", source, [hand.filed("a\nb\nc")])
    store.put_vectors(model, [hand.vector(1), hand.vector(2)])
    store.put_vectors(OTHER, [hand.vector(2, seed=1), hand.vector(3, seed=1)])
    with store.snapshot() as snapshot:
        before = snapshot.tick()
    assert store.retire_vectors(OTHER) == 2
    with store.snapshot() as snapshot:
        assert snapshot.tick().epoch != before.epoch
        assert snapshot.vectors() == {OTHER: 2}
        assert snapshot.counts()["waiting"] == 1
    assert [each.drawer for each in store.pending(OTHER, 9)] == [1]
    assert store.check() == []
    assert store.retire_vectors(OTHER) == 0


def test_retiring_nothing_writes_nothing(store, source, hand, model):
    store.file("mine", source, [hand.filed("a")])
    store.put_vectors(model, [hand.vector(1)])
    with store.snapshot() as snapshot:
        before = snapshot.tick()
    assert store.retire_vectors(model) == 0
    with store.snapshot() as snapshot:
        assert snapshot.tick() == before


def test_forgetting_takes_the_vectors_of_every_model(store, source, hand, model):
    filed = hand.filed("a\nb")
    store.file("mine", source, [filed])
    store.put_vectors(model, [hand.vector(1), hand.vector(2)])
    store.put_vectors(OTHER, [hand.vector(1, seed=1), hand.vector(2, seed=1)])
    blank = (hand.cut(b" \nb", 2, 3),)
    store.forget([Redaction(Span(filed.turn.key, 0, 1), blank)])
    with store.snapshot() as snapshot:
        assert 1 not in snapshot.dense([1, 2], model)
        assert 1 not in snapshot.dense([1, 2], OTHER)
    assert store.check() == []


def test_a_rebuild_carries_the_vectors_of_every_model(store, source, hand, model):
    store.file("mine", source, [hand.filed("a\nb")])
    store.put_vectors(model, [hand.vector(1), hand.vector(2)])
    store.put_vectors(OTHER, [hand.vector(2, seed=1)])
    building = store.begin_generation()
    store.put_vectors(WIDE, [wide(1)])
    turns = store.stored(0, 9)
    building = store.extend_generation(building, [(one, hand.cuts(one.content)) for one in turns])
    store.switch_generation(building)
    with store.snapshot() as snapshot:
        assert snapshot.vectors() == {model: 2, OTHER: 1, WIDE: 1}
    assert store.check() == []
