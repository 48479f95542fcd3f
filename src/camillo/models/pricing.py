"""What a call took: tokens as the server counts them, else estimated, and their cost."""

from collections.abc import Sequence
from dataclasses import dataclass

from camillo.models.completion import Completion
from camillo.ports.language_model import Message, Usage
from camillo.text.budget import tokens


@dataclass(frozen=True, slots=True)
class Prices:
    """Prices of a million tokens read and written, in a currency of the user's."""

    read: float
    written: float

    def cost(self, read: int, written: int) -> float:
        """What so many tokens cost.

        >>> Prices(0.5, 2.0).cost(1_000_000, 500_000)
        1.5
        """
        return (self.read * read + self.written * written) / 1_000_000


def counted(
    model: str, messages: Sequence[Message], found: Completion, prices: Prices | None
) -> Usage:
    """One call's usage; what the server does not count is estimated, and said to be."""
    read = found.read if found.read is not None else sum(tokens(one.text) for one in messages)
    written = found.written if found.written is not None else tokens(found.text)
    return Usage(
        model=model,
        calls=1,
        read=read,
        written=written,
        cost=None if prices is None else prices.cost(read, written),
        estimated=int(found.read is None or found.written is None),
    )
