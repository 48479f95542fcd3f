"""SQLite databases of other programs, read through the one file that was opened, never written.

Pages are read from the stream as SQLite asks for them, so a database of gigabytes needs no copy and no
memory, no lock is taken, and nothing is created beside the host's file. What the host has committed and not yet
moved from its write-ahead log into the database is read from the log.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import BinaryIO

import apsw

from camillo.domain.report import Problem
from camillo.formats.beside import near, path_of
from camillo.formats.reading import LOG, SQLITE
from camillo.formats.shapes import as_text
from camillo.formats.write_ahead import Overlay, overlay
from camillo.ports.reader import SourceFile

MAGIC = SQLITE

#: Where a header says whether it is written through a log: bytes 18 and 19, 1 meaning that it is not.
_JOURNALS = 18
_NO_LOG = b"\x01\x01"
_VALUE_LIMIT = 256 << 20
#: Of a longer log the transactions that end within this many bytes are read.
_LOG_LIMIT = 256 << 20
_NAMES = count()

#: The values of one row, as SQLite has them.
Row = tuple[object, ...]


@contextmanager
def opened(file: SourceFile) -> Iterator[apsw.Connection]:
    """A read-only connection to a source file.

    Raises:
        apsw.Error: it is no database, or is damaged. OSError: it cannot be read.
    """
    log = overlay(near(file, 0, f"{path_of(file).name}{LOG}", limit=_LOG_LIMIT))
    with file.open() as stream:
        # A name of its own, since other threads may read other databases meanwhile.
        name = f"camillo-source-{next(_NAMES)}"
        vfs = _Reader(name, stream, log)
        try:
            connection = apsw.Connection("source", flags=apsw.SQLITE_OPEN_READONLY, vfs=name)
            try:
                _guard(connection)
                yield connection
            finally:
                connection.close(True)
        finally:
            vfs.unregister()


def _guard(connection: apsw.Connection) -> None:
    """Trust nothing that an unknown database says of itself."""
    connection.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
    connection.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
    connection.limit(apsw.SQLITE_LIMIT_LENGTH, _VALUE_LIMIT)


def has_columns(connection: apsw.Connection, table: str, *columns: str) -> bool:
    """Whether a table (no view) has all of these columns.

    Raises:
        apsw.Error: the database is damaged.
    """
    known = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = ?"
    if not rows(connection, known, (table,)):
        return False
    there = rows(connection, "SELECT name FROM pragma_table_info(?)", (table,))
    return {name for (name,) in there}.issuperset(columns)


def rows(connection: apsw.Connection, query: str, bindings: Row = ()) -> list[Row]:
    """All rows of a query at once; ask for ids first and for long values one by one.

    Raises:
        apsw.Error: the database is damaged, or one of the rows has a text that is none.
    """
    try:
        return connection.execute(query, bindings).fetchall()
    except UnicodeDecodeError as error:
        raise apsw.CorruptError("a text in it is no UTF-8") from error


def as_json_text(value: object) -> str | None:
    """The text of a stored value, be it text or the bytes of one; None where it is neither."""
    if isinstance(value, bytes):
        try:
            return value.decode("utf-8")
        except UnicodeDecodeError:
            return None
    return as_text(value) or None


def damaged(file: SourceFile, error: Exception) -> Problem:
    """What an error of SQLite means for the one who mines."""
    what = f"the database cannot be read ({error})"
    return Problem(file.name, what, "mine again when its program is closed")


class _Reader(apsw.VFS):
    """A file system of one file: the stream that was opened, under the pages of its log."""

    def __init__(self, name: str, stream: BinaryIO, log: Overlay | None) -> None:
        self._stream = stream
        self._log = log
        super().__init__(name, "")

    def xFullPathname(self, name: str) -> str:
        return name

    def xAccess(self, pathname: str, flags: int) -> bool:
        """No log and no journal that SQLite would read stands beside it."""
        return False

    def xDelete(self, filename: str, syncdir: bool) -> None:
        raise apsw.ReadOnlyError("the source is only read")

    def xOpen(  # type: ignore[override]
        self, name: str | apsw.URIFilename | None, flags: list[int]
    ) -> "_Pages":
        if not flags[0] & apsw.SQLITE_OPEN_MAIN_DB:
            raise apsw.CantOpenError("only the database itself is read")
        flags[1] = flags[0] | apsw.SQLITE_OPEN_READONLY
        return _Pages(self._stream, self._log)


class _Pages:
    """The one open file, as SQLite reads it."""

    def __init__(self, stream: BinaryIO, log: Overlay | None) -> None:
        self._stream = stream
        self._log = log

    def xRead(self, amount: int, offset: int) -> bytes:
        logged = self._log.read(amount, offset) if self._log is not None else None
        if logged is None:
            self._stream.seek(offset)
            logged = self._stream.read(amount)
        read = logged
        if offset <= _JOURNALS < offset + len(read) - 1:
            at = _JOURNALS - offset
            read = read[:at] + _NO_LOG + read[at + 2 :]
        return read

    def xFileSize(self) -> int:
        if self._log is not None:
            return self._log.count * self._log.size
        return self._stream.seek(0, 2)

    def xLock(self, level: int) -> None:
        """Nothing is locked, so the host is never kept waiting."""

    def xUnlock(self, level: int) -> None:
        """Nothing was locked."""

    def xCheckReservedLock(self) -> bool:
        return False

    def xFileControl(self, op: int, ptr: int) -> bool:
        return False

    def xSectorSize(self) -> int:
        return 4096

    def xDeviceCharacteristics(self) -> int:
        return apsw.SQLITE_IOCAP_IMMUTABLE

    def xClose(self) -> None:
        """The stream is closed by who opened it."""
