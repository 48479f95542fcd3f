"""One owner's handle on the database: write transactions in turn, reads of one state."""

import os
import threading
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from camillo.domain.errors import (
    CamilloError,
    NotFound,
    PalaceBusy,
    PalaceDamaged,
    PalaceGone,
    PalaceLocked,
)
from camillo.domain.identity import digest
from camillo.domain.owner import Owner
from camillo.domain.report import Receipt
from camillo.ports import repeating
from camillo.ports.archive import Row
from camillo.ports.guarding import ask_leave
from camillo.ports.opening import Keys
from camillo.storage.common import marks
from camillo.storage.common.generations import Generation
from camillo.storage.postgres import derived, numbers, pool
from camillo.storage.postgres.connection import Db, translated
from camillo.storage.postgres.labels import Labels, Words
from camillo.storage.postgres.receipts import refuse_repeated, write_receipt
from camillo.storage.postgres.sealing import Sealer

_READ = "begin isolation level repeatable read read only"
_WRITE = "begin isolation level read committed read write"
_PALACE = "select palace, tombstone_key, envelope from palaces where owner = %(owner)s"


@dataclass(slots=True)
class Writing:
    """A write transaction under way.

    ``drawer`` is the last drawer number given out, in any generation; ``stale`` says that rows
    other processes may have cached no longer hold, ``quiet`` that nothing anyone caches was written.
    """

    db: Db
    words: Words
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
    """An owner bound to a database. Threads may share it.

    ``sealer`` seals with the owner's data key where his palace is encrypted, which a new one is if there are
    ``keys``. An administrator may encrypt or decrypt it meanwhile: each transaction goes by the row that it sees.
    """

    def __init__(
        self,
        server: pool.Server,
        owner: int,
        named: Owner,
        busy_seconds: float,
        keys: Keys | None = None,
        *,
        create: bool = True,
    ) -> None:
        self.owner = owner
        self._named = named
        self.sealer = Sealer()
        self.busy_seconds = busy_seconds
        self.words = Words()
        self._server = server
        self._write_lock = threading.Lock()
        self._sealer_lock = threading.Lock()
        self._labels: dict[str, int] = {}
        self._closed = False
        self._keys = keys
        self._palace, self.tombstone_key, self._sealed = self._settle(keys, create)

    def _settle(self, keys: Keys | None, create: bool) -> tuple[uuid.UUID, bytes, bytes]:
        """Make the palace if it is new; returns its id and its tombstone key, also as the row has it.

        Raises:
            NotFound: there is none, as of an owner who was erased, and none is to be made.
            Renumbered: the owner has another number.
        """
        with translated(), self._transaction(_READ, 0) as db:
            row = db.one(_PALACE)
        if row is None:
            with translated(), self._transaction(_WRITE, self.busy_seconds) as db:
                numbers.check(db, self._named)
                if db.one("select 1 from generations where owner = %(owner)s limit 1"):
                    # Beside rows that nothing opens any more there is no room for a new palace.
                    row = db.one(_PALACE)
                    if row is None:
                        raise PalaceDamaged(
                            "the palace has lost its row, with its key", "restore a backup"
                        )
                if row is None and not create:
                    raise no_palace()
                new = (uuid.uuid4(), *self._new_keys(keys), 0, 1, 0, 0)
                columns = "palace, tombstone_key, envelope, live, epoch, seq, drawer"
                if db.insert("palaces", columns, [new], "on conflict do nothing"):
                    live = derived.create(db, "live", 0)
                    db.run("update palaces set live = %(live)s where owner = %(owner)s", live=live)
                row = db.one(_PALACE)
        if row is None:
            raise PalaceDamaged("the palace has lost its tombstone key", "restore a backup")
        palace, sealed, envelope = row
        self.sealer = self._opened(envelope)
        return palace, self.sealer.unseal(sealed, "palaces.tombstone_key"), sealed

    def _opened(self, envelope: bytes | None) -> Sealer:
        """What the words of a palace with this wrapped key are written and read with.

        Raises:
            PalaceLocked: none of the keys opens it, or there are keys and it is not encrypted.
            PalaceDamaged: it was changed.
        """
        if envelope is None:
            if self._keys is not None:
                # Whoever can write the database could take the wrapped key away, so that what comes is kept open.
                raise PalaceLocked(
                    "the palace is not encrypted, although palace_key is set",
                    "run `camillo encrypt --database`, unless it was encrypted before: then restore its row",
                )
            return Sealer()
        from camillo.storage.postgres.enveloping import Envelope, unwrap

        given = self._keys() if self._keys is not None else ()
        return Envelope(self.owner, unwrap(self.owner, envelope, given))

    def _sealer_of(self, row: Sequence[Any] | None) -> Sealer:
        """What a transaction that sees this row of ``palaces`` goes by.

        Raises:
            PalaceGone: there is none, or it is another palace.
            PalaceLocked: it was encrypted meanwhile, and no key is here.
        """
        if row is None:
            raise PalaceGone("the palace was erased meanwhile", "open it again")
        palace, sealed, envelope = row
        if palace != self._palace:
            # What is written with the keys of the one before could never be read.
            raise PalaceGone("the palace was erased and made anew meanwhile", "open it again")
        with self._sealer_lock:
            if sealed != self._sealed:
                self.sealer, self._sealed = self._opened(envelope), sealed
            return self.sealer

    def _new_keys(self, keys: Keys | None) -> tuple[bytes, bytes | None]:
        """A new palace's tombstone key as its row has it, and its data key, wrapped, if it is encrypted."""
        key = os.urandom(32)
        if keys is None:
            return key, None
        from camillo.storage.postgres.enveloping import Envelope, wrap

        data_key = os.urandom(32)
        sealed = Envelope(self.owner, data_key).seal(key, "palaces.tombstone_key")
        return sealed, wrap(self.owner, data_key, keys()[0])

    def become(self, palace: Row) -> None:
        """Be the palace whose id and tombstone key were taken in."""
        self._palace = uuid.UUID(str(palace["id"]))
        self.tombstone_key = bytes.fromhex(str(palace["tombstone_key"]))

    @contextmanager
    def writing(self, patience: float | None = None) -> Iterator[Writing]:
        """A write transaction: all of it or, on any error, nothing.

        ``patience`` is how many seconds to wait for other writers, else ``busy_seconds``.
        """
        seconds = self.busy_seconds if patience is None else patience
        if not self._write_lock.acquire(timeout=seconds):
            raise PalaceBusy("another thread has written to the palace for too long", "try again")
        try:
            with translated(), self._transaction(_WRITE, seconds) as db:
                writing = self._begin(db)
                yield writing
                if not writing.quiet:
                    db.run(
                        "update palaces set epoch = %(epoch)s, seq = %(seq)s, drawer = %(drawer)s"
                        " where owner = %(owner)s",
                        epoch=writing.epoch + writing.stale,
                        seq=writing.seq + 1,
                        drawer=writing.drawer,
                    )
            self._labels.update(writing.labels.added)
        finally:
            self._write_lock.release()

    def _begin(self, db: Db) -> Writing:
        """Take the palace's lock, then see what stands: in this order, so that nothing old is seen."""
        row = db.one(
            "select epoch, seq, drawer, palace, tombstone_key, envelope from palaces"
            " where owner = %(owner)s for update"
        )
        rows = db.every(
            "select generation, state = 'live', done, upto,"
            " (select coalesce(max(number), 0) + 1 from receipts where owner = %(owner)s)"
            " from generations where owner = %(owner)s and state in ('live', 'building')"
            " order by generation"
        )
        db.sealer = self._sealer_of(row and row[3:])
        if row is None or not rows:
            raise PalaceDamaged("the palace has lost its clock", "restore a backup")
        ask_leave()
        if mark := repeating.mark():
            refuse_repeated(db, mark)
        return Writing(
            db=db,
            words=self.words.fork(),
            labels=Labels(db, self.tombstone_key, self._labels),
            now=time.time_ns() // 1000,
            epoch=row[0],
            seq=row[1],
            drawer=row[2],
            number=rows[0][4],
            tombstone_key=self.tombstone_key,
            generations=tuple(Generation(*each[:4]) for each in rows),
        )

    @contextmanager
    def reading(self) -> Iterator[Db]:
        """Statements that all see one state."""
        with translated(), self._transaction(_READ, 0) as db:
            db.sealer = self._sealer_of(db.one(_PALACE))
            if (mark := repeating.mark()) and mark.again:
                refuse_repeated(db, mark)
            yield db

    @contextmanager
    def alone(self, what: str, seconds: float) -> Iterator[None]:
        """Hold a lock of this owner's in a transaction that does nothing else, and ends with its connection."""
        key = digest(b"camillo alone", str(self.owner).encode(), what.encode())[:8]
        number = int.from_bytes(key, "big", signed=True)
        with translated(), self._transaction(_WRITE, seconds) as db:
            if seconds:
                db.one("select pg_advisory_xact_lock(%(number)s)", number=number)
            elif not db.scalar("select pg_try_advisory_xact_lock(%(number)s)::int", number=number):
                raise PalaceBusy("another server is at it", "try again")
            yield

    @contextmanager
    def _transaction(self, begin: str, patience: float) -> Iterator[Db]:
        if self._closed:
            raise CamilloError("this palace was closed", "open it again")
        first = (
            f"{begin}; select set_config('camillo.owner', '{self.owner:d}', true),"
            f" set_config('lock_timeout', '{int(patience * 1000):d}', true)"
        )
        with self._server.transaction(first) as connection:
            yield Db(connection, self.owner, self.sealer)

    def close(self) -> None:
        """Give the connections up; safe to call twice."""
        with self._write_lock:
            if not self._closed:
                self._closed = True
                pool.leave(self._server)


def no_palace() -> NotFound:
    """An owner has none, and none was to be made."""
    return NotFound("this owner has no palace in the database", "make one first")
