"""Fitting the relevance bar: a small logistic model a tier, on the fitting half of the prompts alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.relevance_sets import LARGE, NEEDING, Prompt
from camillo.distill.bar import SIGNALS
from camillo.distill.coefficients import __file__ as _COMMITTED

#: What each kind of prompt weighs as a whole, in the small palaces and in the large one.
_WEIGHTS: Mapping[str, tuple[float, float]] = {
    "locomo": (0.35, 0.15),
    "coding": (0.35, 0.15),
    "other": (0.30, 0.10),
    "everyday": (0.35, 0.10),
    "strange": (0.15, 0.0),
    "swapped": (0.10, 0.0),
}
_TOTAL = 300.0
_RIDGE = 1.0
_STEPS = 200
#: The share of prompts that need nothing and may get something, on the fitting half.
_MISTAKES = 0.05
_KINDS = ("other", "everyday")


@dataclass(frozen=True, slots=True)
class Fitted:
    """Intercept, slopes of the signals as they are, and the estimate to be reached."""

    intercept: float
    slopes: Mapping[str, float]
    threshold: float


def fit(prompts: Sequence[Prompt], signals: Sequence[Mapping[str, float] | None]) -> Fitted:
    """Fit on prompts whose signals are known; None (no hit at all) needs no model."""
    pairs = [(one, seen) for one, seen in zip(prompts, signals, strict=True) if seen is not None]
    values = np.array([[seen[name] for name in SIGNALS] for _, seen in pairs])
    right = np.array([one.kind in NEEDING for one, _ in pairs], float)
    mean, spread = values.mean(0), values.std(0) + 1e-9
    found = _logistic((values - mean) / spread, right, _weights([one for one, _ in pairs]))
    slopes = found[1:] / spread
    intercept = float(found[0] - slopes @ mean)
    scores = 1 / (1 + np.exp(-(values @ slopes + intercept)))
    threshold = _threshold([one for one, _ in pairs], scores, prompts)
    by_name = {name: round(float(one), 4) for name, one in zip(SIGNALS, slopes, strict=True)}
    return Fitted(round(intercept, 4), by_name, round(threshold, 3))


def _weights(prompts: Sequence[Prompt]) -> NDArray[np.float64]:
    keys = [(one.kind, one.palace == LARGE) for one in prompts]
    counts = {key: keys.count(key) for key in set(keys)}
    return np.array(
        [_TOTAL * _WEIGHTS[kind][large] / counts[kind, large] for kind, large in keys], float
    )


def _logistic(
    values: NDArray[np.float64], right: NDArray[np.float64], weights: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Newton's method with a ridge on the slopes; intercept first."""
    design = np.column_stack([np.ones(len(values)), values])
    found = np.zeros(design.shape[1])
    ridge = np.diag([0.0] + [_RIDGE] * values.shape[1])
    for _ in range(_STEPS):
        likely = 1 / (1 + np.exp(-np.clip(design @ found, -30, 30)))
        curve = weights * likely * (1 - likely) + 1e-9
        slope = design.T @ (weights * (right - likely)) - ridge @ found
        step = np.linalg.solve((design * curve[:, None]).T @ design + ridge, slope)
        found = found + step
        if np.abs(step).max() < 1e-9:
            break
    return found


def _threshold(
    seen: Sequence[Prompt], scores: NDArray[np.float64], everyone: Sequence[Prompt]
) -> float:
    """The lowest estimate that few enough prompts without need reach, both kinds counting alike."""
    totals = {kind: sum(_counts(one, kind) for one in everyone) for kind in _KINDS}
    by_kind = {
        kind: np.array([s for one, s in zip(seen, scores, strict=True) if _counts(one, kind)])
        for kind in _KINDS
    }
    for threshold in np.arange(0.02, 0.99, 0.001).tolist():
        shares = [float((by_kind[kind] >= threshold).sum()) / totals[kind] for kind in _KINDS]
        if sum(shares) / len(shares) <= _MISTAKES:
            return float(threshold)
    return 0.99


def _counts(one: Prompt, kind: str) -> bool:
    return one.kind == kind and one.palace != LARGE


def commit(fitted: Mapping[str, Fitted]) -> Path:
    """Write the coefficients into the product."""
    path = Path(_COMMITTED)
    rows = "".join(
        f'    "{tier}": (\n        {one.intercept},\n        {dict(one.slopes)!r},\n'
        f"        {one.threshold},\n    ),\n".replace("'", '"')
        for tier, one in fitted.items()
    )
    head = path.read_text(encoding="utf-8").partition("\nBARS")[0]
    kind = "dict[str, tuple[float, dict[str, float], float]]"
    path.write_text(f"{head}\nBARS: {kind} = {{\n{rows}}}\n", encoding="utf-8")
    return path
