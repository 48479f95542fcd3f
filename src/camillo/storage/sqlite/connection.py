"""Connections to a palace file: modes, pragmas, patience, and errors in the palace's own words."""

import os
import random
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import apsw
import numpy as np

from camillo.domain.errors import CamilloError, NotFound, PalaceBusy, PalaceDamaged
from camillo.storage.sqlite import ciphering

T = TypeVar("T")
Row = tuple[Any, ...]

#: "Caml" in SQLite's application id: what makes a SQLite file a palace.
APPLICATION_ID = 0x43616D6C
PAGE_BYTES = 4096
_WRITER_CACHE_KIB = 24_000
_READER_CACHE_KIB = 8_000
_SMALLEST_PAGE = 512
_CHECKPOINT_PAGES = 2_000
_PRAGMAS = {
    "page_size": PAGE_BYTES,
    "temp_store": "memory",
    "secure_delete": "on",
    "synchronous": "full",
    "foreign_keys": "on",
    "trusted_schema": "off",
}


class Patience:
    """A busy handler that waits in short, uneven steps, so that no writer starves.

    SQLite's own handler backs off to 100 ms and can lose every round to a busier process.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._until = 0.0

    def __call__(self, tries: int) -> bool:
        """Wait a little; False once the time is up."""
        now = time.monotonic()
        if tries == 0:
            self._until = now + self.seconds
        if now >= self._until:
            return False
        time.sleep(random.uniform(0.0005, 0.004) * min(tries + 1, 4))  # noqa: S311
        return True


def prepare_file(path: Path, create: bool) -> None:
    """Make sure the file exists and is its owner's alone; SQLite gives -wal and -shm its mode.

    Raises:
        NotFound: it does not exist and is not to be created.
    """
    if not path.exists():
        if not create:
            raise NotFound(f"there is no palace at {path}", "create it with `camillo init`")
        _make_folder(path.parent)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    state = path.stat()
    if not path.is_file():
        raise PalaceDamaged(f"{path} is not a file", "name the palace's file")
    # SQLite takes a file shorter than its smallest page for an empty database and writes over it.
    if 0 < state.st_size < _SMALLEST_PAGE:
        raise PalaceDamaged(f"{path} is not a palace", "name the palace's file")
    # Windows has no such modes: the folder's own list of rights holds there.
    if os.name == "posix" and state.st_uid == os.geteuid():
        if state.st_mode & 0o077:
            path.chmod(0o600)
        if state.st_mode & 0o200:
            _make_writable(path)


def _make_writable(path: Path) -> None:
    """Mend what SQLite left beside a palace that could not be written for a while: it keeps that mode."""
    for ending in ("-wal", "-shm"):
        beside = path.with_name(path.name + ending)
        if beside.exists() and not beside.stat().st_mode & 0o200:
            beside.chmod(0o600)


def _make_folder(folder: Path) -> None:
    if folder.is_dir():
        return
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def connect(
    path: Path,
    busy_seconds: float,
    *,
    writer: bool,
    key: bytes | None = None,
    flags: int = apsw.SQLITE_OPEN_READWRITE,
) -> apsw.Connection:
    """Open one connection with the palace's key and pragmas. The file must exist."""
    connection = apsw.Connection(str(path), flags=flags)
    connection.set_busy_handler(Patience(busy_seconds))
    try:
        if key is not None:
            ciphering.unlock(connection, key)
        cache = _WRITER_CACHE_KIB if writer else _READER_CACHE_KIB
        # One by one: some of them do nothing while another statement is unfinished.
        for name, value in {**_PRAGMAS, "cache_size": -cache}.items():
            every(connection, f"pragma {name}={value}")
        connection.wal_autocheckpoint(_CHECKPOINT_PAGES)
    except BaseException:
        connection.close()
        raise
    return connection


def patiently(seconds: float, action: Callable[[], T]) -> T:
    """Run a statement that SQLite may refuse as busy without asking the busy handler."""
    until = time.monotonic() + seconds
    while True:
        try:
            return action()
        except (apsw.BusyError, apsw.LockedError, apsw.ProtocolError):
            if time.monotonic() >= until:
                raise
            time.sleep(random.uniform(0.001, 0.01))  # noqa: S311


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turn apsw's errors into Camillo's."""
    try:
        yield
    except (apsw.BusyError, apsw.LockedError, apsw.ProtocolError) as error:
        raise PalaceBusy(
            f"another process has held {path} for too long", "try again, or end that process"
        ) from error
    except apsw.NotADBError as error:
        raise PalaceDamaged(f"{path} is not a palace", "name the palace's file") from error
    except apsw.CorruptError as error:
        raise PalaceDamaged(
            f"{path} is damaged: {error}", "restore a backup with `camillo restore`"
        ) from error
    except (apsw.ReadOnlyError, apsw.CantOpenError, apsw.PermissionsError) as error:
        raise CamilloError(f"{path} cannot be opened for writing", "check its owner") from error
    except apsw.FullError as error:
        raise CamilloError(f"no room left to write {path}", "free some disk space") from error
    except apsw.IOError as error:
        raise CamilloError(
            f"reading or writing {path} failed: {error}", "check the disk"
        ) from error


def one(
    handle: apsw.Connection | apsw.Cursor,
    sql: str,
    bindings: Sequence[Any] | Mapping[str, Any] = (),
) -> Row | None:
    """The first row, or None; the statement is finished before this returns.

    A statement left unfinished would hold its read transaction, and with it the WAL.
    """
    rows = handle.execute(sql, bindings).fetchall()
    return rows[0] if rows else None


def every(
    connection: apsw.Connection, sql: str, bindings: Sequence[Any] | Mapping[str, Any] = ()
) -> list[Row]:
    """All rows; the statement is finished before this returns."""
    return connection.execute(sql, bindings).fetchall()


def numbers(given: Iterable[int]) -> Any:
    """Whole numbers as one binding, to be read with ``from carray(?)``; there must be one at least.

    A statement over all of them is some twenty times cheaper than one statement for each.
    """
    return apsw.carray(np.fromiter(given, np.int64))


def rewrite(connection: apsw.Connection, table: str, schema: str) -> None:
    """Copy a table to new pages and drop the old ones, which ``secure_delete`` fills with zeros.

    ``schema`` creates the table under its own name. SQLite leaves stale copies of rows that it moved
    between pages; after this, none of a row that was deleted before is left.
    """
    every(connection, f"alter table {table} rename to {table}_old")
    every(connection, schema)
    every(connection, f"insert into {table} select * from {table}_old")
    every(connection, f"drop table {table}_old")


def stream(
    connection: apsw.Connection, sql: str, bindings: Sequence[Any] | Mapping[str, Any] = ()
) -> Iterator[Row]:
    """Rows one by one, while the transaction lasts; the statement ends with the iteration."""
    cursor = connection.cursor()
    try:
        yield from cursor.execute(sql, bindings)
    finally:
        cursor.close(True)
