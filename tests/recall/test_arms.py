"""Arms against plain loops over the definition."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from camillo.recall.catalogue import load
from camillo.recall.dense import late_interaction, segments_max
from camillo.recall.fuse import fuse
from camillo.recall.lexical import K1, B, around, full_windows, lexical
from camillo.text.groups import query_groups

WORDS = ["red", "blue", "apples", "pears", "walks", "walking", "Kai"]


def fill(palace, talks):
    for name, turns in enumerate(talks):
        for turn in turns:
            palace.add(" ".join(turn), conversation=str(name), language="en")


def bm25(counts, length, mean, idf):
    norm = K1 * (1 - B + B * length / mean)
    return sum(w * tf * (K1 + 1) / (tf + norm) for tf, w in zip(counts, idf, strict=True))


@given(st.lists(st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5), min_size=1, max_size=7), min_size=1,
                max_size=4))  # fmt: skip
def test_windows_and_conversations_score_as_their_definition_says(new_palace, talks):
    palace = new_palace()
    fill(palace, talks)
    catalogue = load(palace, None)
    groups = query_groups("walk red apples", ["en"]).groups
    words = lexical(groups, np.ones(catalogue.size, np.bool_), catalogue, palace)

    def count(turn):
        walk = 2 / 3 * sum(word in ("walks", "walking") for word in turn)
        return np.array([walk, turn.count("red"), turn.count("apples")])

    mean = np.mean([len(turn) for talk in talks for turn in talk])
    windows = words.windows(np.arange(catalogue.size))
    at = 0
    for talk in talks:
        for spot in range(len(talk)):
            starts = range(max(1, len(talk) - 3))
            inside = [talk[s : s + 4] for s in starts if s <= spot < s + 4]
            expected = max(
                bm25(sum(count(t) for t in w), sum(map(len, w)), 4 * mean, words.idf)
                for w in inside
            )
            assert windows[at] == pytest.approx(expected, rel=1e-4)
            at += 1
    whole = words.conversations(np.arange(catalogue.conversations))
    lengths = [sum(map(len, talk)) for talk in talks]
    for code, talk in enumerate(talks):
        expected = bm25(sum(count(t) for t in talk), lengths[code], np.mean(lengths), words.idf)
        assert whole[code] == pytest.approx(expected, rel=1e-4)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=8), st.integers(1, 3), st.randoms())
def test_late_interaction_is_the_weighted_best_match(counts, tokens, random):
    values = np.array([[random.uniform(-1, 1) for _ in range(sum(counts))] for _ in range(tokens)])
    values = values.reshape(tokens, sum(counts)).astype(np.float32)
    weight = np.array([random.uniform(0.1, 3) for _ in range(tokens)], np.float32)
    best = segments_max(values, np.array(counts))
    ends = np.cumsum([0, *counts])
    for row, (start, end) in enumerate(pairwise(ends)):
        expected = values[:, start:end].max(1) if end > start else np.full(tokens, -np.inf)
        assert np.array_equal(best[:, row], expected)
    n = len(counts)
    spots = np.arange(n)[:, None] + np.arange(-2, 3)
    inside = (spots >= 0) & (spots < n)
    alone, window = late_interaction(best, weight, np.where(inside, spots, n), inside)
    share = weight / weight.sum()
    for row in range(n):
        if counts[row] == 0:
            assert math.isnan(alone[row]) and math.isnan(window[row])
            continue
        starts = range(max(1, n - 2))
        held = [best[:, s : min(n, s + 3)].max(1) @ share for s in starts if s <= row < s + 3]
        assert alone[row] == pytest.approx(best[:, row] @ share, abs=1e-5)
        assert window[row] == pytest.approx(max(held), abs=1e-5)


def test_a_group_that_a_drawer_lacks_is_left_out_of_its_mean():
    nan = np.nan
    arms = {
        "drawer": np.array([0.27, 0.27]),
        "window": np.array([0.40, 0.40]),
        "pooled": np.array([-0.06, nan]),
        "pooled_window": np.array([0.08, nan]),
    }
    fused = fuse({name: values.astype(np.float32) for name, values in arms.items()})
    assert fused.score == pytest.approx([0.5, 1.0])


def test_neighbours_never_cross_the_border_of_a_conversation(palace):
    fill(palace, [[["a"], ["b"]], [["c"]], [["d"], ["e"], ["f"]]])
    catalogue = load(palace, None)
    rows, inside = around(catalogue, np.array([1, 2, 3]), 1)
    kept = [row[flag].tolist() for row, flag in zip(rows, inside, strict=True)]
    assert kept == [[0, 1], [2], [3, 4]]
    assert full_windows(np.array([[False, True, False]]), 2).tolist() == [[False, True]]
