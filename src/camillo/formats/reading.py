"""Opening files safely, and picking the reader for one."""

import errno
import hashlib
import os
import stat
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import BinaryIO

from camillo.domain.report import Problem
from camillo.ports.reader import SourceFile, SourceReader

HEAD_BYTES = 64 * 1024
#: How a database of SQLite begins, and what the name of its write-ahead log ends with.
SQLITE, LOG = b"SQLite format 3\0", "-wal"

_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_FLAGS = os.O_RDONLY | _NO_LINK | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_FLAGS |= getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_NOCTTY", 0)
#: Where a folder can be opened and its entries opened relative to it, no link on the way is followed.
BY_FOLDER = os.open in os.supports_dir_fd and os.scandir in os.supports_fd
_FOLDER_FLAGS = os.O_RDONLY | _NO_LINK | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_CLOEXEC", 0)

_MENDS = {
    errno.EACCES: "give yourself the right to read it, or name it in .camilloignore",
    errno.EPERM: "give yourself the right to read it, or name it in .camilloignore",
    errno.ENOENT: "it vanished while it was being read; mine again",
    errno.ELOOP: "it became a symbolic link, which is never followed",
    errno.ENOTDIR: "it changed while it was being read; mine again",
    errno.EINVAL: "name it in .camilloignore",
}


class NotRegular(OSError):
    """The entry is a link, folder, pipe, socket or device where a regular file was expected."""


def pick(file: SourceFile, readers: Sequence[SourceReader]) -> SourceReader | None:
    """The first of the readers that knows the file's content, or None.

    The caller orders them: chat formats first, plain text last.
    """
    return next((reader for reader in readers if reader.sniff(file)), None)


def source_file(path: Path, root: Path | None = None) -> SourceFile:
    """One file below a root (or by itself), opened once to see that it is a regular file.

    ``root`` is taken as it is; links below it are refused.

    Raises:
        OSError: it cannot be read. NotRegular: it is no regular file.
        ValueError: the path is not below the root.
    """
    base = root if root is not None else path.parent
    parts = path.relative_to(base).parts
    folder = open_folder(base, parts[:-1])
    try:
        return entry_file(folder, base, parts, within=root is not None)
    finally:
        close_folder(folder)


def entry_file(
    folder: int | None, base: Path, parts: tuple[str, ...], *, within: bool = True
) -> SourceFile:
    """The source file at ``base/parts``, whose folder is open as ``folder``.

    Raises:
        OSError: it cannot be read. NotRegular: it is no regular file.
    """
    with _open_entry(folder, base, parts) as stream:
        size = os.fstat(stream.fileno()).st_size
        head = stream.read(HEAD_BYTES)
    return SourceFile(
        uri=uri_of(base, parts),
        name="/".join(printable(part) for part in parts),
        size=size,
        head=head,
        open=partial(open_beneath, base, parts),
        root=printable(os.fspath(base)) if within else "",
        digest=partial(_with_log, base, parts) if head.startswith(SQLITE) else None,
    )


def _with_log(base: Path, parts: tuple[str, ...]) -> bytes:
    """What tells two states of a database apart: its bytes and, where there is one, those of its log.

    Raises:
        OSError: it cannot be read.
    """
    running = hashlib.sha256()
    log = (*parts[:-1], parts[-1] + LOG)
    for path in (parts, log):
        try:
            with open_beneath(base, path) as stream:
                while chunk := stream.read(1 << 20):
                    running.update(chunk)
        except OSError:
            if path is parts:
                raise
    return running.digest()


def open_beneath(base: Path, parts: tuple[str, ...]) -> BinaryIO:
    """Open the regular file ``base/parts`` for reading, following no link below ``base``.

    Raises:
        OSError: it cannot be read. NotRegular: it is no regular file.
    """
    folder = open_folder(base, parts[:-1])
    try:
        return _open_entry(folder, base, parts)
    finally:
        close_folder(folder)


def open_folder(base: Path, parts: tuple[str, ...]) -> int | None:
    """A descriptor of the folder ``base/parts``, each step refusing links; None without such means.

    Going step by step also reaches folders whose whole path is longer than the system allows.
    """
    if not BY_FOLDER:
        return None
    folder = os.open(base, _FOLDER_FLAGS & ~_NO_LINK)
    for part in parts:
        try:
            inner = os.open(part, _FOLDER_FLAGS, dir_fd=folder)
        finally:
            os.close(folder)
        folder = inner
    return folder


def close_folder(folder: int | None) -> None:
    """Close what `open_folder` gave."""
    if folder is not None:
        os.close(folder)


def _open_entry(folder: int | None, base: Path, parts: tuple[str, ...]) -> BinaryIO:
    target = base.joinpath(*parts) if folder is None else parts[-1]
    if folder is None and Path(target).is_symlink():
        raise NotRegular(errno.ELOOP, "is a symbolic link")
    descriptor = os.open(target, _FLAGS, dir_fd=folder)
    # A named pipe, socket or device may stand where a file was listed a moment ago.
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise NotRegular(errno.EINVAL, "is no regular file")
    return os.fdopen(descriptor, "rb")


def uri_of(base: Path, parts: tuple[str, ...] = ()) -> str:
    """The lasting name of a path: a percent-encoded ``file:`` uri of its bytes.

    >>> uri_of(Path("/tmp"), ("a b", "é.md"))
    'file:///tmp/a%20b/%C3%A9.md'
    """
    return base.joinpath(*parts).as_uri()


def printable(name: str) -> str:
    r"""A name as text that any encoding carries: bytes that are no UTF-8 are shown as escapes.

    >>> printable("caf\udce9")
    'caf\\xe9'
    """
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def problem_of(where: str, error: OSError) -> Problem:
    """What an error of the file system means for the one who mines."""
    what = error.strerror or str(error)
    said = what if isinstance(error, NotRegular) else f"cannot be read ({what})"
    return Problem(where, said, _MENDS.get(error.errno or 0, "see whether the disk is in order"))
