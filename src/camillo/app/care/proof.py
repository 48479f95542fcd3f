"""The proof that what is derived follows from what is canonical: every turn is cut again."""

from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from camillo.app.care.doomed import Recut
from camillo.domain.drawer import Cut
from camillo.domain.knowledge import Known
from camillo.domain.report import Problem
from camillo.ingest.mine import Progress
from camillo.ports.store import PalaceStore, Snapshot

_TURNS = 256
_TERMS = 2_000
_TOLD = 20
_TRIES = 3
_MASK = (1 << 64) - 1
#: Counts of a term are kept up to this.
_CLIP = 15
_REBUILD = "run `camillo doctor --rebuild`"
_LAST_TERM = "\U0010ffff"


def check_derived(
    store: PalaceStore, recut: Recut, progress: Callable[[Progress], None] | None = None
) -> list[Problem]:
    """Cut every turn again and compare its drawers, their index terms and what they know with what is filed.

    The terms of a drawer are compared by a sum of 64-bit hashes of each term times its count, made
    once from the texts and once from the postings, so that memory does not grow with the terms.
    A palace that is changed meanwhile is read again; the first 20 problems are told.
    """
    problems: list[Problem] = []
    for _ in range(_TRIES):
        with store.snapshot() as snapshot:
            before = snapshot.tick().epoch
            problems = _differences(store, snapshot, recut, progress)
        with store.snapshot() as snapshot:
            if not problems or snapshot.tick().epoch == before:
                break
    return problems[:_TOLD]


def _differences(
    store: PalaceStore,
    snapshot: Snapshot,
    recut: Recut,
    progress: Callable[[Progress], None] | None,
) -> list[Problem]:
    last = snapshot.counts()["last_turn"]
    sums = _filed_sums(snapshot)
    problems: list[Problem] = []
    after = 0
    while turns := [one for one in store.stored(after, _TURNS) if one.number <= last]:
        after = turns[-1].number
        for turn, cuts in zip(turns, recut(turns), strict=True):
            kept = snapshot.cuts_of(turn.number)
            spans = [(cut.start, cut.end) for cut in cuts]
            if kept and list(kept.values()) != spans:
                what = f"has drawers {list(kept.values())}, cutting it again gives {spans}"
                problems.append(Problem(f"turn {turn.key.hex()}", what, _REBUILD))
                continue
            known = snapshot.known(list(kept))
            for drawer, cut in zip(kept, cuts, strict=False):
                if int(sums[drawer]) != _sum_of(cut):
                    what = "its index terms are not those of its text"
                    problems.append(Problem(f"drawer {drawer}", what, _REBUILD))
                if known.get(drawer, Known()) != Known(cut.mentions, cut.claims, cut.causes):
                    what = "what it knows is not what its text says"
                    problems.append(Problem(f"drawer {drawer}", what, _REBUILD))
        if progress:
            progress(Progress("doctor", "", 0, 0, after))
    return problems


def _filed_sums(snapshot: Snapshot) -> NDArray[np.uint64]:
    """By drawer number, the sum over its postings of the term's hash times the count."""
    drawers = snapshot.columns(0).drawer
    sums = np.zeros(int(drawers[-1]) + 1 if len(drawers) else 1, np.uint64)
    first = ""
    while terms := snapshot.terms_between(first, _LAST_TERM, _TERMS):
        for term, found in snapshot.postings(terms).items():
            sums[found.drawer] += found.count * np.uint64(_hash(term))
        first = terms[-1] + "\0"
    return sums


def _sum_of(cut: Cut) -> int:
    return sum(_hash(term) * min(count, _CLIP) for term, count in cut.terms.items()) & _MASK


@lru_cache(maxsize=200_000)
def _hash(term: str) -> int:
    written = term.encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(written, digest_size=8).digest(), "big")
