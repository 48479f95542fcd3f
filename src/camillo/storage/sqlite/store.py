"""The embedded store: a thin face over one file; each verb lives in a module of its own."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from camillo.domain.drawer import Filed
from camillo.domain.report import Receipt
from camillo.ports.embedder import ModelCard
from camillo.ports.store import Pending, Source, Vector
from camillo.storage.sqlite import filing, postings, receipts, sources, vectors
from camillo.storage.sqlite.session import Session
from camillo.storage.sqlite.snapshot import SqliteSnapshot, live_generation


class SqliteStore:
    """One owner's palace in one SQLite file; implements :class:`camillo.ports.store.PalaceStore`.

    Threads may share a store; processes open their own.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    @classmethod
    def open(cls, path: Path, *, create: bool = True, busy_seconds: float = 60.0) -> "SqliteStore":
        """Open a palace, bringing it to the newest schema first.

        Raises:
            NotFound: the file is missing and ``create`` is False.
            PalaceTooNew: a later version wrote it.
            PalaceDamaged: it is no palace.
            PalaceBusy: another process held it for ``busy_seconds``.
        """
        return cls(Session(path, create=create, busy_seconds=busy_seconds))

    @contextmanager
    def snapshot(self) -> Iterator[SqliteSnapshot]:
        """Reads of one state."""
        with self._session.reading() as db:
            yield SqliteSnapshot(db)

    def known(self, keys: Sequence[bytes]) -> set[bytes]:
        """Which of these turn keys are filed already."""
        with self._session.reading() as db:
            cursor = db.cursor()
            sql = "select 1 from turns where key = ?"
            return {key for key in keys if cursor.execute(sql, (key,)).fetchone()}

    def unchanged(self, source: Source, wing: str) -> bool:
        """Whether the source was read to its end for this wing, with this fingerprint, before."""
        with self._session.reading() as db:
            return sources.unchanged(db, source, wing)

    def file(self, verb: str, source: Source, filed: Sequence[Filed], note: str = "") -> Receipt:
        """File a batch in one transaction and read it back."""
        with self._session.writing() as writing:
            return filing.file_batch(writing, verb, source, filed, note)

    def seal(self, source: Source, wing: str) -> None:
        """Say that a source was read to its end for a wing."""
        with self._session.writing() as writing:
            sources.seal(writing, source, wing)

    def mark_unreachable(self, under: str, seen: Iterable[str]) -> int:
        """Mark the sources under a uri that were not seen this time."""
        with self._session.writing() as writing:
            return sources.mark_unreachable(writing, under, seen)

    def pending(self, model: ModelCard, limit: int, before: int = 0) -> list[Pending]:
        """Drawers without this model's vectors, newest first."""
        with self._session.reading() as db:
            return vectors.read_pending(db, live_generation(db), model, limit, before)

    def put_vectors(self, model: ModelCard, vectors_: Sequence[Vector]) -> int:
        """File transformer vectors."""
        with self._session.writing() as writing:
            return vectors.put_vectors(writing, model, vectors_)

    def compact(self, force: bool = False) -> bool:
        """Fold the postings' tail into blocks when it is long (or when forced)."""
        with self._session.writing() as writing:
            done = [
                postings.compact(writing.db, generation.number, force)
                for generation in writing.generations
            ]
        return any(done)

    def log(self, limit: int) -> list[Receipt]:
        """The newest writes."""
        with self._session.reading() as db:
            return receipts.read_log(db, limit)

    def close(self) -> None:
        """Release the file; safe to call twice."""
        self._session.close()
