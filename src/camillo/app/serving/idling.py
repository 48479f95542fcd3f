"""What a server does for an owner who is quiet: it tends the notes, and looks at the watch list when it is due.

One thread, one owner at a time, each for a while; then whoever is due first. It works in handles of its own, so
that requests wait for nothing that is fetched.
"""

import logging
import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime

from camillo.app.palace import Palace
from camillo.app.serving import faults
from camillo.app.serving.palaces import OpenPalaces
from camillo.app.serving.served import ServedPalace
from camillo.domain.errors import CamilloError, NotFound, PalaceBusy
from camillo.domain.owner import Owner
from camillo.ports.server import ServerStore

_LOG = logging.getLogger("camillo.serving")
_QUIET_SECONDS = 5.0
_TENDED = 100
#: So long may one owner's addresses be looked at while others wait; the rest is for the next turn.
_TURN_SECONDS = 60.0
_AGAIN_SECONDS = 600.0
#: So long is a list left to the server that took it; one that is killed meanwhile leaves it to the others then.
_TAKEN_SECONDS = 2 * _TURN_SECONDS
_SHORTLY_SECONDS = 30.0
_REST_SECONDS = 30.0
_END_SECONDS = 10.0


class Idle:
    """Works for owners who are quiet, until it is closed.

    Who has a watch list, and when it is due, stands in the server's store and outlasts it. ``pause`` are
    seconds between two requests for the pages of a feed, ``now`` gives seconds since 1970.
    """

    def __init__(
        self,
        palaces: OpenPalaces,
        store: ServerStore,
        *,
        quiet: float = _QUIET_SECONDS,
        pause: float = 1.0,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._palaces, self._store, self._quiet = palaces, store, quiet
        self._pause, self._now = pause, now
        self._changed = threading.Condition()
        self._wrote: dict[Owner, float] = {}
        self._by_turns = [self._due_one, self._quiet_one]
        self._ending = False
        self._taken = 0.0
        self._stop: _Until | None = None
        self._thread = threading.Thread(target=self._work, name="camillo-idle", daemon=True)

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def soon(self, owner: Owner) -> None:
        """The owner wrote something just now, a watched address maybe."""
        with self._changed:
            self._wrote[owner] = time.monotonic() + self._quiet
            self._changed.notify()

    def close(self) -> None:
        """End soon: what is being filed is finished, the rest is for another time. Safe to call twice."""
        with self._changed:
            self._ending = True
            if self._stop is not None:
                self._stop.set()
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join(_END_SECONDS)

    def _work(self) -> None:
        while (owner := self._next()) is not None:
            try:
                self._turn(owner)
            except PalaceBusy:
                self._later(owner, _SHORTLY_SECONDS)
            except (CamilloError, OSError) as error:
                # Whose text or address it was is nobody's to read in a log.
                _LOG.warning("an idle palace waits: %s", type(error).__name__)
                self._later(owner, _AGAIN_SECONDS)
            except Exception as error:  # noqa: BLE001 - whatever is wrong with one palace, others have their turn
                _LOG.error("an idle palace waits", extra={"told": faults.told(error)})
                self._later(owner, _AGAIN_SECONDS)
            finally:
                self._stop = None

    def _turn(self, owner: Owner) -> None:
        try:
            with self._palaces.apart(owner) as (palace, ending):
                stop = _Until(ending, _TURN_SECONDS)
                with self._changed:
                    self._stop = stop
                    if self._ending:
                        stop.set()
                palace.upkeep.soon(_TENDED)
                self._store.put_due(owner, self._looked(palace, stop))
                # Who deleted it meanwhile may have dropped what is kept of its owner just before.
                gone = isinstance(palace, ServedPalace) and palace.is_gone()
        except NotFound:
            gone = True
        if gone:
            self._store.put_due(owner, None)

    def _looked(self, palace: Palace, stop: threading.Event) -> float | None:
        """When the list is due again, once what is due now was looked at."""
        rounds = palace.watchlist.rounds(self._pause)
        due = rounds.due()
        if due is None or due > self._now():
            return due
        done = rounds.round(datetime.fromtimestamp(self._now(), UTC).astimezone(), stop)
        # What it was stopped at, or another process is at, has its turn after the others.
        rest = self._now() + (_SHORTLY_SECONDS if done.busy else 1.0)
        due = rounds.due()
        return None if due is None else max(due, rest)

    def _later(self, owner: Owner, seconds: float) -> None:
        """Try again, and let others go first meanwhile."""
        with self._changed:
            self._wrote.setdefault(owner, time.monotonic() + seconds)
        try:
            self._store.move_due(owner, self._taken, self._now() + seconds)
        except CamilloError as error:
            _LOG.warning("watch lists wait: %s", type(error).__name__)
            self._rest(_REST_SECONDS)

    def _next(self) -> Owner | None:
        """The next owner, of those whose list is due and those who are quiet in turn; None when it is to end."""
        while not self._ending:
            wait = _REST_SECONDS
            self._by_turns.reverse()
            for find in self._by_turns:
                owner, left = find()
                if owner is not None:
                    return owner
                wait = min(wait, left)
            self._rest(wait)
        return None

    def _quiet_one(self) -> tuple[Owner | None, float]:
        with self._changed:
            if not self._wrote:
                return None, _REST_SECONDS
            owner = min(self._wrote, key=self._wrote.__getitem__)
            left = self._wrote[owner] - time.monotonic()
            if left > 0:
                return None, left
            del self._wrote[owner]
            return owner, 0.0

    def _due_one(self) -> tuple[Owner | None, float]:
        try:
            first = self._store.first_due()
            if first is None:
                return None, _REST_SECONDS
            owner, due = first
            left = due - self._now()
            if left > 0:
                return None, left
            # Of several servers before one database, one looks at the list.
            self._taken = self._now() + _TAKEN_SECONDS
            return (owner if self._store.move_due(owner, due, self._taken) else None), 0.0
        except CamilloError as error:
            _LOG.warning("watch lists wait: %s", type(error).__name__)
            return None, _REST_SECONDS

    def _rest(self, seconds: float) -> None:
        with self._changed:
            if self._wrote:
                seconds = min(seconds, min(self._wrote.values()) - time.monotonic())
            if not self._ending:
                self._changed.wait(max(0.0, seconds))


class _Until(threading.Event):
    """Set by itself after a time, or when another event is."""

    def __init__(self, other: threading.Event, seconds: float) -> None:
        super().__init__()
        self._other, self._until = other, time.monotonic() + seconds

    def is_set(self) -> bool:
        """Whether to stop."""
        return super().is_set() or self._other.is_set() or time.monotonic() >= self._until
