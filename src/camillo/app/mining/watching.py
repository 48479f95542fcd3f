"""Watching: turns are filed as hosts write them, for as long as the watch runs."""

import threading
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app.mining.spots import Look, Spot, listing, look_of, owner_of
from camillo.domain.errors import (
    CamilloError,
    PalaceBusy,
    PalaceDamaged,
    PalaceLocked,
    PalaceTooNew,
)
from camillo.domain.report import MineReport, Problem

if TYPE_CHECKING:
    from camillo.app.mining.following import Follower

#: Changes that come within this time are looked at together.
_DEBOUNCE_MS = 250
_STEP_MS = 50
#: How often it is seen whether a folder appeared or went, in seconds.
_BREATH = 0.5
#: How often all files are listed although the system reports changes: some file systems report none.
_LIST_SECONDS = 60.0
#: Without such reports, files are listed this often, and never more than this share of the time.
_POLL_SECONDS = 1.0
_SHARE = 20
#: A file that took so long to read is left alone for this many times as long.
_REST = 10
#: What could not be read or filed is tried again after so many seconds, then less and less often.
_AGAIN, _SLOWEST = 1.0, 60.0
#: What looks damaged may be half written: it is told once the file has not changed for so long.
_DOUBT = 3.0
#: How long files are looked at before it is heard what else has changed.
_WHILE = 2.0


@dataclass(frozen=True, slots=True)
class Taken:
    """What one look at a file came to: turns that were filed, or problems that will not pass."""

    path: Path
    spot: Spot
    report: MineReport


@dataclass(slots=True)
class _Due:
    """When a file is to be looked at, by the monotonic clock; ``live`` where it changed just now."""

    at: float
    spot: Spot
    live: bool = False


