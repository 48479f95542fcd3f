"""Filing the derived rows of turns: drawers, the tail of their postings, the queue for vectors."""

from collections.abc import Sequence

from camillo.domain.drawer import Cut
from camillo.storage.common.terms import pack_terms
from camillo.storage.postgres.known import file_known
from camillo.storage.postgres.session import Writing

_DRAWERS = "generation, drawer, turn, ordinal, start, stop, length, bits, pieces"


def file_cuts(writing: Writing, generation: int, cuts: Sequence[tuple[int, int, Cut]]) -> list[int]:
    """File drawers of one generation, given as (turn number, ordinal, cut); returns their numbers."""
    db, first = writing.db, writing.drawer + 1
    drawers = []
    tail = []
    for drawer, (turn, ordinal, cut) in enumerate(cuts, first):
        pieces = (
            db.sealer.seal(cut.pieces, "drawers.pieces", generation, drawer) if cut.pieces else None
        )
        drawers.append(
            (
                generation, drawer, turn, ordinal, cut.start, cut.end, cut.length,
                db.sealer.seal(cut.bits, "drawers.bits", generation, drawer) if cut.bits else None,
                pieces,
            )
        )  # fmt: skip
        if cut.terms:
            terms = db.sealer.seal(pack_terms(cut.terms), "tail.terms", generation, drawer)
            tail.append((generation, drawer, terms))
    numbers = list(range(first, first + len(cuts)))
    knowing = [cut for _, _, cut in cuts]
    file_known(writing, generation, zip(numbers, knowing, strict=True))
    db.insert("drawers", _DRAWERS, drawers)
    db.insert("tail", "generation, drawer, terms", tail)
    db.insert("waiting", "generation, drawer", [(generation, number) for number in numbers])
    writing.drawer += len(cuts)
    return numbers
