"""Starting the resident process: detached, one at a time, and never from the project's own folder."""

import os
import sys
import time
from collections.abc import Mapping

from camillo.surfaces.hooks.spool import entries, make

#: No second one is started within this time, so that one that ends at once is not started without end.
PAUSE_SECONDS = 10.0
#: What was there so long before a start, and is there so long after it, was not filed by it.
_LATE_SECONDS = 60.0


def start(palace: str, folder: str, environ: Mapping[str, str]) -> bool:
    """Start the resident process of a palace unless one was started just now; whether it was started.

    Raises:
        OSError: it cannot be started, or the state folder cannot be written.
        InvalidInput: the state folder is another user's.
    """
    if environ.get("CAMILLO_RESIDENT", "").lower() == "off":
        return False
    make(folder)
    from pathlib import Path

    from camillo.app.resident.locks import FileLock

    with FileLock(Path(folder, "starting.lock")) as lock:
        if not lock.take() or not _due(os.path.join(folder, "started")):
            return False
        _spawn([sys.executable, "-P", "-m", "camillo.app.resident", palace], folder)
    return True


def in_vain(folder: str) -> bool:
    """Whether something still waits in the spool long after a process was started to file it."""
    waiting = entries(folder)
    try:
        began = os.stat(os.path.join(folder, "started")).st_mtime
    except OSError:
        return False
    since = int(waiting[0][:20]) / 1e9 if waiting and waiting[0][:20].isdecimal() else began
    return since + _LATE_SECONDS < began < time.time() - _LATE_SECONDS


def _due(started: str) -> bool:
    """Whether the last start is long enough ago; if so, the file that says when is written anew."""
    try:
        if 0 <= time.time() - os.stat(started).st_mtime < PAUSE_SECONDS:
            return False
    except FileNotFoundError:
        pass
    os.close(os.open(started, os.O_WRONLY | os.O_CREAT, 0o600))
    os.utime(started)
    return True


def _spawn(program: list[str], folder: str) -> None:
    """Start a program that lives on when the host ends this one, with no stream of the host's.

    ``-P`` keeps the project's folder out of the import path: code there must never run here.
    """
    try:
        before = os.getcwd()
    except OSError:
        before = folder
    os.chdir(folder)
    try:
        if hasattr(os, "posix_spawn") and os.name == "posix":
            try:
                os.posix_spawn(
                    program[0], program, os.environ, file_actions=_streams(), setsid=True
                )
                return
            except NotImplementedError:
                pass
        _spawn_slowly(program)
    finally:
        os.chdir(before)


def _streams() -> list[tuple[int, ...] | tuple[int, int, str, int, int]]:
    """The three streams to nowhere; whatever else the host left open is closed."""
    nowhere = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in range(3)]
    return [*nowhere, *((os.POSIX_SPAWN_CLOSE, number) for number in _inherited())]


def _inherited() -> list[int]:
    found = []
    try:
        numbers = [int(name) for name in os.listdir("/dev/fd")]
    except (OSError, ValueError):
        return []
    for number in numbers:
        try:
            if number > 2 and os.get_inheritable(number):
                found.append(number)
        except OSError:
            continue
    return found


def _spawn_slowly(program: list[str]) -> None:
    import subprocess

    flags = 0
    if sys.platform == "win32":
        flags = subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP
    subprocess.Popen(  # noqa: S603 - our own interpreter and our own module
        program,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=os.name == "posix",
        creationflags=flags,
    )
