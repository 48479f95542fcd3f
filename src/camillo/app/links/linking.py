"""Linking: the pass that follows filing and refining, in short transactions, resumable at its mark."""

import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from camillo.knowledge.links.evidence import Meaning
from camillo.knowledge.links.linker import linked
from camillo.knowledge.links.shelf import Shelf, follow
from camillo.knowledge.links.slices import next_slice
from camillo.knowledge.links.tiers import estimated
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
            understand = Understanding(snapshot, self._shelf, self._parts)
            links = linked(snapshot, self._shelf, part, understand)
        store.put_links(links, mark, part.upto)
        return len(part.asking)


class Understanding:
    """Implements :class:`camillo.knowledge.links.evidence.Understand` for one snapshot.

    By the transformer tier where drawers have it, else by the mean of their words.
    """

    def __init__(self, snapshot: "Snapshot", shelf: Shelf, parts: "Parts") -> None:
        self._snapshot = snapshot
        self._shelf = shelf
        self._parts = parts
        self._is_refined = bool(shelf.refined.any())

    def clause(self, text: str) -> Meaning | None:
        """The meaning of some words."""
        # A request over the network for every clause would take longer than all else together.
        near = self._is_refined and not self._parts.endpoints.has_vectors
        embedder = self._parts.embedder() if near else None
        if embedder is not None and embedder.card == self._shelf.model:
            asked = embedder.query(text)
            return self._refined(asked.bits.view(np.uint64), asked.pooled)
        table = self._parts.static()
        # The word table has such scripts by single characters: their mean tells too little.
        if table is None or is_unspaced(text):
            return None
        return self._by_words(table.query(text).bits.view(np.uint64))

    def drawer(self, row: int) -> Meaning | None:
        """The meaning of a drawer on the shelf."""
        shelf, number = self._shelf, int(self._shelf.rows.drawer[row])
        if shelf.model is not None and shelf.refined[row]:
            held = self._snapshot.dense([number], shelf.model).get(number)
            if held is not None:
                return self._refined(
                    shelf.signs[row], held.pooled.astype(np.float32) / np.float32(127)
                )
        bits = shelf.rows.bits[row]
        return self._by_words(bits) if bits.any() and not self._is_refined else None

    def _refined(self, bits: NDArray[np.uint64], pooled: NDArray[np.float32]) -> Meaning:
        snapshot, model = self._snapshot, self._shelf.model
        assert model is not None  # noqa: S101 - there are vectors only of a model

        def cosines(drawers: Sequence[int]) -> dict[int, float]:
            found = snapshot.dense(drawers, model)
            return {
                drawer: float(dense.pooled.astype(np.float32) @ pooled) / 127
                for drawer, dense in found.items()
            }

        return Meaning(self._shelf.signs, self._shelf.refined, bits, cosines)

    def _by_words(self, bits: NDArray[np.uint64]) -> Meaning:
        shelf = self._shelf

        def cosines(drawers: Sequence[int]) -> dict[int, float]:
            rows = shelf.find(np.asarray(drawers, np.int64))
            off = np.bitwise_count(shelf.rows.bits[rows] ^ bits).sum(1, dtype=np.int64)
            told = zip(shelf.rows.drawer[rows].tolist(), off.tolist(), strict=True)
            return {drawer: estimated(count) for drawer, count in told}

        return Meaning(shelf.rows.bits, shelf.rows.content > 0, bits, cosines)
