"""Linking: the pass that follows filing and refining, in short transactions, resumable at its mark."""

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from camillo.knowledge.links.linker import linked
from camillo.knowledge.links.origins import Meaning, Understand
from camillo.knowledge.links.shelf import Shelf, follow
from camillo.knowledge.links.slices import next_slice
from camillo.knowledge.links.tiers import STATIC, estimated, tier_of
from camillo.text.scripts import is_unspaced

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.ports.store import Snapshot

#: Drawers in one transaction, unless a single write has filed more.
_SLICE = 1_024
#: A palace of so many drawers is read in some 30 ms.
_SMALL = 10_000


class Linking:
    """Links what waits in one palace; safe to share between threads."""

    def __init__(self, parts: "Parts") -> None:
        self._parts = parts
        self._lock = threading.Lock()
        self._shelf: Shelf | None = None

    def run(self, limit: int | None = None, *, patient: bool = True) -> int:
        """Link up to about ``limit`` drawers (None: all that are ready) and say how many it were.

        ``patient``: what still waits for transformer vectors is not linked before it has them.
        """
        done = 0
        with self._lock:
            while limit is None or done < limit:
                count = self._slice(_SLICE if limit is None else min(_SLICE, limit - done), patient)
                if not count:
                    break
                done += count
        return done

    def soon(self) -> None:
        """Link what a small write has brought, unless the whole palace must be read for that."""
        if self._shelf is None:
            with self._parts.store.snapshot() as snapshot:
                if snapshot.last_drawer() > _SMALL:
                    return
        self.run(_SLICE)

    def _slice(self, limit: int, patient: bool) -> int:
        """One transaction's worth; another process that linked meanwhile has done its work."""
        store = self._parts.store
        card = self._parts.card()
        with store.snapshot() as snapshot:
            mark = snapshot.linked()
            if mark >= snapshot.last_drawer():
                return 0
            self._shelf = follow(self._shelf, snapshot, card)
            part = next_slice(self._shelf, mark, limit, patient=patient)
            if part is None:
                return 0
            understand = meaning_of(snapshot, self._shelf, self._parts)
            links = linked(snapshot, self._shelf, part, understand)
        store.put_links(links, mark, part.upto)
        return len(part.asking)


def meaning_of(snapshot: "Snapshot", shelf: Shelf, parts: "Parts") -> Understand:
    """How a clause is understood: by the transformer tier where drawers have it, else by its words."""

    def transformer(text: str) -> Meaning | None:
        embedder = parts.embedder()
        if embedder is None or embedder.card != shelf.model:
            return static(text)
        asked, card, tier = embedder.query(text), embedder.card, tier_of(embedder.card)

        def likeness(drawers: Sequence[int]) -> dict[int, float]:
            found = snapshot.dense(drawers, card)
            return {
                drawer: tier.likeness(
                    float(dense.pooled.astype(np.float32) @ asked.pooled)
                    / max(1.0, float(np.linalg.norm(dense.pooled.astype(np.float32))))
                )
                for drawer, dense in found.items()
            }

        return Meaning(shelf.signs, shelf.refined, asked.bits.view(np.uint64), likeness)

    def static(text: str) -> Meaning | None:
        table = parts.static()
        # The word table has such scripts by single characters: their mean tells too little.
        if table is None or is_unspaced(text):
            return None
        bits = table.query(text).bits.view(np.uint64)

        def likeness(drawers: Sequence[int]) -> dict[int, float]:
            rows = shelf.find(np.asarray(drawers, np.int64))
            off = np.bitwise_count(shelf.rows.bits[rows] ^ bits).sum(1, dtype=np.int64)
            told = zip(shelf.rows.drawer[rows].tolist(), off.tolist(), strict=True)
            return {drawer: STATIC.likeness(estimated(count)) for drawer, count in told}

        return Meaning(shelf.rows.bits, shelf.rows.content > 0, bits, likeness)

    return transformer if shelf.refined.any() else static
