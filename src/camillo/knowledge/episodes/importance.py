"""How much a memory matters: computed from what it says and what became of it, never a constant."""

from dataclasses import dataclass
from math import log1p

#: How sure each sign alone can make it that something matters.
_MARKS, _EFFECT, _REUSE = 0.8, 0.5, 0.5
#: A memory that was taken up again after so many days, by so many others, has half of full effect.
_DAYS, _OTHERS = 14.0, 3.0
#: So many uses are half of full reuse.
_USES = 4.0
#: Recency and importance move a score down to this part of it at the most, so that neither hides.
_FLOOR = 0.4


@dataclass(frozen=True, slots=True)
class Importance:
    """What speaks for a memory.

    ``marks`` is how surely it is a decision, a preference or the like, and how much it says, from 0 to
    1. ``others`` counts later memories that link to it or name what it is about, ``days`` is how long
    after it the last of them came. ``uses`` counts how often it was retrieved; ``pinned`` is a
    person's own word.
    """

    marks: float = 0.0
    others: int = 0
    days: float = 0.0
    uses: int = 0
    pinned: bool = False

    @property
    def effect(self) -> float:
        """How far and how long it was taken up, from 0 to 1."""
        wide = self.others / (self.others + _OTHERS)
        long = log1p(self.days / _DAYS) / (1 + log1p(self.days / _DAYS))
        return (wide * (1 + long)) / 2

    @property
    def reuse(self) -> float:
        """How much it was used, from 0 to 1."""
        return self.uses / (self.uses + _USES)

    @property
    def value(self) -> float:
        """Importance from 0 to 1: each sign adds to what the others leave open; a pin makes it full.

        >>> Importance().value, Importance(pinned=True).value
        (0.0, 1.0)
        >>> Importance(marks=0.5).value < Importance(marks=0.5, others=2, days=30).value < 1
        True
        """
        if self.pinned:
            return 1.0
        parts = (_MARKS * self.marks, _EFFECT * self.effect, _REUSE * self.reuse)
        left = 1.0
        for part in parts:
            left *= 1 - part
        return 1 - left

    @property
    def why(self) -> dict[str, object]:
        """The value and its parts, in plain values that JSON can carry."""
        parts: dict[str, object] = {
            "value": round(self.value, 6),
            "marks": round(self.marks, 6),
            "effect": round(self.effect, 6),
            "reuse": round(self.reuse, 6),
        }
        return {**parts, "pinned": True} if self.pinned else parts


def weighed(relevance: float, recency: float, importance: float) -> float:
    """Relevance times recency times importance, all from 0 to 1, the last two softened.

    After Park et al. 2023 (generative agents), as a product: what has nothing to do with the question
    is not lifted by being new, and what is old and plain keeps a part of its relevance.

    >>> weighed(0.5, 1, 1)
    0.5
    >>> weighed(0.5, 0, 0) > 0
    True
    """
    soft = [_FLOOR + (1 - _FLOOR) * factor for factor in (recency, importance)]
    return relevance * soft[0] * soft[1]
