"""A palace file under another key, or none: built beside, compared row by row, and put in its place at once.

At every moment there is one whole palace at the path, under the old key or the new one. Nobody else may have
it open meanwhile: what they wrote to the old file would be lost.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import apsw

from camillo.domain.errors import PalaceBusy, PalaceDamaged
from camillo.domain.report import Receipt
from camillo.ports.opening import Keys
from camillo.storage.sqlite import ciphering
from camillo.storage.sqlite.connection import (
    Patience,
    connect,
    every,
    one,
    patiently,
    stream,
    translated,
)
from camillo.storage.sqlite.session import Session
from camillo.storage.sqlite.shredding import beside, shred, sweep

#: A copy's key is told in its address, as a URI.
_FLAGS = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_URI


def recrypt(path: Path, verb: str, keys: Keys, new: bytes | None, busy: float) -> Receipt:
    """Give a palace another key, or none; ``keys`` may open it as it is now.

    The old file's bytes are overwritten with zeros before it goes, if they were not encrypted.

    Raises:
        PalaceBusy: another process had it open for ``busy`` seconds.
        PalaceLocked: none of the keys opens it. PalaceDamaged: it cannot be copied whole.
    """
    sweep(path)
    # Whatever waits in the WAL, and an older schema, is settled by opening it.
    Session(path, create=False, busy_seconds=busy, keys=keys).close()
    with held(path, keys, busy) as change:
        change(new)
    opening = None if new is None else lambda: [new]
    made = Session(path, create=False, busy_seconds=busy, keys=opening)
    try:
        with made.writing() as writing:
            writing.notes += _copies(writing.db, verb)
            return writing.receipt(verb, {"bytes": path.stat().st_size})
    finally:
        made.close()


@contextmanager
def held(path: Path, keys: Keys, busy: float) -> Iterator[Callable[[bytes | None], bool]]:
    """A file that nobody else can open meanwhile, and what gives it another key: False where it has that already.

    Raises:
        PalaceBusy: somebody has it open. PalaceLocked: none of the keys opens it. PalaceDamaged: it cannot be copied.
    """
    sweep(path)
    with translated(path):
        old = ciphering.key_of(path, keys, Patience(busy))
        db = open_alone(path, old, busy)

        def change(new: bytes | None) -> bool:
            if new == old:
                return False
            fresh = beside(path, "new")
            _build(db, fresh, new)
            _check(db, fresh, new)
            _swap(db, path, fresh)
            return True

        try:
            yield change
        finally:
            db.close()
    shred(beside(path, "old"), plain=old is None)


def has_key(path: Path, keys: Keys, wanted: bytes | None, busy: float) -> bool:
    """Whether a file opens with this key, or without one, as it is.

    Raises:
        PalaceLocked: none of the keys opens it.
    """
    with translated(path):
        return ciphering.key_of(path, keys, Patience(busy)) == wanted


def check_alone(path: Path, keys: Keys | None, busy: float) -> None:
    """See that nobody else has a palace open.

    Raises:
        PalaceBusy: somebody has. PalaceLocked: none of the keys opens it. PalaceDamaged: it is no palace.
    """
    with translated(path):
        key = ciphering.key_of(path, keys, Patience(busy))
        open_alone(path, key, busy).close()


def open_alone(path: Path, key: bytes | None, busy: float) -> apsw.Connection:
    """A connection that nobody else can open another beside, to a file without a WAL.

    Raises:
        PalaceBusy: somebody has it open.
    """
    db = connect(path.absolute(), busy, writer=True, key=key, flags=_FLAGS)
    try:
        every(db, "pragma locking_mode=exclusive")
        patiently(busy, lambda: every(db, "begin exclusive"))
        every(db, "commit")
        patiently(busy, lambda: every(db, "pragma journal_mode=delete"))
        every(db, "begin exclusive")
        every(db, "commit")
    except (apsw.BusyError, apsw.LockedError) as error:
        db.close()
        raise PalaceBusy(
            f"another process has {path} open",
            "end agents that use it, `camillo mcp`, `camillo serve` and `camillo watch`, then try again",
        ) from error
    except BaseException:
        db.close()
        raise
    return db


def _build(db: apsw.Connection, fresh: Path, key: bytes | None) -> None:
    os.close(os.open(fresh, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    failed = _copied(db, ciphering.address(fresh, key))
    if failed is not None:
        fresh.unlink(missing_ok=True)
        raise failed("the copy cannot be written")
    made = connect(fresh, 0, writer=True, key=key)
    try:
        every(made, "pragma journal_mode=wal")
    finally:
        made.close()
    _sync(fresh)


def _copied(db: apsw.Connection, address: str) -> type[apsw.Error] | None:
    """Copy to an address; the kind of error, without the error: its words hold the address, and that the key."""
    try:
        db.execute("vacuum into ?", (address,)).fetchall()
    except apsw.Error as error:
        return type(error)
    return None


def _check(db: apsw.Connection, fresh: Path, key: bytes | None) -> None:
    """See that the copy holds each row of the palace, and nothing else."""
    made = connect(fresh, 0, writer=False, key=key)
    try:
        schema = "select type, name, tbl_name, sql from sqlite_schema order by type, name"
        pragmas = ("pragma user_version", "pragma application_id", "pragma integrity_check")
        agree = all(every(db, sql) == every(made, sql) for sql in (schema, *pragmas))
        tables = every(db, "select name from sqlite_schema where type = 'table'")
        if not agree or not all(_is_same(db, made, name) for (name,) in tables):
            raise PalaceDamaged("the copy differs from the palace", "run `camillo doctor`")
        if one(made, "pragma integrity_check") != ("ok",):
            raise PalaceDamaged("the palace is damaged", "restore a backup")
    except BaseException:
        made.close()
        fresh.unlink(missing_ok=True)
        raise
    made.close()


def _is_same(a: apsw.Connection, b: apsw.Connection, table: str) -> bool:
    sql = f'select * from "{table}" not indexed'
    try:
        return all(x == y for x, y in zip(stream(a, sql), stream(b, sql), strict=True))
    except ValueError:
        return False


def _swap(db: apsw.Connection, path: Path, fresh: Path) -> None:
    """Put the copy in the palace's place; the old file stays beside it under another name."""
    if os.name != "posix":
        # An open file cannot be replaced there.
        db.close()
    # Not every file system knows second names: what was there then goes without being overwritten.
    with suppress(OSError):
        os.link(path, beside(path, "old"))
    fresh.replace(path)
    _sync(path.parent)


def _sync(path: Path) -> None:
    if os.name != "posix" and path.is_dir():
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _copies(db: apsw.Connection, verb: str) -> Iterable[str]:
    """Copies that are there still, as they were made."""
    for (path,) in every(db, "select path from backups order by path"):
        if not Path(path).is_file():
            continue
        if not ciphering.is_plain(Path(path)):
            yield f"the copy {path} keeps the key that it was made with"
        elif verb != "decrypt":
            yield f"the copy {path} is not encrypted"
