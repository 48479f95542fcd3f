"""What counts as similar in each model's vectors: cosines brought to one scale, where 0.7 is the bar."""

import math
from dataclasses import dataclass

from camillo.ports.embedder import ModelCard

#: Drawers are similar from here on.
BAR = 0.7
_BITS = 384


@dataclass(frozen=True, slots=True)
class Tier:
    """A model's cosines on the common scale.

    ``bar`` is the cosine that counts as 0.7. Calibrated on pairs of turns of five development
    conversations (2,582 turns of enough content, all pairs): all-MiniLM-L6-v2 has 0.37 % of them at
    0.7 or above, and any other model's bar is the cosine that as large a share of the pairs reaches.
    The means of word vectors agree with it too seldom (13 % of the pairs) to be believed as easily: their bar
    is the one that a tenth as many reach.
    """

    bar: float
    slack: int = 12

    def similarity(self, cosine: float) -> float:
        """A cosine on the common scale: the bar becomes 0.7 and one stays one.

        >>> round(Tier(0.732).similarity(0.732), 3), Tier(0.8).similarity(1.0), Tier(0.7).similarity(0.5)
        (0.7, 1.0, 0.5)
        """
        return 1 - (1 - min(cosine, 1.0)) * (1 - BAR) / (1 - self.bar)

    @property
    def reach(self) -> int:
        """Differing sign bits of 384 up to which a pair may still reach the bar.

        A pair at the bar differs in ``acos(bar) / pi`` of its bits; 99.5 % of such pairs stay inside a
        ``slack`` of 12, which needs none where the bits are all there is.
        """
        return round(_BITS * math.acos(self.bar) / math.pi) + self.slack

    @property
    def first_reach(self) -> int:
        """The same for the first 192 bits alone."""
        return round(_BITS / 2 * math.acos(self.bar) / math.pi) + 12


#: The static tier's cosines are estimated from its sign bits, of which there is nothing more exact.
STATIC = Tier(0.72, 0)
_MINILM = Tier(0.7)
_KNOWN = {"all-MiniLM-L6-v2": _MINILM, "all-MiniLM-L6-v2-int8": _MINILM}
_MULTILINGUAL = Tier(0.732)


def tier_of(card: ModelCard) -> Tier:
    """The calibrated tier of a model; one that was never measured counts like MiniLM.

    >>> tier_of(ModelCard("all-MiniLM-L6-v2", "", 384, "transformer")).bar
    0.7
    """
    if "e5" in card.name:
        return _MULTILINGUAL
    return _KNOWN.get(card.name, _MINILM)


def estimated(differing: int) -> float:
    """The cosine that so many differing bits of 384 speak for.

    >>> estimated(0), round(estimated(192), 6)
    (1.0, 0.0)
    """
    return math.cos(math.pi * differing / _BITS)
