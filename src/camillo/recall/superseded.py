"""Marking hits whose text states what has been superseded since."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from camillo.domain.search import Hit, Superseded
from camillo.ports.store import Snapshot

#: What drawers state that no longer holds, by drawer; those of which all holds are left out.
FindSuperseded = Callable[[Snapshot, Sequence[int]], Mapping[int, tuple[Superseded, ...]]]


def marked(
    hits: Sequence[Hit],
    drawers: Mapping[str, Sequence[int]],
    find: FindSuperseded,
    snapshot: Snapshot,
) -> tuple[Hit, ...]:
    """The hits with what of them was superseded; ``drawers`` are those of each hit by its id."""
    numbers = sorted({number for each in drawers.values() for number in each})
    found = find(snapshot, numbers) if numbers else {}
    if not found:
        return tuple(hits)

    def mark(hit: Hit) -> Hit:
        told = [one for number in drawers.get(hit.id, ()) for one in found.get(number, ())]
        passages = tuple(map(mark, hit.passages))
        return replace(hit, superseded=tuple(told), passages=passages)

    return tuple(map(mark, hits))
