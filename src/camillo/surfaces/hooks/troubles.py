"""What went wrong in hooks: a line in a log of bounded size, told to the user once.

The log is shared with the resident process: each line is a time, an event and what went wrong.
"""

import errno
import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from camillo.domain.errors import CamilloError
from camillo.surfaces.hooks.places import Places
from camillo.surfaces.hooks.spool import make, put

#: A longer log is begun anew, the old one kept beside it.
LOG_LIMIT = 1 << 20
_LINE_LIMIT = 500
_SAVING = ("Stop", "PreCompact", "SessionEnd", "SubagentStop", "PostToolUse", "AgentResponse")
_RECALLING = ("SessionStart", "UserPromptSubmit")
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
        named = f": {error.filename!r}" if error.filename else ""
        mend = _MENDS.get(error.errno or 0, "see that the palace can be written where it is")
        return f"{error.strerror}{named}; {mend}"
    return f"{type(error).__name__}: {error}"


def note(places: Places, event: str, what: str) -> None:
    """Add a line to the log of the state folder, else of the refuge, else nowhere."""
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


@contextmanager
def telling(places: Places) -> Iterator[bool]:
    """Whether this process is the one to tell; where no lock can be had for want of a disk, it is."""
    from pathlib import Path

    from camillo.app.resident.locks import FileLock

    lock = FileLock(Path(places.home, "told.lock"))
    try:
        make(places.home)
        mine = lock.take()
    except (OSError, CamilloError):
        mine = True
    try:
        yield mine
    finally:
        lock.give()


class Untold:
    """What the user has not been told yet; :meth:`mark` once it was."""

    def __init__(self, places: Places) -> None:
        self._places = places
        self._told = _read_told(places)
        self._seen: dict[str, dict[str, object]] = {}
        self._lines: list[tuple[str, str, str]] = []
        for folder in (places.home, places.refuge):
            self._gather(os.path.join(folder, "hooks.log"))

    @property
    def no_palace(self) -> bool:
        """Whether the user was told that there is no palace yet."""
        return bool(self._told.get("no_palace"))

    def message(self, filing: int) -> str:
        """One line that sums it up; ``filing`` entries were kept aside and are being filed now."""
        parts = [
            self._about("could not save {} turn{s}", _SAVING),
            self._about("could not recall {} time{s}", _RECALLING),
            self._about("met {} other problem{s}", None),
        ]
        told = ". ".join(part for part in parts if part)
        if told and filing:
            told += f". {filing} kept aside {'is' if filing == 1 else 'are'} being filed now"
        return f"Camillo {told}." if told else ""

    def mark(self, *, no_palace: bool = False) -> None:
        """Remember that all of it was told; where nothing can be written it will be told again."""
        logs = {**_logs(self._told), **self._seen}
        content: dict[str, object] = {"version": 1, "logs": logs}
        if no_palace or self.no_palace:
            content["no_palace"] = True
        if content == {"version": 1, "logs": _logs(self._told), **_flag(self._told)}:
            return
        raw = json.dumps(content).encode()
        for folder, shared in ((self._places.home, False), (self._places.refuge, True)):
            try:
                make(folder, shared=shared)
                put(folder, "told.json", raw)
            except (OSError, CamilloError):
                continue
            return

    def _about(self, words: str, events: tuple[str, ...] | None) -> str:
        known = _SAVING + _RECALLING
        found = [
            line for line in self._lines if (line[1] in events if events else line[1] not in known)
        ]
        if not found:
            return ""
        counted = words.format(len(found), s="" if len(found) == 1 else "s")
        return f"{counted} since {found[0][0]}: {one_line(found[-1][2])}"

    def _gather(self, path: str) -> None:
        """The lines after those that were told; a log that was begun anew is read from its start."""
        try:
            with open(path, "rb") as stream:
                raw = stream.read(LOG_LIMIT * 2)
        except OSError:
            return
        head = raw.partition(b"\n")[0].decode("utf-8", "replace")
        before = _logs(self._told).get(path, {})
        start = before.get("offset") if before.get("head") == head else 0
        fresh = raw[start if isinstance(start, int) else 0 :].decode("utf-8", "replace")
        for line in fresh.splitlines():
            at, _, rest = line.partition(" ")
            event, _, what = rest.partition(" ")
            if what:
                self._lines.append((at, event, what))
        self._seen[path] = {"head": head, "offset": len(raw)}


def _logs(told: dict[str, object]) -> dict[str, dict[str, object]]:
    found = told.get("logs")
    if not isinstance(found, dict):
        return {}
    return {path: state for path, state in found.items() if isinstance(state, dict)}


def _flag(told: dict[str, object]) -> dict[str, object]:
    return {"no_palace": True} if told.get("no_palace") else {}


def _read_told(places: Places) -> dict[str, object]:
    """What was told before, from the state folder and the refuge; the later word on a log counts."""
    logs: dict[str, dict[str, object]] = {}
    no_palace = False
    for folder in (places.home, places.refuge):
        try:
            with open(os.path.join(folder, "told.json"), "rb") as stream:
                found = json.loads(stream.read(LOG_LIMIT))
        except (OSError, ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            logs |= _logs(found)
            no_palace = no_palace or bool(found.get("no_palace"))
    return {"logs": logs, **({"no_palace": True} if no_palace else {})}


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
