"""The resident: a listener and a filer for one palace, in threads of whichever process starts it."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from camillo.app.resident.filing import Filer, Outcome
from camillo.app.resident.listener import Listener
from camillo.app.resident.locks import FileLock
from camillo.app.resident.state import State
from camillo.app.resident.wire import Request

if TYPE_CHECKING:
    from camillo.app.palace import Palace
    from camillo.app.settings import Settings

#: Lends a palace to one caller at a time.
Lend = Callable[[], AbstractContextManager["Palace"]]
_LOOK_SECONDS = 1.0
_TAKE_OVER_SECONDS = 5.0
_SLOWEST_RETRY = 60.0
_FILE_PATIENCE = 30.0


class Resident:
    """Answers hooks and files the spool for one palace; one such listens per palace.

    Until another one has gone, :meth:`start` only waits for its place. ``lend`` gives the palace
    to answer from; without it the resident opens one of its own at the first question.
    """

    def __init__(self, settings: "Settings", lend: Lend | None = None) -> None:
        self._state = State.of(settings.palace)
        self._settings = settings
        self._filer = Filer(settings)
        self._own = None if lend else _Own(settings)
        self._lend = lend or self._own_lend
        self._lock = FileLock(self._state.folder / "resident.lock")
        self._listener: Listener | None = None
        self._threads: list[threading.Thread] = []
        self._stopping = threading.Event()
        self._look = threading.Event()
        self._used = time.monotonic()
        self._told = ""

    def claim(self) -> bool:
        """Begin to listen, unless another one does for this palace; whether it does now.

        Raises:
            OSError: the state folder cannot be made, or nothing be bound.
        """
        self._state.make()
        if not self._lock.take():
            return False
        listener = Listener(self._state, self._answer)
        try:
            listener.open()
        except OSError:
            self._lock.give()
            raise
        self._listener = listener
        self._run(listener.serve)
        return True

    def start(self) -> None:
        """Listen as soon as no other does, and file from then on; returns at once."""
        self._run(self._work)

    def stop(self) -> None:
        """End the threads, letting a transaction in hand finish; safe to call twice."""
        self._stopping.set()
        self._look.set()
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        for thread in self._threads:
            thread.join(_FILE_PATIENCE)
        self._threads.clear()
        self._filer.close()
        if self._own is not None:
            self._own.close()
        self._lock.give()

    def idle(self) -> float:
        """Seconds since the last request or entry."""
        if self._state.entries():
            self._used = time.monotonic()
        return time.monotonic() - self._used

    def _run(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, name="camillo-resident", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _work(self) -> None:
        while self._listener is None and not self._stopping.is_set():
            try:
                if self.claim():
                    break
            except OSError as error:
                self._state.note("resident", error.strerror or str(error))
            self._stopping.wait(_TAKE_OVER_SECONDS)
        pause = _LOOK_SECONDS
        while not self._stopping.is_set():
            outcome = self._filer.run()
            pause = min(pause * 2, _SLOWEST_RETRY) if outcome.waiting else _LOOK_SECONDS
            self._tell(outcome)
            self._look.wait(pause)
            self._look.clear()

    def _tell(self, outcome: Outcome) -> None:
        """Log why entries wait, once until they wait no more."""
        if outcome.problem and not outcome.passing and outcome.problem != self._told:
            self._state.note("filing", outcome.problem)
        self._told = outcome.problem

    def _answer(self, request: Request) -> str:
        self._used = time.monotonic()
        if request.verb == "ping":
            return "camillo"
        if request.verb == "file":
            outcome = self._filer.run(_FILE_PATIENCE)
            self._tell(outcome)
            return outcome.told()
        from camillo.app.resident import context

        with self._lend() as palace:
            return context.answer(palace, request)

    def _own_lend(self) -> "AbstractContextManager[Palace]":
        assert self._own is not None  # noqa: S101
        return self._own.lent()


class _Own:
    """The palace of a resident that nobody lends one."""

    def __init__(self, settings: "Settings") -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._palace: Palace | None = None

    @contextmanager
    def lent(self) -> "Iterator[Palace]":
        with self._lock:
            if self._palace is None:
                from camillo.app.palace import Palace

                self._palace = Palace.open(self._settings.palace, settings=self._settings)
            yield self._palace

    def close(self) -> None:
        with self._lock:
            if self._palace is not None:
                self._palace.close()
                self._palace = None
