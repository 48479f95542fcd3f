"""The linker: what the drawers of a slice hang together with among the earlier ones."""

from collections import Counter
from collections.abc import Iterable

from camillo.domain.knowledge import Link
from camillo.knowledge.links.evidence import Understand
from camillo.knowledge.links.near import Vectors, nearest
from camillo.knowledge.links.origins import origins
from camillo.knowledge.links.references import references
from camillo.knowledge.links.runs import runs
from camillo.knowledge.links.shelf import Shelf
from camillo.knowledge.links.slices import Slice
from camillo.knowledge.links.tiers import STATIC, tier_of
from camillo.ports.store import Snapshot

SIMILAR = "similar"
#: A drawer is similar to so many earlier ones at most, and as a rule so many later ones to it.
NEAREST, MOST_LATER = 5, 10


def linked(snapshot: Snapshot, shelf: Shelf, part: Slice, understand: Understand) -> list[Link]:
    """The links of a slice, each from a later drawer to an earlier one.

    The same drawers filed by the same writes get the same links, in however many slices they are linked, and
    in whichever order a write has brought them.
    """
    return [
        *similar(snapshot, shelf, part),
        *origins(snapshot, shelf, part, understand),
        *runs(snapshot, shelf, part),
        *references(snapshot, shelf, part),
    ]


def similar(snapshot: Snapshot, shelf: Shelf, part: Slice) -> list[Link]:
    """Links to the nearest earlier drawers that do not have too many already."""
    tier = tier_of(shelf.model) if shelf.model is not None else STATIC
    found = nearest(shelf, part.asking, part.rank, tier, _vectors(snapshot, shelf))
    drawer = shelf.rows.drawer
    wanted = {int(drawer[row]) for pool in found for row, _ in pool}
    later = _later(snapshot, wanted, SIMILAR)
    links = []
    for row, pool in zip(part.asking.tolist(), found, strict=True):
        free = [(int(drawer[other]), weight) for other, weight in pool]
        free = [(other, weight) for other, weight in free if later[other] < MOST_LATER]
        for other, weight in free[:NEAREST]:
            later[other] += 1
            links.append(Link(int(drawer[row]), other, SIMILAR, weight))
    return links


def _vectors(snapshot: Snapshot, shelf: Shelf) -> Vectors:
    model = shelf.model
    if model is None:
        return lambda drawers: {}
    return lambda drawers: {
        drawer: dense.pooled for drawer, dense in snapshot.dense(drawers, model).items()
    }


def _later(snapshot: Snapshot, drawers: Iterable[int], kind: str) -> Counter[int]:
    """How many later drawers have a link of a kind to each of these."""
    wanted = sorted(drawers)
    there = snapshot.links(wanted)
    return Counter(link.b for link in there if link.kind == kind)
