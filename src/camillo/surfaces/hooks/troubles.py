"""What went wrong in hooks: a line in a log of bounded size.

The log is shared with the resident process: each line is a time, an event and what went wrong.
"""

import errno
import os
import time

from camillo.domain.errors import CamilloError
from camillo.surfaces.hooks.places import Places
from camillo.surfaces.hooks.sealing import PUBLIC
from camillo.surfaces.hooks.spool import make

#: A longer log is begun anew, the old one kept beside it.
LOG_LIMIT = 1 << 20
_LINE_LIMIT = 500
_MENDS = {
    errno.ENOSPC: "free some space on its disk",
    errno.EDQUOT: "free some space on its disk",
    errno.EROFS: "let its disk be written to",
    errno.EACCES: "make its folder yours to write",
    errno.EPERM: "make its folder yours to write",
}


def worded(error: BaseException) -> str:
    """What an error says and how to mend it, on one line.

    >>> worded(OSError(28, "No space left on device", "/x"))
    "No space left on device: '/x'; free some space on its disk"
    """
    if isinstance(error, CamilloError):
        return str(error)
    if isinstance(error, OSError) and error.strerror:
        named = f": {_named(error.filename)!r}" if error.filename else ""
        mend = _MENDS.get(error.errno or 0, "see that the palace can be written where it is")
        return f"{error.strerror}{named}; {mend}"
    return f"{type(error).__name__}: {error}"


def note(places: Places, event: str, what: str) -> None:
    """Add a line to the log of the state folder, else of the refuge, else nowhere."""
    if os.path.exists(os.path.join(places.home, PUBLIC)):
        from camillo.text.masking import masked

        what = masked(what)
    line = f"{clock()} {event} {one_line(what)}\n".encode("utf-8", "backslashreplace")
    for folder, shared in ((places.home, False), (places.refuge, True)):
        try:
            make(folder, shared=shared)
            _append(os.path.join(folder, "hooks.log"), line)
        except (OSError, CamilloError):
            continue
        return


def clock() -> str:
    """The time now, in UTC, to the second."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())


def _named(filename: object) -> str:
    """The file, or for one that was only being made, its folder."""
    path = os.fsdecode(filename) if isinstance(filename, str | bytes) else str(filename)
    folder, name = os.path.split(path)
    return folder if name.startswith(".") else path


def _append(path: str, line: bytes) -> None:
    try:
        if os.stat(path).st_size > LOG_LIMIT:
            os.replace(path, path + ".1")
    except FileNotFoundError:
        pass
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        if os.write(handle, line) < len(line):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), path)
    finally:
        os.close(handle)


def one_line(text: str) -> str:
    """A line that a terminal and a prompt can only show."""
    shown = "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
    return shown[:_LINE_LIMIT].replace("<", "\\x3c")
