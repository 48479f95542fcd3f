"""Encrypted palace files: telling them from plain ones, and giving a connection its key.

The file is encrypted page by page with ChaCha20 and Poly1305 by SQLite3 Multiple Ciphers. Its first 16
bytes are the salt; bytes 16 to 23 of a database's header (page size, versions, reserved bytes, fractions)
stay as they are, which is how such a file is known.
"""

import os
from collections.abc import Callable
from pathlib import Path

import apsw

from camillo.domain.errors import InvalidInput, PalaceLocked
from camillo.ports.opening import Keys

KEY_BYTES = 32
_CIPHER = "chacha20"
_PLAIN = b"SQLite format 3\0"
_FRACTIONS = bytes((64, 32, 32))
_HEADER = 24


def is_plain(path: Path) -> bool:
    """Whether a file is a SQLite database that is not encrypted."""
    return _header(path).startswith(_PLAIN)


def is_encrypted(path: Path) -> bool:
    """Whether a file has the shape of an encrypted database."""
    header = _header(path)
    pages = int.from_bytes(header[16:18], "big")
    is_power = pages == 1 or (pages >= 512 and pages & (pages - 1) == 0)
    return not header.startswith(_PLAIN) and is_power and header[21:24] == _FRACTIONS


def key_of(path: Path, keys: Keys | None, wait: Callable[[int], bool]) -> bytes | None:
    """The key that a file opens with: None for a plain one, the key in force for a new one.

    ``wait`` is the busy handler while another process has the file alone.

    Raises:
        PalaceLocked: it is encrypted, and no key was given or none of them opens it.
    """
    if not _header(path):
        return next(iter(keys()), None) if keys is not None else None
    if not is_encrypted(path):
        return None
    given = list(keys()) if keys is not None else []
    if not given:
        raise PalaceLocked(
            f"{path} is encrypted", "say where its key is with the setting palace_key"
        )
    found = next((key for key in given if _opens(path, key, wait)), None)
    if found is None:
        raise PalaceLocked(
            f"{path} is encrypted with another key than the one that was given",
            "see that the setting palace_key names the place of its key",
        )
    return found


def unlock(connection: apsw.Connection, key: bytes) -> None:
    """Give a connection its key, before it reads anything.

    Raises:
        InvalidInput: the key is not of 32 bytes.
    """
    if len(key) != KEY_BYTES:
        raise InvalidInput("the key of a palace has 32 bytes", "give 64 hexadecimal digits")
    connection.execute(f"pragma cipher='{_CIPHER}'").fetchall()
    connection.execute(f"pragma key='raw:{key.hex()}'").fetchall()


def address(path: Path, key: bytes | None) -> str:
    """A file to write a copy to, as ``vacuum into`` takes it; it holds the key and must not be told."""
    uri = path.absolute().as_uri()
    return f"{uri}?key=" if key is None else f"{uri}?cipher={_CIPHER}&key=raw:{key.hex()}"


def _opens(path: Path, key: bytes, wait: Callable[[int], bool]) -> bool:
    connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
    connection.set_busy_handler(wait)
    try:
        unlock(connection, key)
        connection.execute("pragma user_version").fetchall()
    except apsw.NotADBError:
        return False
    finally:
        connection.close()
    return True


def _header(path: Path) -> bytes:
    """The first bytes of a file, read through SQLite: any other way of closing it would drop its locks."""
    flags = [apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_MAIN_DB, 0]
    file = apsw.VFSFile("unix" if os.name == "posix" else "win32", str(path.absolute()), flags)
    try:
        size = file.xFileSize()
        return file.xRead(min(size, _HEADER), 0) if size else b""
    finally:
        file.xClose()
