"""One open palace: a writer's connection, a small pool of readers, and write transactions."""

import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import apsw

from camillo.domain.errors import CamilloError, PalaceDamaged, PalaceGone
from camillo.domain.report import Receipt
from camillo.ports import repeating
from camillo.ports.guarding import ask_leave
from camillo.ports.opening import Keys
from camillo.storage.common import marks
from camillo.storage.common.generations import Generation
from camillo.storage.sqlite import ciphering, upgrading
from camillo.storage.sqlite.connection import (
    Patience,
    connect,
    every,
    one,
    patiently,
    prepare_file,
    translated,
)
from camillo.storage.sqlite.labels import Labels
from camillo.storage.sqlite.receipts import refuse_repeated, write_receipt
from camillo.storage.sqlite.shredding import file_at, finish_erasing, is_marked, sweep

_IDLE_READERS = 4


@dataclass(slots=True)
class Writing:
    """A write transaction under way.

    ``drawer`` is the last drawer number given out, in any generation; ``stale`` says that rows
    other processes may have cached no longer hold, ``quiet`` that nothing anyone caches was written.
    """

    db: apsw.Connection
    labels: Labels
    now: int
    epoch: int
    seq: int
    drawer: int
    number: int
    tombstone_key: bytes
    generations: tuple[Generation, ...]
    stale: bool = False
    quiet: bool = False
    notes: list[str] = field(default_factory=list)

    @property
    def live(self) -> int:
        """The number of the live generation."""
        return next(each.number for each in self.generations if each.live)

    def receipt(self, verb: str, counts: Mapping[str, int], ids: tuple[str, ...] = ()) -> Receipt:
        """Enter this write in the palace's log and read the entry back."""
        mark = repeating.mark()
        notes = self.notes if mark is None else [*self.notes, marks.word(mark)]
        return write_receipt(self.db, self.number, verb, self.now, counts, ids, notes)


