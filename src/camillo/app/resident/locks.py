"""Locks between processes: held by an open file, so that the system frees them when one dies."""

import os
import sys
import time
from pathlib import Path
from types import TracebackType

_STEP = 0.05


class FileLock:
    """One lock file; whoever holds it is the only one, threads of one process included.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     first, second = FileLock(Path(folder) / "a.lock"), FileLock(Path(folder) / "a.lock")
    ...     taken = first.take(), second.take()
    ...     first.give()
    ...     taken, second.take(), second.give()
    ((True, False), True, None)
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._handle: int | None = None

    def take(self, seconds: float = 0.0) -> bool:
        """Take it, waiting at most so long; whether it is held now.

        Raises:
            OSError: the file cannot be opened.
        """
        handle = os.open(self._path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
        until = time.monotonic() + seconds
        while not _lock(handle):
            if time.monotonic() >= until:
                os.close(handle)
                return False
            time.sleep(_STEP)
        self._handle = handle
        return True

    def give(self) -> None:
        """Let it go; safe to call twice."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def __enter__(self) -> "FileLock":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.give()


def _lock(handle: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
