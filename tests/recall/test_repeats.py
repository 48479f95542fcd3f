"""Folding compares few texts, and folds exactly what comparing every text with every other would fold."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from camillo.domain.drawer import Span
from camillo.domain.search import Memory, TurnRef
from camillo.domain.turn import DOCUMENT_ROLE
from camillo.recall.chosen import Chosen, Taken
from camillo.recall.repeats import Repeats
from camillo.text.sameness import ENOUGH, openings, sameness, shape, words

WORDS = ["Ana", "ana", "pays", "the", "hosting", "hotsing", "hoosting", "40", "45", "not", "今天"]
SENTENCES = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)
TEXTS = st.lists(SENTENCES, min_size=1, max_size=4).map(". ".join)


def known(word):
    return word == "hosting"


def memory(number, text, role="", room="r"):
    turn = TurnRef(str(number), "Ana", role, None)
    return Memory(
        id=f"{number:024x}:0-{len(text.encode())}",
        content=text.encode(),
        encoding="utf-8",
        text=text,
        media_type="text/plain",
        title="",
        part="text",
        meta={},
        current=True,
        turn=turn,
        wing="w",
        room=room,
        hall="h",
        source="s",
        source_kind="file",
        document="d",
        span=(0, len(text.encode())),
        conversation="c",
    )


def repeats(size, apart=()):
    """Rows of which those in ``apart`` point the other way than the rest."""
    signs = np.zeros((size, 6), np.uint64)
    for row in apart:
        signs[row] = np.uint64(2**64 - 1)
    full = np.ones(size, np.bool_)
    catalogue = SimpleNamespace(signs=signs, words=signs, refined=full, filled=full)
    return Repeats(catalogue, known)


def folded(pairing, memories):
    """Which text folds into which, found through the shelf."""
    taken = Taken(pairing)
    found = {}
    for row, one in enumerate(memories):
        into = taken.first(one, row)
        if into is not None:
            found[row] = (into[0].row, into[1])
            continue
        taken.add(Chosen(row, row, one, Span.parse(one.id), {0}, row, [row]))
    return found


def folded_by_all(pairing, memories):
    """The same by comparing every text with each that was kept before it."""
    kept, found = [], {}
    for row, one in enumerate(memories):
        pairs = ((first, pairing.of(memories[first], first, one, row)) for first in kept)
        into = next(((first, how) for first, how in pairs if how is not None), None)
        if into is None:
            kept.append(row)
        else:
            found[row] = into
    return found


@st.composite
def shelves(draw):
    texts = draw(st.lists(TEXTS, min_size=1, max_size=8))
    # Repeats are rare among random texts: some are cut out of others, or said again with another word.
    for _ in range(draw(st.integers(0, 8))):
        text = draw(st.sampled_from(texts))
        units = text.split(". ")
        start = draw(st.integers(0, len(units) - 1))
        part = ". ".join(units[start : draw(st.integers(start + 1, len(units)))])
        old, new = draw(st.sampled_from(WORDS)), draw(st.sampled_from(WORDS))
        texts.append(part.replace(old, new, 1))
    order = draw(st.permutations(texts))
    roles = st.sampled_from([DOCUMENT_ROLE, "user"])
    rooms = st.sampled_from(["r", "r", "q"])
    made = [memory(n, text, draw(roles), draw(rooms)) for n, text in enumerate(order)]
    return made, draw(st.sets(st.integers(0, len(made) - 1), max_size=2))


@settings(max_examples=300)
@given(shelves())
@pytest.mark.slow
def test_the_shelf_folds_what_comparing_all_with_all_folds(given_):
    memories, apart = given_
    pairing = repeats(len(memories), apart)
    assert folded(pairing, memories) == folded_by_all(pairing, memories)


def test_each_kind_of_repeat_is_found_on_the_shelf():
    base = "Well. Ana pays 40 euros for the hosting at the lake. Bo stayed."
    memories = [
        memory(0, base, DOCUMENT_ROLE),
        memory(1, f"**{base}**", DOCUMENT_ROLE),
        memory(2, base.replace("hosting", "hotsing"), DOCUMENT_ROLE),
        memory(3, "Ana pays 40 euros for the hosting at the lake", "user"),
        memory(4, "Ana pays 45 euros for the hosting at the lake", "user"),
    ]
    assert folded(repeats(5), memories) == {1: (0, "words"), 2: (0, "near"), 3: (0, "part")}


def test_the_same_words_fold_even_where_vectors_lie_apart():
    text = "Ana pays 40 euros for the hosting at the lake"
    memories = [memory(0, text, "user"), memory(1, f"> {text}!", "user")]
    assert folded(repeats(2, apart={1}), memories) == {1: (0, "words")}


def test_a_hit_that_grew_folds_what_the_whole_of_it_says():
    one = memory(0, "Ana pays 40 euros for the hosting. Bo", DOCUMENT_ROLE)
    taken = Taken(repeats(2))
    taken.add(Chosen(0, 0, one, Span.parse(one.id), {0}, 7, [0]))
    part = memory(1, "Bo stayed at the lake with Ana", "user")
    assert taken.first(part, 1) is None
    wide = replace(one, text="Ana pays 40 euros for the hosting. Bo stayed at the lake with Ana")
    taken.widen(0, wide, Span.parse(one.id), memory(2, "stayed at the lake with Ana"))
    assert taken.first(part, 1) == (taken.hits[0], "part")
    assert taken.neighbour(7, 1) == 0
    assert taken.neighbour(8, 1) is None


@given(TEXTS, TEXTS)
def test_whoever_repeats_a_text_has_its_shape_or_one_of_its_openings(one, other):
    found = sameness(one, other, known)
    if found in ("words", "near"):
        assert shape(one) == shape(other)
    elif found == "part":
        assert words(other)[:ENOUGH] in openings(one)


@pytest.mark.parametrize("size", [400])
def test_few_of_many_texts_are_compared(size):
    pairing = repeats(size)
    memories = [memory(n, f"Ana pays {n} euros for the hosting at the lake") for n in range(size)]
    compared = []

    class Counting(Repeats):
        def of(self, *given_):
            compared.append(given_)
            return super().of(*given_)

    assert folded(Counting(pairing.catalogue, known), memories) == {}
    assert len(compared) < size
