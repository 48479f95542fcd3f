"""Receipts out of rows of the log."""

import json
from collections.abc import Iterable, Sequence

from camillo.domain.errors import PalaceDamaged
from camillo.domain.report import Receipt
from camillo.storage.common import marks
from camillo.storage.common.packing import moment_at

#: A receipt lists at most so many spans.
MOST_IDS = 1_000


def to_receipt(
    number: int, verb: str, at: int, counts: str, notes: Iterable[str], ids: Sequence[str] = ()
) -> Receipt:
    """The receipt of a row: ``at`` in microseconds, ``counts`` as JSON, ``notes`` with marks of attempts.

    >>> to_receipt(3, "add", 0, '{"turns": 1}', ["attempt:a1:b2", "kept"]).notes
    ('kept',)
    """
    return Receipt(
        number=number,
        verb=verb,
        at=moment_at(at).text,
        counts=json.loads(counts),
        ids=tuple(ids[:MOST_IDS]),
        notes=marks.told(notes),
    )


def counts_with(receipts: Iterable[Receipt], note: str) -> list[dict[str, int]]:
    """What the writes that carry a note have counted."""
    return [dict(one.counts) for one in receipts if note in one.notes]


def not_read_back() -> PalaceDamaged:
    """A receipt is not in the log although it was entered."""
    return PalaceDamaged("a receipt could not be read back", "run `camillo doctor`")
