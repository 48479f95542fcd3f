"""The contract of palace stores: what is counted by language and by model."""

from dataclasses import replace

from camillo.ports.embedder import ModelCard


def test_languages_count_turns_whose_language_was_told(store, source, hand):
    given = [
        replace(hand.filed(f"text {turn}", turn=str(turn)), language=language)
        for turn, language in enumerate(["zh", "en", "zh", "", "pt-BR"])
    ]
    store.file("mine", source, given)
    with store.snapshot() as snapshot:
        assert snapshot.languages() == {"zh": 2, "en": 1, "pt-BR": 1}


def test_an_empty_palace_has_no_languages_and_no_vectors(store):
    with store.snapshot() as snapshot:
        assert (snapshot.languages(), snapshot.vectors()) == ({}, {})
        assert not snapshot.has_vectors()


def test_vectors_are_counted_by_the_model_that_made_them(store, source, hand, model):
    other = ModelCard("other", "cd" * 32, 384, "transformer")
    store.file("mine", source, [hand.filed("a\nb\nc")])
    store.put_vectors(model, [hand.vector(1), hand.vector(2)])
    with store.snapshot() as snapshot:
        assert snapshot.vectors() == {model: 2} and snapshot.has_vectors()
    store.put_vectors(other, [hand.vector(2, seed=1), hand.vector(3, seed=1)])
    with store.snapshot() as snapshot:
        assert snapshot.vectors() == {model: 2, other: 2}
        assert snapshot.counts()["refined"] == 3
    store.put_vectors(other, [hand.vector(1, seed=1)])
    assert store.retire_vectors(other) == 2
    with store.snapshot() as snapshot:
        assert snapshot.vectors() == {other: 3}
