"""Filing the derived rows of turns: drawers, the tail of their postings, the queue for vectors."""

from collections.abc import Sequence

from camillo.domain.drawer import Cut
from camillo.storage.common.terms import pack_terms
from camillo.storage.sqlite.known import file_known
from camillo.storage.sqlite.session import Writing


def file_cuts(writing: Writing, generation: int, cuts: Sequence[tuple[int, int, Cut]]) -> list[int]:
    """File drawers of one generation, given as (turn number, ordinal, cut); returns their numbers."""
    first = writing.drawer + 1
    drawers = []
    tail = []
    for drawer, (turn, ordinal, cut) in enumerate(cuts, first):
        drawers.append(
            (
                drawer, turn, ordinal, cut.start, cut.end, cut.length,
                cut.bits or None, cut.pieces or None,
            )
        )  # fmt: skip
        if cut.terms:
            tail.append((drawer, pack_terms(cut.terms)))
    numbers = list(range(first, first + len(cuts)))
    knowing = [cut for _, _, cut in cuts]
    file_known(writing, generation, zip(numbers, knowing, strict=True))
    db = writing.db
    db.executemany(f"insert into drawers_{generation} values (?, ?, ?, ?, ?, ?, ?, ?)", drawers)
    db.executemany(f"insert into tail_{generation} values (?, ?)", tail)
    db.executemany(f"insert into waiting_{generation} values (?)", [(n,) for n in numbers])
    writing.drawer += len(cuts)
    return numbers
