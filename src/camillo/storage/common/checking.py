"""What a check finds wrong with postings, whichever store their rows come from."""

from collections.abc import Callable, Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from camillo.domain.report import Problem
from camillo.ports.rows import INT64
from camillo.storage.common import codec
from camillo.storage.common.terms import unpack_terms

#: What mends derived rows that do not agree.
REBUILD = "run `camillo doctor --rebuild`"


def check_postings(
    generation: int,
    drawers: INT64,
    blocks: Iterable[tuple[bytes, int, int, int, bytes]],
    tail: Callable[[], Iterable[tuple[int, bytes]]],
) -> Iterator[Problem]:
    """Postings that are out of order or of no drawer, and drawers that have none although they hold terms.

    ``drawers`` has the numbers and lengths of a generation's drawers, [n, 2], ascending; ``blocks`` are rows
    (term, first, size, reach, data) by term and first, ``tail`` reads
    rows (drawer, terms) once those are done.

    Raises:
        ValueError: a block cannot be read.
    """
    totals = np.zeros(len(drawers), np.int64)
    term, end = b"", 0
    for name, first, size, reach, data in blocks:
        held = codec.decode([first], [size], [data]).drawer
        end = end if name == term else 0
        term = name
        ordered = first > end and bool(np.all(np.diff(held) > 0))
        end = first + reach
        if not ordered or held[-1] != end:
            yield Problem(f"postings of {generation}", "a block is out of order", REBUILD)
        elif not _count(totals, drawers[:, 0], held):
            yield Problem(f"postings of {generation}", "a posting has no drawer", REBUILD)
    for drawer, packed in tail():
        row = np.full(len(unpack_terms(packed)), drawer, np.int64)
        if not _count(totals, drawers[:, 0], row):
            yield Problem(f"postings of {generation}", "a recent row has no drawer", REBUILD)
    lost = drawers[(totals == 0) & (drawers[:, 1] > 0), 0]
    for drawer in lost[:20].tolist():
        yield Problem(f"drawer {drawer}", "it has no postings", REBUILD)


def _count(totals: INT64, drawers: NDArray[np.int64], held: INT64) -> bool:
    """Add postings to their drawers' totals; False where a drawer does not exist."""
    at = np.searchsorted(drawers, held)
    inside = at < len(drawers)
    if not inside.all() or not np.array_equal(drawers[at], held):
        return False
    np.add.at(totals, at, 1)
    return True
