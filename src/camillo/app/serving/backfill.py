"""Vectors of what was just stored: filled in by one thread, a little at a time, once its owner is quiet."""

import logging
import threading
import time
from collections import OrderedDict

from camillo.app.serving import faults
from camillo.app.serving.palaces import Palaces
from camillo.domain.errors import CamilloError, NotFound, PalaceBusy
from camillo.domain.owner import Owner

_LOG = logging.getLogger("camillo.serving")
_DRAWERS = 64
_QUIET_SECONDS = 2.0
_AGAIN_SECONDS = 30.0
_END_SECONDS = 10.0


class Backfill:
    """Refines the palaces that were written to. What is not done when the server ends waits for the next write."""

    def __init__(
        self, palaces: Palaces, quiet: float = _QUIET_SECONDS, again: float = _AGAIN_SECONDS
    ) -> None:
        self._palaces, self._quiet, self._again = palaces, quiet, again
        self._changed = threading.Condition()
        self._waiting: OrderedDict[Owner, float] = OrderedDict()
        self._ending = False
        self._thread: threading.Thread | None = None

    def soon(self, owner: Owner) -> None:
        """The owner wrote something just now; the thread starts with the first one who does."""
        with self._changed:
            if self._ending:
                return
            self._waiting[owner] = time.monotonic() + self._quiet
            self._waiting.move_to_end(owner)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, daemon=True)
                self._thread.start()
            self._changed.notify()

    def _later(self, owner: Owner) -> None:
        """Try again, unless the owner writes before."""
        with self._changed:
            self._waiting.setdefault(owner, time.monotonic() + self._again)

    def close(self) -> None:
        """End after what is being refined; safe to call twice."""
        with self._changed:
            self._ending = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(_END_SECONDS)

    def _work(self) -> None:
        while (owner := self._next()) is not None:
            try:
                with self._palaces.lease(owner, create=False) as palace:
                    report = palace.refine(limit=_DRAWERS)
            except NotFound:
                # It was deleted meanwhile, and is not begun anew for this.
                continue
            except CamilloError as error:
                # Whose text it was is nobody's to read in a log; the kind tells what to look for.
                _LOG.warning("vectors wait: %s", type(error).__name__)
                if isinstance(error, PalaceBusy):
                    self._later(owner)
                continue
            except Exception as error:  # noqa: BLE001 - whatever is wrong with one palace, others have their turn
                _LOG.error("vectors wait", extra={"told": faults.told(error)})
                continue
            if report.refined and report.pending:
                self.soon(owner)

    def _next(self) -> Owner | None:
        """The next owner who has been quiet; None when it is to end."""
        with self._changed:
            while not self._ending:
                if not self._waiting:
                    self._changed.wait()
                    continue
                owner, due = min(self._waiting.items(), key=lambda each: each[1])
                left = due - time.monotonic()
                if left <= 0:
                    del self._waiting[owner]
                    return owner
                self._changed.wait(left)
        return None
