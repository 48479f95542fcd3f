"""Linking: the pass that follows filing and refining, in short transactions, resumable at its mark."""

import threading
from typing import TYPE_CHECKING

from camillo.knowledge.links.linker import linked
from camillo.knowledge.links.shelf import Shelf, follow
from camillo.knowledge.links.slices import next_slice

if TYPE_CHECKING:
    from camillo.app.compose import Parts

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
            links = linked(snapshot, self._shelf, part)
        store.put_links(links, mark, part.upto)
        return len(part.asking)
