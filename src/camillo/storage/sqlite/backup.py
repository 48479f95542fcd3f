"""Copies of a palace: consistent, owner-only, never over another file, and remembered."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from camillo.domain.errors import CamilloError, InvalidInput
from camillo.domain.report import Receipt
from camillo.storage.sqlite import ciphering
from camillo.storage.sqlite.connection import connect, translated

if TYPE_CHECKING:
    from camillo.storage.sqlite.session import Session

#: How long a copy waits for a writer.
PATIENCE_SECONDS = 60.0


def back_up(session: "Session", target: Path) -> Receipt:
    """Copy the palace to a new file and remember that the copy exists.

    The copy is entered in the palace before it is made, so that forgetting always knows of it.
    """
    path = target.absolute()
    if path.exists():
        raise InvalidInput(f"{path} exists already", "name a new file")
    with session.writing() as writing:
        writing.db.execute(
            "insert or replace into backups values (?, ?, ?)",
            (str(path), writing.now, writing.number),
        )
    try:
        copy_to(session.path, path, session.key)
    except BaseException:
        with session.writing() as writing:
            writing.db.execute("delete from backups where path = ?", (str(path),))
        raise
    with session.writing() as writing:
        return writing.receipt("backup", {"bytes": path.stat().st_size})


def copy_to(path: Path, target: Path, key: bytes | None = None) -> None:
    """Copy a palace, as last committed, to a new file through SQLite's own backup.

    The copy is encrypted with the key of the palace, if that has one.

    Raises:
        InvalidInput: the target exists, or its folder does not.
    """
    _claim(target)
    try:
        with translated(path):
            source = connect(path, PATIENCE_SECONDS, writer=False, key=key)
        with translated(target):
            copy = apsw.Connection(str(target), flags=apsw.SQLITE_OPEN_READWRITE)
            try:
                if key is not None:
                    ciphering.unlock(copy, key)
                with copy.backup("main", source, "main") as running:
                    running.step(-1)
            finally:
                copy.close()
                source.close()
    except BaseException:
        target.unlink(missing_ok=True)
        raise


def _claim(target: Path) -> None:
    try:
        os.close(os.open(target, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except FileExistsError as error:
        raise InvalidInput(f"{target} exists already", "name a new file") from error
    except FileNotFoundError as error:
        raise InvalidInput(f"there is no folder {target.parent}", "create it first") from error
    except OSError as error:
        raise CamilloError(f"{target} cannot be written: {error.strerror}") from error
