"""Live syncing: a sync whenever the folder or the palace changes, for as long as the watch runs."""

import threading
import time
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from camillo.app.mining.watching import has_events
from camillo.app.vault.files import OWN
from camillo.app.vault.report import SyncReport
from camillo.app.vault.syncing import Vault
from camillo.domain.errors import (
    CamilloError,
    PalaceBusy,
    PalaceDamaged,
    PalaceLocked,
    PalaceTooNew,
)
from camillo.domain.report import Problem

#: Changes that come within this time belong together: programs often write in several steps.
_DEBOUNCE_MS, _STEP_MS = 400, 100
#: How often the palace is asked whether it changed, in seconds.
_BREATH = 1.0
#: The folder is looked at so often although nothing was reported, and without reports at all.
_LOOK_SECONDS, _POLL_SECONDS = 60.0, 3.0
#: Looking without a reason takes at most this share of the time.
_SHARE = 20


def watch(vault: Vault, stop: threading.Event, told: Callable[[SyncReport], None]) -> None:
    """Sync until ``stop`` is set; ``told`` hears of each sync that did something or met a new problem.

    Raises:
        PalaceDamaged, PalaceTooNew: nothing more can be synced.
    """
    by_system = has_events()
    said: set[Problem] = set()
    _sync(vault, said, told)
    while not stop.is_set():
        if not vault.is_there():
            # An empty folder where the vault's disk was must not be taken for a vault.
            _tell(SyncReport(problems=(_gone(vault),)), said, told)
            stop.wait(_BREATH)
            continue
        changes = _reported(vault.root, stop) if by_system else _waiting(stop)
        try:
            with closing(changes):
                _follow(vault, changes, _LOOK_SECONDS if by_system else _POLL_SECONDS, said, told)
        except OSError:
            stop.wait(_BREATH)  # the folder is gone, or the system has no watches left


def _follow(
    vault: Vault,
    changes: Iterable[bool],
    pause: float,
    said: set[Problem],
    told: Callable[[SyncReport], None],
) -> None:
    """Sync on each change until the folder is gone."""
    seen, due = None, 0.0
    for changed in changes:
        if not vault.is_there():
            return
        tick = vault.tick()
        if changed or tick != seen or time.monotonic() >= due:
            began = time.monotonic()
            seen = tick if _sync(vault, said, told) else None
            due = time.monotonic() + max(pause, _SHARE * (time.monotonic() - began))


def _gone(vault: Vault) -> Problem:
    return Problem(
        str(vault.root), "is gone, or was never synced", "it is synced again once it is back"
    )


def _sync(vault: Vault, said: set[Problem], told: Callable[[SyncReport], None]) -> bool:
    """Sync once; False where it is to be tried again soon."""
    try:
        report = vault.sync()
    except PalaceBusy:
        return False
    except (PalaceDamaged, PalaceLocked, PalaceTooNew):
        raise
    except (CamilloError, OSError) as error:
        what, mend = (
            (error.what, error.mend) if isinstance(error, CamilloError) else (str(error), "")
        )
        report = SyncReport(problems=(Problem(str(vault.root), what, mend),))
    _tell(report, said, told)
    return report.settled


def _tell(report: SyncReport, said: set[Problem], told: Callable[[SyncReport], None]) -> None:
    new = tuple(one for one in report.problems if one not in said)
    said.clear()
    said.update(report.problems)
    if report.changed or new:
        told(replace(report, problems=new))


def _waiting(stop: threading.Event) -> Generator[bool, None, None]:
    """Nothing is reported: only time passes."""
    yield True
    while not stop.wait(_BREATH):
        yield False


def _reported(root: Path, stop: threading.Event) -> Generator[bool, None, None]:
    """Whether the system reported a change in the folder, once a breath at least."""
    from watchfiles import watch as changes_of

    own = str(root / OWN)
    yield False
    for changes in changes_of(
        root,
        watch_filter=lambda change, path: not path.startswith(own),
        debounce=_DEBOUNCE_MS,
        step=_STEP_MS,
        stop_event=stop,
        rust_timeout=int(_BREATH * 1000),
        yield_on_timeout=True,
        raise_interrupt=False,
        ignore_permission_denied=True,
    ):
        yield bool(changes)