class Watcher:
    """Follows spots and files what their files gain; used by one thread.

    ``told`` hears of each look that filed something or met a problem. A file that changed is looked at within
    about a second; one that is long to read, at most a tenth of the time.
    """

    def __init__(
        self, follower: "Follower", spots: Sequence[Spot], told: Callable[[Taken], None]
    ) -> None:
        self._follower = follower
        self._spots = spots
        self._told = told
        self._due: dict[Path, _Due] = {}
        self._resting: dict[Path, float] = {}
        self._failures: dict[Path, int] = {}
        self._doubts: dict[Path, Look] = {}
        self._said: dict[Path, set[Problem]] = {}
        self._seen: dict[Path, Look] = {}

    def run(self, stop: threading.Event) -> None:
        """Follow until ``stop`` is set; what is being filed then is filed to the end of its transaction.

        Raises:
            PalaceDamaged, PalaceTooNew: nothing more can be filed.
        """
        watching = has_events()
        while not stop.is_set():
            roots = _roots(self._spots)
            by_system = watching and bool(roots)
            changes = _reported(roots, stop) if by_system else _waiting(stop)
            try:
                with closing(changes):
                    self._follow(
                        changes, roots, stop, _LIST_SECONDS if by_system else _POLL_SECONDS
                    )
            except OSError:
                # Where the folders are as they were, the system cannot watch them: they are listed.
                watching = _roots(self._spots) != roots
                stop.wait(_BREATH)

    def _follow(
        self,
        changes: Iterable[set[Path] | None],
        roots: dict[Path, tuple[int, int]],
        stop: threading.Event,
        pause: float,
    ) -> None:
        """Look at what changes until other folders are there than at first.

        All files are listed once the changes are heard of, so that none falls between.
        """
        cost, at = 0.0, _now()
        for changed in changes:
            self._note(changed)
            if changed is None:
                at = min(at, _now() + _SHARE * cost)
            if _now() >= at:
                cost = self._list()
                at = _now() + max(pause, _SHARE * cost)
            self._look(stop)
            if _roots(self._spots) != roots:
                return

    def _list(self) -> float:
        """Queue every file whose look is another one than before; the seconds it took."""
        began = time.monotonic()
        found: dict[Path, tuple[Look, Spot]] = {}
        for spot in self._spots:
            for path, look in listing(spot).items():
                found.setdefault(path, (look, spot))
        for path in self._seen.keys() - found.keys():
            self._gone(path)
        changed = [path for path, (look, _) in found.items() if self._seen.get(path) != look]
        for path in sorted(changed, key=lambda path: (found[path][0][1], path)):
            look, spot = found[path]
            self._seen[path] = look
            self._queue(path, spot, live=False)
        return time.monotonic() - began

    def _note(self, changed: Iterable[Path] | None) -> None:
        for path in changed or ():
            owned = owner_of(self._spots, path)
            if owned is not None:
                self._queue(owned[1], owned[0], live=True)

    def _queue(self, path: Path, spot: Spot, *, live: bool) -> None:
        at = max(_now(), self._resting.get(path, 0.0))
        before = self._due.get(path)
        if before is None or at < before.at:
            self._due[path] = _Due(at, spot, live)

    def _gone(self, path: Path) -> None:
        self._follower.forget(path)
        for kept in (
            self._seen,
            self._due,
            self._resting,
            self._failures,
            self._doubts,
            self._said,
        ):
            kept.pop(path, None)

    def _look(self, stop: threading.Event) -> None:
        """Look at what is due, what changed just now first, for a while."""
        began = _now()
        due = [(path, one) for path, one in self._due.items() if one.at <= began]
        for path, one in sorted(due, key=lambda each: not each[1].live):
            if stop.is_set() or _now() - began > _WHILE:
                return
            del self._due[path]
            started = time.thread_time()
            if not path.exists():
                self._gone(path)
            elif one.spot.admits(path):
                self._take(path, one.spot)
                self._resting[path] = _now() + _REST * (time.thread_time() - started)

    def _take(self, path: Path, spot: Spot) -> None:
        try:
            report = self._follower.take(path, spot.root)
        except FileNotFoundError:
            self._gone(path)
            return
        except PalaceBusy:
            self._again(path, spot)
            return
        except (PalaceDamaged, PalaceLocked, PalaceTooNew):
            raise
        except (CamilloError, OSError) as error:
            self._failed(path, spot, error)
            return
        self._failures.pop(path, None)
        problems = self._settled(path, spot, report)
        if report.turns or problems:
            self._told(Taken(path, spot, replace(report, problems=problems)))

    def _again(self, path: Path, spot: Spot) -> None:
        failures = self._failures[path] = self._failures.get(path, 0) + 1
        self._due[path] = _Due(_now() + min(_SLOWEST, _AGAIN * 2 ** min(failures - 1, 10)), spot)

    def _failed(self, path: Path, spot: Spot, error: CamilloError | OSError) -> None:
        self._again(path, spot)
        what = error.what if isinstance(error, CamilloError) else error.strerror or str(error)
        mend = error.mend if isinstance(error, CamilloError) else "it is tried again"
        problems = self._new(path, [Problem(str(path), what, mend)])
        if problems:
            self._told(Taken(path, spot, MineReport(problems=problems)))

    def _settled(self, path: Path, spot: Spot, report: MineReport) -> tuple[Problem, ...]:
        """The problems that are no matter of time: those of whole lines, and those of a file at rest."""
        if not report.problems or self._follower.follows(path):
            return self._new(path, report.problems)
        look = look_of(path)
        if self._doubts.get(path) == look:
            return self._new(path, report.problems)
        self._doubts[path] = look or ()
        self._due[path] = _Due(_now() + _DOUBT, spot)
        return ()

    def _new(self, path: Path, problems: Sequence[Problem]) -> tuple[Problem, ...]:
        """Those of the problems that were not told of this file before."""
        said = self._said.setdefault(path, set()) if problems else set()
        new = tuple(one for one in problems if one not in said)
        said.update(new)
        return new


def _now() -> float:
    return time.monotonic()


def has_events() -> bool:
    """Whether the library that hears of changes from the system is installed."""
    from importlib.util import find_spec

    return find_spec("watchfiles") is not None


def _roots(spots: Sequence[Spot]) -> dict[Path, tuple[int, int]]:
    """The folders that are there now, each with what tells it from another of its name."""
    found = {}
    for spot in spots:
        try:
            told = spot.root.stat()
        except OSError:
            continue
        found[spot.root] = (told.st_dev, told.st_ino)
    return found


def _waiting(stop: threading.Event) -> Generator[set[Path] | None, None, None]:
    """Nothing is reported: only time passes."""
    while not stop.wait(_BREATH):
        yield set()


def _reported(
    roots: Iterable[Path], stop: threading.Event
) -> Generator[set[Path] | None, None, None]:
    """What the system reports as changed; None where a folder is new, whose files may be missed.

    Raises:
        OSError: a folder is gone, or there are no watches left.
    """
    from watchfiles import Change, watch

    for changes in watch(
        *roots,
        watch_filter=None,
        debounce=_DEBOUNCE_MS,
        step=_STEP_MS,
        stop_event=stop,
        rust_timeout=int(_BREATH * 1000),
        yield_on_timeout=True,
        raise_interrupt=False,
        ignore_permission_denied=True,
    ):
        yield {Path(path) for _, path in changes}
        if any(change == Change.added and Path(path).is_dir() for change, path in changes):
            yield None