class Session:
    """The open file. Threads may share it: writes take turns, each read has its own connection."""

    def __init__(
        self,
        path: Path,
        *,
        create: bool,
        busy_seconds: float,
        keys: Keys | None = None,
    ) -> None:
        self.path = path
        self.busy_seconds = busy_seconds
        self._write_lock = threading.RLock()
        self._pool_lock = threading.Lock()
        self._readers: list[apsw.Connection] = []
        self._labels: dict[str, int] = {}
        self._closed = False
        self._check_there()
        with translated(path):
            prepare_file(path, create)
            self._open(keys)

    def _open(self, keys: Keys | None) -> None:
        """Open the writer's connection, which keeps the file from being replaced as long as it is open.

        A file that was given another key while this waited for it is not the palace any more.

        Raises:
            PalaceGone: it was erased meanwhile.
        """
        while (before := file_at(self.path)) is not None:
            try:
                self._connect(keys)
            except (CamilloError, apsw.Error):
                # The number of a file that went may be another's by now; the time of its change is not.
                if file_at(self.path) == before:
                    raise
                continue
            now = file_at(self.path)
            if now is not None and now[0] == before[0]:
                finish_erasing(self.path)
                if self.key is not None:
                    # A plain file may lie there yet, where a kill came before it was overwritten.
                    sweep(self.path)
                return
            self._writer.close()
        raise _gone()

    def _connect(self, keys: Keys | None) -> None:
        self.key = ciphering.key_of(self.path, keys, Patience(self.busy_seconds))
        self._writer = connect(self.path, self.busy_seconds, writer=True, key=self.key)
        try:
            upgrading.upgrade(self._writer, self.path, self.busy_seconds, self.key)
            self.tombstone_key = _tombstone_key(self._writer)
        except BaseException:
            self._writer.close()
            raise

    @contextmanager
    def writing(self, patience: float | None = None) -> Iterator[Writing]:
        """A write transaction: all of it or, on any error, nothing.

        ``patience`` is how many seconds to wait for other processes, else ``busy_seconds``.
        """
        with self._write_lock, translated(self.path):
            self._check_open()
            db = self._writer
            self._wait(db, self.busy_seconds if patience is None else patience)
            try:
                writing = self._begin(db)
                yield writing
                if not writing.quiet:
                    db.execute(
                        "update clock set epoch = ?, seq = ?, drawer = ?",
                        (writing.epoch + writing.stale, writing.seq + 1, writing.drawer),
                    )
                db.execute("commit")
            except BaseException:
                if db.in_transaction:
                    db.execute("rollback")
                raise
            self._labels.update(writing.labels.added)

    def _wait(self, db: apsw.Connection, seconds: float) -> None:
        """Begin to write once no other process does."""
        db.set_busy_handler(Patience(seconds))
        try:
            patiently(seconds, lambda: db.execute("begin immediate"))
        finally:
            db.set_busy_handler(Patience(self.busy_seconds))

    def _begin(self, db: apsw.Connection) -> Writing:
        self._check_there()
        row = one(db, "select epoch, seq, drawer from clock")
        self.tombstone_key = _tombstone_key(db)
        number = one(db, "select ifnull(max(number), 0) + 1 from receipts")
        if row is None or number is None:
            raise PalaceDamaged(f"{self.path} has lost its clock", "restore a backup")
        ask_leave()
        if mark := repeating.mark():
            refuse_repeated(db, mark)
        generations = every(
            db,
            "select generation, state = 'live', done, upto from generations"
            " where state in ('live', 'building')",
        )
        return Writing(
            db=db,
            labels=Labels(db, self._labels),
            now=time.time_ns() // 1000,
            epoch=row[0],
            seq=row[1],
            drawer=row[2],
            number=number[0],
            tombstone_key=self.tombstone_key,
            generations=tuple(Generation(g, bool(live), d, u) for g, live, d, u in generations),
        )

    @contextmanager
    def reading(self) -> Iterator[apsw.Connection]:
        """A connection inside one read transaction; every statement sees the same state."""
        with translated(self.path):
            db = self._take()
            try:
                patiently(self.busy_seconds, lambda: db.execute("begin"))
                key = patiently(self.busy_seconds, lambda: _tombstone_key(db))
                # It is another one once an archive was taken in, by whichever process.
                self.tombstone_key = key
                if (mark := repeating.mark()) and mark.again:
                    refuse_repeated(db, mark)
                yield db
            finally:
                if db.in_transaction:
                    db.execute("rollback")
                self._give_back(db)

    @contextmanager
    def exclusive(self) -> Iterator[apsw.Connection]:
        """The writer's connection outside any transaction, for checkpoints."""
        with self._write_lock, translated(self.path):
            self._check_open()
            yield self._writer

    def _take(self) -> apsw.Connection:
        with self._pool_lock:
            self._check_open()
            if self._readers:
                return self._readers.pop()
        return connect(self.path, self.busy_seconds, writer=False, key=self.key)

    def _give_back(self, db: apsw.Connection) -> None:
        idle = db.txn_state("main") == apsw.SQLITE_TXN_NONE
        with self._pool_lock:
            if idle and not self._closed and len(self._readers) < _IDLE_READERS:
                self._readers.append(db)
                return
        db.close(True)

    def _check_open(self) -> None:
        if self._closed:
            raise CamilloError(f"{self.path} was closed", "open the palace again")
        self._check_there()

    def _check_there(self) -> None:
        if is_marked(self.path):
            raise _gone()

    def close(self) -> None:
        """Close every connection that is not in use; those in use close when given back."""
        with self._write_lock, self._pool_lock:
            if not self._closed:
                self._closed = True
                for db in (*self._readers, self._writer):
                    db.close()
                self._readers.clear()


def _gone() -> PalaceGone:
    return PalaceGone("the palace was erased meanwhile", "open it again")


def _tombstone_key(db: apsw.Connection) -> bytes:
    row = one(db, "select value from meta where key = 'tombstone key'")
    if row is None:
        raise PalaceDamaged("the palace has lost its tombstone key", "restore a backup")
    return bytes(row[0])
