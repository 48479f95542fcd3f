"""Copies of a palace: consistent, owner-only, never over another file, and remembered."""

import os
from pathlib import Path

import apsw

from camillo.domain.errors import CamilloError, InvalidInput
from camillo.storage.sqlite.connection import connect

_PATIENCE_SECONDS = 60.0


def copy_to(path: Path, target: Path) -> None:
    """Copy a palace, as last committed, to a new file through SQLite's own backup.

    Raises:
        InvalidInput: the target exists, or its folder does not.
    """
    _claim(target)
    try:
        source = connect(path, _PATIENCE_SECONDS, writer=False)
        copy = apsw.Connection(str(target), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
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
