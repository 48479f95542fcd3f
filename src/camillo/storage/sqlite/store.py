"""The embedded store: a thin face over one file; each verb lives in a module of its own."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.domain.drawer import Cut, Filed, Span
from camillo.domain.place import Place
from camillo.domain.report import Problem, Receipt
from camillo.domain.turn import Turn
from camillo.ports.archive import ArchivedStore, Arrival, Row
from camillo.ports.embedder import ModelCard
from camillo.ports.opening import Keys
from camillo.ports.rows import Building, Pending, Redaction, Source, Stored, Vector
from camillo.ports.store import Snapshot
from camillo.storage.common.checks import check_last
from camillo.storage.sqlite import (
    archiving,
    backup,
    checking,
    erasing,
    filing,
    forgetting,
    generations,
    looking,
    placing,
    postings,
    receipts,
    recrypting,
    refining,
    restoring,
    shredding,
    sources,
    tombstones,
)
from camillo.storage.sqlite.arriving import SqliteArrival
from camillo.storage.sqlite.connection import every, one
from camillo.storage.sqlite.episodes import EpisodeWriter
from camillo.storage.sqlite.knowledge import KnowledgeWriter
from camillo.storage.sqlite.note_book import NoteWriter
from camillo.storage.sqlite.session import Session
from camillo.storage.sqlite.snapshot import SqliteSnapshot, live_generation
from camillo.storage.sqlite.turns import read_stored

#: Seconds that others get to begin to write between two parts of a long deletion.
_PAUSE = 0.02
#: Rows of retired vectors deleted in one transaction.
_RETIRED = 2_000

if TYPE_CHECKING:
    from camillo.ports.store import PalaceStore

    _PORT: type[PalaceStore]
    _ARCHIVED: type[ArchivedStore]


class SqliteStore(KnowledgeWriter, EpisodeWriter, NoteWriter):
    """One owner's palace in one SQLite file; implements :class:`camillo.ports.store.PalaceStore`.

    Threads may share a store; processes open their own.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        create: bool = True,
        busy_seconds: float = 60.0,
        keys: Keys | None = None,
    ) -> "SqliteStore":
        """Open a palace, bringing it to the newest schema first.

        ``keys`` gives the keys that may open an encrypted one. A new palace is encrypted with the first.

        Raises:
            PalaceLocked: it is encrypted, and none of the keys opens it.
            NotFound: the file is missing and ``create`` is False.
            PalaceTooNew: a later version wrote it.
            PalaceDamaged: it is no palace.
            PalaceBusy: another process held it for ``busy_seconds``.
        """
        if shredding.is_marked(path):
            erasing.finish(path, keys, busy_seconds)
        session = Session(path, create=create, busy_seconds=busy_seconds, keys=keys)
        try:
            if forgetting.must_scrub(session):
                forgetting.scrub(session, busy_seconds)
        except BaseException:
            session.close()
            raise
        return cls(session)

    @staticmethod
    def restore(backup: Path, target: Path, keys: Keys | None = None) -> Receipt:
        """Make a new palace out of a backup, which is only read."""
        return restoring.restore(backup, target, keys)

    @staticmethod
    def recrypt(
        path: Path, verb: str, keys: Keys, new: bytes | None, busy_seconds: float
    ) -> Receipt:
        """Give a palace that nobody has open another key, or none."""
        return recrypting.recrypt(path, verb, keys, new, busy_seconds)

    def copies(self) -> list[Path]:
        """The copies that were made of it, as the palace remembers them."""
        with self._session.reading() as db:
            return [Path(path) for (path,) in every(db, "select path from backups order by path")]

    @property
    def is_encrypted(self) -> bool:
        """Whether the palace's file is encrypted."""
        return self._session.key is not None

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        """Reads of one state."""
        with self._session.reading() as db:
            yield SqliteSnapshot(db, self._session.tombstone_key)

    def known(self, keys: Sequence[bytes]) -> set[bytes]:
        """Which of these turn keys are filed already."""
        with self._session.reading() as db:
            cursor = db.cursor()
            sql = "select 1 from turns where key = ?"
            return {key for key in keys if one(cursor, sql, (key,))}

    def unchanged(self, source: Source, wing: str) -> bool:
        """Whether the source was read to its end for this wing, with this fingerprint, before."""
        with self._session.reading() as db:
            return sources.unchanged(db, source, wing)

    def file(self, verb: str, source: Source, filed: Sequence[Filed]) -> Receipt:
        """File a batch in one transaction and read it back."""
        with self._session.writing() as writing:
            return filing.file_batch(writing, verb, source, filed)

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
            return refining.read_pending(db, live_generation(db), model, limit, before)

    def put_vectors(self, model: ModelCard, vectors: Sequence[Vector]) -> int:
        """File transformer vectors."""
        with self._session.writing() as writing:
            return refining.put_vectors(writing, model, vectors)

    def retire_vectors(self, kept: ModelCard) -> int:
        """Delete other models' vectors, some thousand rows a transaction."""
        with self._session.reading() as db:
            if not refining.has_others(db, kept):
                return 0
        total = 0
        while True:
            with self._session.writing() as writing:
                gone = refining.retire_vectors(writing, kept, _RETIRED)
            if not gone:
                return total
            total += gone

    def compact(self, force: bool = False) -> bool:
        """Fold the postings' tail into blocks when it is long (or when forced)."""
        with self._session.reading() as db:
            if not postings.is_long(db, live_generation(db), force):
                return False
        with self._session.writing() as writing:
            done = [
                postings.compact(writing.db, generation.number, force)
                for generation in writing.generations
            ]
        generations.drop_old(self._session)
        return any(done)

    def forgotten(self, turns: Sequence[Turn]) -> list[Turn | None]:
        """The turns as they may be filed: None, or with forgotten lines blank."""
        with self._session.reading() as db:
            return tombstones.without_forgotten(db, self._session.tombstone_key, turns)

    def forget(self, redactions: Sequence[Redaction]) -> Receipt:
        """Redact spans for good; returns once their bytes have left the WAL too."""
        with self._session.writing() as writing:
            receipt = forgetting.forget_spans(writing, redactions)
        forgetting.scrub(self._session, self._session.busy_seconds)
        return receipt

    def delete_wing(self, wing: str) -> Receipt:
        """Remove a wing, part by part, so that others write between; what lay only there is forgotten."""
        with self._session.reading() as db:
            number = placing.find_wing(db, wing)
        gone = False
        while not gone:
            with self._session.writing() as writing:
                receipt, gone = forgetting.delete_part(writing, number)
            time.sleep(0 if gone else _PAUSE)
        forgetting.scrub(self._session, self._session.busy_seconds)
        return receipt

    def move(self, spans: Sequence[Span], place: Place, from_wing: str | None = None) -> Receipt:
        """Move the turns of these spans to a place."""
        with self._session.writing() as writing:
            return placing.move(writing, spans, place, from_wing)

    def rename_wing(self, old: str, new: str) -> Receipt:
        """Rename a wing, or merge it into another."""
        with self._session.writing() as writing:
            return placing.rename_wing(writing, old, new)

    def rename_room(self, wing: str | int, old: str, new: str) -> Receipt:
        """Rename a room, or merge it into another."""
        with self._session.writing() as writing:
            return placing.rename_room(writing, wing, old, new)

    def stored(self, after: int, limit: int) -> list[Stored]:
        """Turns numbered above ``after``, in order."""
        with self._session.reading() as db:
            return read_stored(db, after, limit)

    def begin_generation(self) -> Building:
        """Open a new generation, or go on with one half built."""
        generations.drop_old(self._session)
        with self._session.writing() as writing:
            return generations.begin(writing)

    def extend_generation(
        self, building: Building, cuts: Sequence[tuple[Stored, tuple[Cut, ...]]]
    ) -> Building:
        """File the derived rows of further turns."""
        with self._session.writing() as writing:
            return generations.extend(writing, building, cuts)

    def switch_generation(self, building: Building) -> Receipt:
        """Check the new generation, make it the live one, drop the old one."""
        return generations.switch(self._session, building)

    def check(self) -> list[Problem]:
        """Whether everything agrees; writes nothing."""
        with self._session.reading() as db:
            return checking.check_palace(db, self._session.tombstone_key)

    def backup(self, target: Path) -> Receipt:
        """Copy the palace to a new file."""
        return backup.back_up(self._session, target)

    @contextmanager
    def archiving(self) -> Iterator[Callable[[str], Iterator[Row]]]:
        """What gives the canonical rows of a kind, all of one state."""
        with self._session.reading() as db:
            yield lambda kind: archiving.rows(db, kind)

    @contextmanager
    def arriving(self) -> Iterator[Arrival]:
        """A palace that holds nothing of its own, to be filled in one transaction."""
        with self._session.writing() as writing:
            yield SqliteArrival(writing)

    def note(self, verb: str, counts: Mapping[str, int], notes: Sequence[str] = ()) -> Receipt:
        """Enter in the log what was done to the palace as a whole."""
        with self._session.writing() as writing:
            writing.notes += notes
            return writing.receipt(verb, counts)

    def log(self, limit: int) -> list[Receipt]:
        """The newest writes."""
        with self._session.reading() as db:
            return receipts.read_log(db, limit)

    def erase(self, last: int | None = None) -> tuple[str, ...]:
        """Delete the palace's file, overwritten first; the copies of it that are known, in words.

        In a folder of an owner's own, as a server makes it, all that lies there goes with it.
        """
        path, key = self._session.path, self._session.key
        keys = None if key is None else (lambda: [key])
        with self._session.writing() as writing:
            check_last(receipts.read_log(writing.db, 1), last)
            left = tuple(f"the copy {copy}" for copy in looking.copies(writing.db))
            erasing.put_mark(path)
            writing.quiet = True
        self.close()
        erasing.finish(path, keys, self._session.busy_seconds)
        return left

    def is_gone(self) -> bool:
        """Whether somebody else is deleting the palace, or has."""
        path = self._session.path
        return shredding.is_marked(path) or not path.exists()

    def close(self) -> None:
        """Release the file; safe to call twice."""
        self._session.close()


if TYPE_CHECKING:
    _PORT = SqliteStore
    _ARCHIVED = SqliteStore
