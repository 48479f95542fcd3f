"""The shown score: the same evidence counts for more among few drawers, and large palaces are as they were."""

import numpy as np
import pytest

from camillo.recall.fuse import Fused
from camillo.recall.score import calibrate

TIERS = {"transformer": ("lexical", "late", "pooled"), "static": ("lexical", "static")}


def shown(fused, searched, tier):
    groups = {name: np.ones(1, np.float32) for name in TIERS[tier]}
    return float(calibrate(Fused(np.array([fused], np.float32), groups), searched)[0])


@pytest.mark.parametrize("tier", TIERS)
def test_the_score_falls_with_the_drawers_searched_and_rises_with_the_evidence(tier):
    sizes = [1, 2, 5, 10, 30, 100, 500, 1_000, 10_000]
    by_size = [shown(0.6, size, tier) for size in sizes]
    assert by_size == sorted(by_size, reverse=True)
    by_evidence = [shown(fused / 20, 5, tier) for fused in range(30)]
    assert by_evidence == sorted(by_evidence)


def test_among_few_drawers_unrelated_text_scores_low_and_plain_answers_high():
    # The median of answers and the highest three in a hundred of unrelated text, in palaces of so many drawers.
    for drawers, answer, unrelated in (
        (2, 0.8, 0.3),
        (4, 0.75, 0.37),
        (8, 0.89, 0.4),
        (30, 0.85, 0.54),
    ):
        assert shown(answer, drawers, "transformer") > 0.9
        assert shown(unrelated, drawers, "transformer") < 0.5


def test_a_palace_of_hundreds_of_drawers_is_scored_as_it_was_fitted():
    assert shown(0.75, 1_000, "transformer") == pytest.approx(
        1 / (1 + np.exp(9.9 - 9.75)), abs=1e-4
    )
