"""The spool: one file for each thing to save, whole or not there, in order of time."""

import errno
import json
import os
import stat
import time
from collections.abc import Callable, Mapping

from camillo.domain.errors import InvalidInput

_HALF = ".new"
_HALF_SECONDS = 3600
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def write(
    folder: str,
    entry: Mapping[str, object],
    *,
    shared: bool = False,
    sealed: Callable[[bytes], bytes] = bytes,
) -> str:
    """Put an entry into the spool of a state folder and return its name; ``shared`` as in :func:`make`.

    ``sealed`` is what becomes of its bytes before they are written.
    It is on the disk when this returns: written beside, synced, renamed, and the folder synced.

    Raises:
        OSError: it cannot be written; nothing is left behind.
        InvalidInput: the folder belongs to another user.
    """
    spool = os.path.join(folder, "spool")
    name = f"{time.time_ns():020d}-{os.getpid():07d}-{os.urandom(4).hex()}.json"
    content = sealed(json.dumps(entry, separators=(",", ":")).encode())
    make(folder, shared=shared)
    make(spool, shared=shared)
    put(spool, name, content)
    return name


def entries(folder: str) -> list[str]:
    """The names of the entries in the spool of a state folder, in order of time; none without one."""
    try:
        return sorted(
            name
            for name in os.listdir(os.path.join(folder, "spool"))
            if name.endswith(".json") and not name.startswith(".")
        )
    except OSError:
        return []


def sweep(folder: str) -> None:
    """Drop what hooks that were killed left half written, once it is an hour old.

    Raises:
        OSError: the spool cannot be read.
    """
    spool = os.path.join(folder, "spool")
    for name in os.listdir(spool) if os.path.isdir(spool) else []:
        path = os.path.join(spool, name)
        if name.startswith(".") and name.endswith(_HALF) and _age(path) > _HALF_SECONDS:
            _drop(path)


def move(source: str, target: str) -> int:
    """Move every entry to the spool of another state folder, under its own name; how many there were.

    Raises:
        OSError: one cannot be read or written; it stays where it is.
        InvalidInput: one of the folders is another user's.
    """
    names = entries(source)
    if names:
        check(source, shared=True)
        make(target)
        make(os.path.join(target, "spool"))
    for name in names:
        path = os.path.join(source, "spool", name)
        with open(path, "rb") as stream:
            put(os.path.join(target, "spool"), name, stream.read())
        os.unlink(path)
    return len(names)


def put(folder: str, name: str, content: bytes) -> None:
    """Write a file so that a reader sees all of it or nothing.

    Raises:
        OSError: it cannot be written; nothing is left behind.
    """
    final = os.path.join(folder, name)
    beside = os.path.join(folder, f".{name}.{os.getpid()}{_HALF}")
    try:
        handle = os.open(beside, _NEW, 0o600)
        try:
            _all(handle, content)
            os.fsync(handle)
        finally:
            os.close(handle)
        os.replace(beside, final)
    except OSError:
        _drop(beside)
        raise
    _sync(folder)


def make(folder: str, *, shared: bool = False) -> None:
    """Make a folder that is its owner's alone, with those above it.

    ``shared`` says that it lies where every user may write, so that it is trusted with less.

    Raises:
        OSError: it cannot be made. InvalidInput: it is there and another user's.
    """
    try:
        os.mkdir(folder, 0o700)
    except FileNotFoundError:
        make(os.path.dirname(folder))
        # Once more, for another hook may have made the folder meanwhile.
        make(folder, shared=shared)
    except FileExistsError:
        check(folder, shared=shared)


def check(folder: str, *, shared: bool = False) -> None:
    """See that a folder is the user's own: what another can change must not be trusted.

    The administrator may use a folder of any user, unless it is ``shared``.

    Raises:
        OSError: it is not there, or is no folder. InvalidInput: it is another user's.
    """
    seen = os.lstat(folder) if shared else os.stat(folder)
    if not stat.S_ISDIR(seen.st_mode):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), folder)
    if os.name != "posix":
        return
    own = (seen.st_uid,) if shared else (seen.st_uid, 0)
    if os.geteuid() not in own or (shared and seen.st_mode & 0o077):
        raise InvalidInput(
            f"the folder {folder} belongs to another user", "name a palace in a folder of your own"
        )


def _all(handle: int, content: bytes) -> None:
    view = memoryview(content)
    while view:
        view = view[os.write(handle, view) :]


def _sync(folder: str) -> None:
    """Sync a folder's list of names, where the system has that."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _age(path: str) -> float:
    """Seconds since a file was written; 0 for one that is gone."""
    try:
        return time.time() - os.stat(path).st_mtime
    except OSError:
        return 0


def _drop(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return
