"""Refining: transformer vectors for drawers that wait for them, newest first, resumable."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from camillo.domain.errors import ModelOffline, ModelUnavailable
from camillo.domain.report import Problem
from camillo.ingest.mine import Progress
from camillo.ports.embedder import Embedder, Encoded
from camillo.ports.rows import Pending, Vector
from camillo.ports.store import PalaceStore
from camillo.text.context import embedding_text

#: Drawers per transaction: a second or two of work is the most a kill can cost.
BATCH = 256

ToVectors = Callable[[Sequence[int], Encoded], list[Vector]]


@dataclass(frozen=True, slots=True)
class RefineReport:
    """What a refine run did: drawers refined, still pending, the palace's share that is covered.

    ``linked`` counts the drawers that the linking pass looked at after it.
    """

    refined: int
    pending: int
    covered: float
    problems: tuple[Problem, ...] = ()
    interrupted: bool = False
    linked: int = 0


class Refiner:
    """Fills in the transformer tier in transactions of its own."""

    def __init__(self, store: PalaceStore, embedder: Embedder, to_vectors: ToVectors) -> None:
        self._store = store
        self._embedder = embedder
        self._to_vectors = to_vectors

    def refine(
        self, limit: int | None = None, progress: Callable[[Progress], None] | None = None
    ) -> RefineReport:
        """Refine up to ``limit`` drawers (None: all that wait)."""
        done, before = 0, 0
        problems: list[Problem] = []
        interrupted = False
        try:
            while limit is None or done < limit:
                room = BATCH if limit is None else min(BATCH, limit - done)
                waiting = self._store.pending(self._embedder.card, room, before)
                if not waiting:
                    # Every drawer was tried: what other models made is of no more use.
                    self._store.retire_vectors(self._embedder.card)
                    break
                before = min(one.drawer for one in waiting)
                done += self._store.put_vectors(
                    self._embedder.card, self._vectors(waiting, problems)
                )
                if progress:
                    progress(Progress("refine", "", 0, 0, done))
        except KeyboardInterrupt:
            interrupted = True
        except ModelOffline as error:
            problems.append(Problem("refine", error.what, error.mend))
        with self._store.snapshot() as snapshot:
            total = snapshot.counts()["drawers"]
            refined = snapshot.vectors().get(self._embedder.card, 0)
        covered = refined / total if total else 1.0
        return RefineReport(done, total - refined, covered, tuple(problems), interrupted)

    def _vectors(self, waiting: Sequence[Pending], problems: list[Problem]) -> list[Vector]:
        """Vectors of a batch; a text that the model cannot read is left out and named."""
        try:
            return self._encode(waiting)
        except ModelOffline:
            raise  # the next text would fail as well
        except ModelUnavailable as error:
            if len(waiting) == 1:
                problems.append(Problem(f"drawer {waiting[0].drawer}", error.what, error.mend))
                return []
            half = len(waiting) // 2
            return self._vectors(waiting[:half], problems) + self._vectors(waiting[half:], problems)

    def _encode(self, waiting: Sequence[Pending]) -> list[Vector]:
        texts = [embedding_text(one.speaker, one.text) for one in waiting]
        return self._to_vectors([one.drawer for one in waiting], self._embedder.encode(texts))
