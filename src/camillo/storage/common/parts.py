"""A wing that is deleted part by part, each in a transaction of its own."""

from collections import Counter
from collections.abc import Iterable, Mapping

#: Turns, and bytes of their texts, that a part of a wing has at the most: others write between two of them.
PART_TURNS, PART_BYTES = 1_000, 8 << 20
#: The verb of the receipt of each part but the last.
PART_VERB = "delete part of a wing"


def part_note(wing: int) -> str:
    """How the receipt of a part tells which wing it is of: by its number, which no other wing ever has."""
    return f"of the wing with the number {wing}"


def summed(parts: Iterable[Mapping[str, int]]) -> dict[str, int]:
    """The counts of several receipts together.

    >>> summed([{"turns": 2}, {"turns": 1, "acts": 3}])
    {'turns': 3, 'acts': 3}
    """
    total: Counter[str] = Counter()
    for counts in parts:
        total.update(counts)
    return dict(total)
