"""The nearest earlier drawers: a scan of sign bits, exact cosines of the few that may reach the bar."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from camillo.knowledge.links.shelf import ROWS, WORDS, Shelf
from camillo.knowledge.links.tiers import BAR, STATIC, Tier, estimated

#: So many of the nearest by sign bits are looked at exactly.
POOL = 10
#: Sizes of the blocks in which the scan goes, so that a block stays in the processor's cache.
_ASKING, _ASKED = 32, 1024
_FIRST = 3

#: Pooled vectors of drawers, int8 [384], for those that have them.
Vectors = Callable[[Sequence[int]], dict[int, NDArray[np.int8]]]
#: The candidates of a row, best first: row and similarity.
Near = list[tuple[int, float]]


def nearest(
    shelf: Shelf, asking: ROWS, rank: NDArray[np.int64], tier: Tier, vectors: Vectors
) -> list[Near]:
    """For each asking row the earlier rows that reach the bar, best first, at most :data:`POOL`.

    ``rank`` [n] says what is earlier: a row may only answer to one of higher rank, and none answers to its
    own turn. Ties go by the turn's key, so that nothing depends on the order in which drawers were filed.
    """
    refined = shelf.refined[asking]
    telling = shelf.telling
    found: list[Near] = [[] for _ in asking]
    for words, mask, exact, places in (
        (shelf.signs, shelf.refined & telling, True, np.flatnonzero(refined & telling[asking])),
        (shelf.rows.bits, telling, False, np.flatnonzero(~refined & telling[asking])),
    ):
        if not len(places):
            continue
        own = tier if exact else STATIC
        pools = dict(_pools(shelf, words, np.flatnonzero(mask), asking[places], rank, own))
        if exact:
            _rescore(shelf, pools, own, vectors)
        else:
            for row, pool in pools.items():
                pools[row] = [(other, own.similarity(estimated(int(off)))) for other, off in pool]
        for place in places.tolist():
            found[place] = _ranked(shelf, pools.get(int(asking[place]), []))
    return found


def _ranked(shelf: Shelf, pool: Near) -> Near:
    """Those at the bar or above, by similarity as it is stored, then by key."""
    kept = [(row, round(similarity, 3)) for row, similarity in pool]
    key, ordinal = shelf.rows.key, shelf.rows.ordinal
    return sorted(
        ((row, value) for row, value in kept if value >= BAR),
        key=lambda one: (-one[1], int(key[one[0]]), int(ordinal[one[0]])),
    )


def _pools(
    shelf: Shelf, words: WORDS, answering: ROWS, asking: ROWS, rank: NDArray[np.int64], tier: Tier
) -> Iterator[tuple[int, Near]]:
    """Earlier rows within reach of each asking row, with their differing bits."""
    columns = np.ascontiguousarray(words[answering].T)
    for at in range(0, len(asking), _ASKING):
        block = asking[at : at + _ASKING]
        pairs = [
            (asked + start, which)
            for start in range(0, len(answering), _ASKED)
            for asked, which in (_within(columns, words[block], start, tier),)
            if len(asked)
        ]
        if not pairs:
            continue
        others = answering[np.concatenate([one for one, _ in pairs])]
        which = np.concatenate([two for _, two in pairs])
        yield from _best(shelf, words, others, block, which, rank, tier)


def _within(columns: WORDS, block: WORDS, start: int, tier: Tier) -> tuple[ROWS, ROWS]:
    """Pairs of a block whose first bits are near enough: places in the columns, places in the block."""
    stop = start + _ASKED
    off = np.bitwise_count(block[:, 0, None] ^ columns[0, None, start:stop])
    for word in range(1, _FIRST):
        off += np.bitwise_count(block[:, word, None] ^ columns[word, None, start:stop])
    # Flat, for in two dimensions numpy looks for them ten times as long.
    found = np.flatnonzero(off <= tier.first_reach)
    which, asked = np.divmod(found, off.shape[1])
    return asked, which


def _best(
    shelf: Shelf,
    words: WORDS,
    others: ROWS,
    block: ROWS,
    which: ROWS,
    rank: NDArray[np.int64],
    tier: Tier,
) -> Iterator[tuple[int, Near]]:
    asking = block[which]
    turn = shelf.rows.turn
    earlier = (rank[others] < rank[asking]) & (turn[others] != turn[asking])
    others, which, asking = others[earlier], which[earlier], asking[earlier]
    off = np.bitwise_count(words[others] ^ words[asking]).sum(1, dtype=np.int64)
    near = off <= tier.reach
    others, which, off = others[near], which[near], off[near]
    order = np.lexsort((shelf.rows.ordinal[others], shelf.rows.key[others], off, which))
    others, which, off = others[order], which[order], off[order]
    bounds = np.searchsorted(which, np.arange(len(block) + 1))
    for place, row in enumerate(block.tolist()):
        first = int(bounds[place])
        last = min(int(bounds[place + 1]), first + POOL)
        if last > first:
            yield row, list(zip(others[first:last].tolist(), off[first:last].tolist(), strict=True))


def _rescore(shelf: Shelf, pools: dict[int, Near], tier: Tier, vectors: Vectors) -> None:
    """Exact cosines in the place of differing bits."""
    drawer = shelf.rows.drawer
    needed = sorted({row for pool in pools.values() for row, _ in pool} | set(pools))
    found = vectors(drawer[needed].tolist())
    for row, pool in pools.items():
        own = found.get(int(drawer[row]))
        held = [other for other, _ in pool if int(drawer[other]) in found]
        if own is None or not held:
            pools[row] = []
            continue
        matrix = np.stack([found[int(drawer[other])] for other in held]).astype(np.float32)
        mine = own.astype(np.float32)
        lengths = np.linalg.norm(matrix, axis=1) * np.linalg.norm(mine)
        cosines = np.einsum("nd,d->n", matrix, mine) / np.maximum(lengths, 1e-9)
        pools[row] = [
            (other, tier.similarity(cosine))
            for other, cosine in zip(held, cosines.tolist(), strict=True)
        ]
