"""The resident: a listener and a filer for one palace, in threads of whichever process starts it."""

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from camillo.app.resident.answers import Answers, Lend
from camillo.app.resident.faults import worded
from camillo.app.resident.filing import Filer, Outcome
from camillo.app.resident.listener import Listener
from camillo.app.resident.locks import FileLock
from camillo.app.resident.state import State
from camillo.app.resident.wire import Request

if TYPE_CHECKING:
    from camillo.app.settings import Settings

_LOOK_SECONDS = 1.0
_TAKE_OVER_SECONDS = 5.0
_SLOWEST_RETRY = 60.0
_FILE_PATIENCE = 30.0
#: A process that has other work first is left alone for so long.
_FIRST_LOOK_SECONDS = 5.0
#: Drawers are refined once nobody asked for so long.
_QUIET_SECONDS = 2.0
_END_SECONDS = 5.0


class Resident:
    """Answers hooks and files the spool for one palace; one such listens per palace.

    Until another one has gone, :meth:`start` only waits for its place. ``lend`` gives the palace
    to answer from; without it the resident opens one of its own, at once, and is quick from then on.
    """

    def __init__(self, settings: "Settings", lend: Lend | None = None) -> None:
        self._state = State.of(settings.palace)
        self._filer = Filer(settings)
        self._answers = Answers(settings, lend)
        self._is_guest = lend is not None
        self._lock = FileLock(self._state.folder / "resident.lock")
        self._listener: Listener | None = None
        self._threads: list[threading.Thread] = []
        self._stopping = threading.Event()
        #: Set once whoever needs the palace alone has asked; a guest lives as long as its host.
        self.told_to_end = threading.Event()
        self._used = time.monotonic()
        self._told = ""
        self._unrefined = not self._is_guest

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
        except BaseException:
            self._lock.give()
            raise
        self._listener = listener
        self._run(listener.serve)
        return True

    def start(self) -> None:
        """Listen as soon as no other does, and file from then on; returns at once."""
        self._run(self._work)

    def stop(self) -> None:
        """Stop listening and filing, letting what is being filed finish soon; safe to call twice."""
        self._stopping.set()
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        for thread in self._threads:
            thread.join(_END_SECONDS)
        if not any(thread.is_alive() for thread in self._threads):
            self._filer.close()
            self._answers.close()
        self._threads.clear()
        self._lock.give()

    def idle(self) -> float:
        """Seconds since the last request or entry."""
        if self._state.entries():
            self._used = time.monotonic()
        return time.monotonic() - self._used

    def refine_soon(self) -> None:
        """Take note that turns were filed by another way, whose drawers wait to be refined."""
        self._unrefined = True

    def is_homeless(self) -> bool:
        """Whether the state folder is gone: the palace was removed or moved, and nobody can ask."""
        return not self._state.spool.is_dir()

    def _run(self, work: Callable[[], None]) -> None:
        thread = threading.Thread(target=work, name="camillo-resident", daemon=True)
        self._threads.append(thread)
        thread.start()

    def _work(self) -> None:
        self._wait_for_place()
        if self._is_guest:
            self._stopping.wait(_FIRST_LOOK_SECONDS)
        else:
            self._try(self._answers.warm)
        pause = _LOOK_SECONDS
        while not self._stopping.is_set():
            pause = _LOOK_SECONDS if self._look() else min(pause * 2, _SLOWEST_RETRY)
            self._stopping.wait(pause)

    def _look(self) -> bool:
        """File what waits, and refine where nobody asks; whether nothing has to wait for another try."""
        try:
            outcome = self._file(0.0)
        except Exception as error:  # noqa: BLE001 - the edge: nobody else would file
            self._note(worded(error))
            self._filer.close()
            return False
        if self._unrefined and not outcome.waiting and self.idle() > _QUIET_SECONDS:
            self._try(self._refine)
        return not outcome.waiting

    def _wait_for_place(self) -> None:
        while self._listener is None and not self._stopping.is_set():
            try:
                if self.claim():
                    return
            except Exception as error:  # noqa: BLE001 - the edge: another try may find its place
                self._note(worded(error))
            self._stopping.wait(_TAKE_OVER_SECONDS)

    def _answer(self, request: Request) -> str:
        if request.verb == "ping":
            return "camillo"
        if request.verb == "end":
            self.told_to_end.set()
            return "guest" if self._is_guest else "ending"
        self._used = time.monotonic()
        if request.verb == "file":
            return self._file(_FILE_PATIENCE).told()
        return self._answers.text(request)

    def _file(self, patience: float) -> Outcome:
        outcome = self._filer.run(patience)
        self._unrefined = self._unrefined or outcome.filed > 0
        if not outcome.passing:
            self._note(outcome.problem)
        return outcome

    def _refine(self) -> None:
        self._unrefined = self._answers.refine()

    def _try(self, work: Callable[[], None]) -> None:
        try:
            work()
        except Exception as error:  # noqa: BLE001 - the edge: what is filed and asked goes on
            self._unrefined = False
            self._note(worded(error))

    def _note(self, problem: str) -> None:
        """Log why something does not work, once until it works again."""
        if problem and problem != self._told:
            self._state.note("resident", problem)
        self._told = problem
