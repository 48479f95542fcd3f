"""The bar: whether what a search found is about the prompt, or only the nearest there was."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from camillo.distill.coefficients import BARS
from camillo.domain.search import Hit
from camillo.text.groups import TermGroup
from camillo.text.tokens import index_terms

#: Hits from this one on are what any prompt would find; the first ones are judged against them.
_BACKGROUND_FROM = 9
_FEWEST = 4
#: What they score where a palace has too few of them; words alone find nothing else at all.
_USUAL = {"transformer": 0.3, "static": 0.3, "lexical": 0.0}
#: A word with a capital that does not open a sentence.
_NAME = re.compile(r"(?<=[^\s.!?:。])\s+([^\W\d_]\w*)")
_FIRST, _LOOKED_AT = 3, 5

SIGNALS = ("lead", "meaning", "words", "told", "known", "length", "context", "covered", "strangers")
#: The group of arms that tells most of what a text means, by tier.
_MEANING = {"transformer": "pooled", "static": "static"}


@dataclass(frozen=True, slots=True)
class Bar:
    """A logistic model of :data:`SIGNALS` for one tier, and the estimate that has to be reached."""

    intercept: float
    slopes: Mapping[str, float]
    threshold: float

    def estimate(self, signals: Mapping[str, float]) -> float:
        """How likely the hits are about the prompt, between 0 and 1."""
        logit = self.intercept + sum(self.slopes[name] * signals[name] for name in SIGNALS)
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, logit))))


@dataclass(frozen=True, slots=True)
class Asked:
    """The prompt's words as the palace knows them.

    ``groups`` are its words, ``weights`` how much each tells (the rarer, the more; a word nobody said
    tells most), ``spoken`` whether the palace has it at all, ``named`` whether it is written as a
    name; ``size`` is the palace's number of drawers.
    """

    groups: Sequence[TermGroup]
    weights: Sequence[float]
    spoken: Sequence[bool]
    named: Sequence[bool]
    size: int
    language: str | None

    @classmethod
    def of(
        cls,
        question: str,
        groups: Sequence[TermGroup],
        frequency: Mapping[str, int],
        size: int,
        language: str | None,
    ) -> "Asked":
        """From a question, its words and the number of drawers that each index term is in."""
        names = {one.casefold() for one in _NAME.findall(question) if one[0].isupper()}
        held = [
            max(sum(frequency.get(term, 0) for term in one) for one in group.alternatives)
            for group in groups
        ]
        weights = [
            group.weight * math.log1p(max(0, size - count) / (count + 0.5) + 0.5 / (count + 0.5))
            for group, count in zip(groups, held, strict=True)
        ]
        spoken = [count > 0 for count in held]
        named = [group.word in names for group in groups]
        return cls(groups, weights, spoken, named, size, language)

    @property
    def total(self) -> float:
        """What all the words tell together."""
        return sum(self.weights)

    def share(self, chosen: Sequence[bool]) -> float:
        """The part of the total that the chosen words have."""
        part = sum(weight for weight, one in zip(self.weights, chosen, strict=True) if one)
        return part / self.total if self.total > 0 else 0.0

    @property
    def strangers(self) -> float:
        """The share of the prompt's names that nobody here has ever said; 0 where it has no name."""
        known = [spoken for spoken, named in zip(self.spoken, self.named, strict=True) if named]
        return 1 - sum(known) / len(known) if known else 0.0

    def in_text(self, text: str) -> list[bool]:
        """Which words a text has, in any of their forms."""
        terms = index_terms(text, self.language).terms
        return [
            any(term in terms for one in group.alternatives for term in one)
            for group in self.groups
        ]


def tier(hits: Sequence[Hit]) -> str:
    """Which models scored the first hit: ``transformer``, ``static``, or none (``lexical``)."""
    groups = _groups(hits[0])
    return "transformer" if "late" in groups else "static" if "static" in groups else "lexical"


def signals(asked: Asked, hits: Sequence[Hit]) -> dict[str, float]:
    """What tells whether hits, best first and at least one, are about the prompt.

    ``lead`` is how far the best stands above what any prompt would find; ``meaning`` how near it is
    to the models; ``words`` and ``told`` how much the words tell that it shares, ``covered`` their
    share and ``known`` the share the palace has at all; ``length`` grows with the number of
    words; ``context`` is what its conversation adds; ``strangers`` is the share of the prompt's
    names that the palace has never heard.
    """
    fused = [cast(float, hit.why["fused"]) for hit in hits]
    size = math.log1p(asked.size) or 1.0
    covered = max(asked.share(asked.in_text(_read(hit))) for hit in hits[:_LOOKED_AT])
    lexical = max(_groups(hit).get("lexical", 0.0) for hit in hits[:_FIRST])
    context = [cast(float, hit.why.get("context", 0.0)) for hit in hits[:_LOOKED_AT]]
    return {
        "lead": max(fused) - _background(fused, tier(hits)),
        "meaning": _meaning(hits),
        "words": lexical * asked.total / size,
        "told": 1 - math.exp(-covered * asked.total / size),
        "known": asked.share(asked.spoken),
        "length": math.log1p(len(asked.groups)),
        "context": max(context),
        "covered": covered,
        "strangers": asked.strangers,
    }


def estimate(asked: Asked, hits: Sequence[Hit]) -> tuple[float, bool]:
    """How likely the hits are about the prompt, and whether that clears the bar of their tier."""
    if not hits:
        return 0.0, False
    bar = Bar(*BARS[tier(hits)])
    score = bar.estimate(signals(asked, hits))
    return round(score, 6), score >= bar.threshold


def standing(hits: Sequence[Hit], least: float) -> list[Hit]:
    """The hits that keep so large a part of the lead that the best one has."""
    fused = [cast(float, hit.why["fused"]) for hit in hits]
    best = max(fused, default=0.0)
    ground = min(_background(fused, tier(hits)), best / 2) if hits else 0.0
    return [
        hit
        for hit, score in zip(hits, fused, strict=True)
        if score - ground >= least * (best - ground)
    ]


def _meaning(hits: Sequence[Hit]) -> float:
    """The best of the first hits by meaning; from the word table, above what any prompt finds."""
    used = tier(hits)
    name = _MEANING.get(used)
    if name is None:
        return 0.0
    best = max(_groups(hit).get(name, 0.0) for hit in hits[:_FIRST])
    if name != "static":
        return best
    return best - _background([_groups(hit).get(name, 0.0) for hit in hits], used)


def _background(scores: Sequence[float], used: str) -> float:
    rest = scores[_BACKGROUND_FROM:]
    return sum(rest) / len(rest) if len(rest) >= _FEWEST else _USUAL[used]


def _groups(hit: Hit) -> Mapping[str, float]:
    return cast(Mapping[str, float], hit.why["groups"])


def _read(hit: Hit) -> str:
    return f"{hit.speaker} {hit.text}"
