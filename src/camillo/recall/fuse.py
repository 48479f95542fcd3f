"""Fusion: every arm between a fixed floor and ceiling, every group of arms with the same weight."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from camillo.recall.catalogue import FLOATS

#: What an arm gives a drawer that has nothing to do with the question, and the best of those that do.
#: Constants, so that a fused score means the same in every palace and for every question.
FLOOR_AND_CEILING: Mapping[str, tuple[float, float]] = {
    "drawer": (0.0, 0.27),
    "window": (0.0, 0.40),
    "token": (0.036, 0.375),
    "token_window": (0.19, 0.40),
    "pooled": (-0.06, 0.63),
    "pooled_window": (0.08, 0.60),
    "word": (0.04, 0.70),
    "word_window": (0.19, 0.775),
}
GROUPS: Mapping[str, tuple[str, str]] = {
    "lexical": ("drawer", "window"),
    "late": ("token", "token_window"),
    "pooled": ("pooled", "pooled_window"),
    "static": ("word", "word_window"),
}


@dataclass(frozen=True)
class Fused:
    """``score`` [n] is the mean of the groups a row has; ``groups`` the scores by group, NaN where missing."""

    score: FLOATS
    groups: Mapping[str, FLOATS]


def fuse(arms: Mapping[str, FLOATS]) -> Fused:
    """Raw scores by arm, each [n], to one score a row. Nothing is clipped: a rare match may exceed 1."""
    scaled = {name: _scale(name, raw) for name, raw in arms.items()}
    groups = {
        name: ((scaled[one] + scaled[other]) / 2).astype(np.float32)
        for name, (one, other) in GROUPS.items()
        if one in scaled and other in scaled
    }
    stacked = np.stack(list(groups.values()))
    present = np.isfinite(stacked)
    total = np.where(present, stacked, 0.0).sum(0)
    score = total / np.maximum(present.sum(0), 1)
    return Fused(score.astype(np.float32), groups)


def _scale(name: str, raw: FLOATS) -> FLOATS:
    floor, ceiling = FLOOR_AND_CEILING[name]
    return (raw - floor) / (ceiling - floor)
