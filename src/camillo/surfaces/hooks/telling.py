"""Telling the user what went wrong: at the next session start, by one session, and once."""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

from camillo.domain.errors import CamilloError
from camillo.surfaces.hooks.places import Places
from camillo.surfaces.hooks.spool import make, put
from camillo.surfaces.hooks.troubles import LOG_LIMIT, one_line

_SAVING = ("Stop", "PreCompact", "SessionEnd", "SubagentStop", "PostToolUse", "AgentResponse")
_RECALLING = ("SessionStart", "UserPromptSubmit")
#: A reason that was told is not told again within this time, however often it comes back.
_QUIET_SECONDS = 86_400
_REASONS_KEPT = 100


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
    """What the logs hold that the user has not been told; :meth:`mark` once it was.

    ``no_palace`` says whether the user was told that there is no palace yet.
    """

    def __init__(self, places: Places) -> None:
        self._places = places
        before = _newest(places)
        self.no_palace = bool(before.get("no_palace"))
        self._reasons = _still_quiet(before.get("reasons"))
        self._logs = _table(before.get("logs"))
        self._lines: list[tuple[str, str, str]] = []
        self._changed = False
        for folder in (places.home, places.refuge):
            self._gather(os.path.join(folder, "hooks.log"))

    def message(self, filing: int) -> str:
        """One line that sums it up; ``filing`` entries were kept aside and are being filed now."""
        parts = [
            self._about("could not save {} turn{s}", "save"),
            self._about("could not recall {} time{s}", "recall"),
            self._about("met {} other problem{s}", "other"),
        ]
        told = ". ".join(part for part in parts if part)
        if told and filing:
            told += f". {filing} kept aside {'is' if filing == 1 else 'are'} being filed now"
        return f"Camillo {told}." if told else ""

    def mark(self, *, no_palace: bool = False) -> None:
        """Remember that all of it was told; where nothing can be written it will be told again."""
        if not self._changed and no_palace <= self.no_palace:
            return
        now = time.time()
        told = {f"{kind} {what}": now for _, kind, what in self._lines}
        reasons = {**self._reasons, **told}
        content = {
            "version": 1,
            "at": now,
            "logs": self._logs,
            "reasons": dict(sorted(reasons.items(), key=lambda one: one[1])[-_REASONS_KEPT:]),
            "no_palace": no_palace or self.no_palace,
        }
        for folder, shared in ((self._places.home, False), (self._places.refuge, True)):
            try:
                make(folder, shared=shared)
                put(folder, "told.json", json.dumps(content).encode())
            except (OSError, CamilloError):
                continue
            return

    def _about(self, words: str, kind: str) -> str:
        found = [line for line in self._lines if line[1] == kind]
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
        before = _table(self._logs.get(path))
        start = before.get("offset") if before.get("head") == head else 0
        start = start if isinstance(start, int) else 0
        if start == len(raw):
            return
        self._logs[path] = {"head": head, "offset": len(raw)}
        self._changed = True
        for line in raw[start:].decode("utf-8", "replace").splitlines():
            at, _, rest = line.partition(" ")
            event, _, what = rest.partition(" ")
            if what and f"{_kind(event)} {what}" not in self._reasons:
                self._lines.append((at, _kind(event), what))


def _kind(event: str) -> str:
    if event in _SAVING:
        return "save"
    return "recall" if event in _RECALLING else "other"


def _newest(places: Places) -> dict[str, object]:
    """What was told before: the later of the state folder's word and the refuge's."""
    found: list[tuple[float, dict[str, object]]] = []
    for folder in (places.home, places.refuge):
        try:
            with open(os.path.join(folder, "told.json"), "rb") as stream:
                told = _table(json.loads(stream.read(LOG_LIMIT)))
        except (OSError, ValueError, RecursionError):
            continue
        found.append((_number(told.get("at")), told))
    return max(found, key=lambda one: one[0], default=(0.0, {}))[1]


def _still_quiet(told: object) -> dict[str, float]:
    """The reasons that were told within the last day, with when."""
    since = time.time() - _QUIET_SECONDS
    return {what: at for what, given in _table(told).items() if (at := _number(given)) > since}


def _table(found: object) -> dict[str, object]:
    return found if isinstance(found, dict) else {}


def _number(found: object) -> float:
    return float(found) if isinstance(found, int | float) else 0.0
