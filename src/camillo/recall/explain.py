"""Why a hit was found, and how the question was read, in plain values."""

import math
from collections.abc import Mapping

from camillo.recall.catalogue import Catalogue
from camillo.recall.fuse import Fused
from camillo.recall.query import Analysis


def rounded(value: float) -> float:
    """Six decimals, as every shown and compared score has."""
    return round(float(value), 6)


def why(
    at: int, arms: Mapping[str, object], fused: Fused, rank: Mapping[str, float]
) -> dict[str, object]:
    """The stages of one hit: each group of arms, each raw arm, the bonuses, the score it is ranked by."""
    raw = {name: float(values[at]) for name, values in arms.items()}  # type: ignore[index]
    return {
        "groups": {
            name: rounded(values[at])
            for name, values in fused.groups.items()
            if math.isfinite(values[at])
        },
        "arms": {name: rounded(value) for name, value in raw.items() if math.isfinite(value)},
        "fused": rounded(fused.score[at]),
        **{name: rounded(value) for name, value in rank.items()},
    }


def understood(analysis: Analysis, catalogue: Catalogue) -> dict[str, object]:
    """What the question was taken to ask."""
    dates = analysis.dates
    found: dict[str, object] = {
        "question": analysis.text,
        "terms": [group.word for group in analysis.terms.groups],
        "left_out": list(analysis.terms.left_out),
        "languages": list(analysis.languages),
    }
    extra = {
        "reduced_to": analysis.how_reduced,
        "phrases": list(analysis.phrases.wanted),
        "excluded": list(analysis.phrases.excluded),
        "dates": {
            name: sorted(getattr(dates, name))
            for name in ("years", "months", "days")
            if getattr(dates, name)
        },
        "speakers": [catalogue.labels[number] for number in analysis.speakers],
    }
    return found | {name: value for name, value in extra.items() if value}
