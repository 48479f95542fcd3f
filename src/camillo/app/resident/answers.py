"""The palace a resident answers from, and what its sessions were given already."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from camillo.app.resident.wire import Request

if TYPE_CHECKING:
    from camillo.app.palace import Palace
    from camillo.app.settings import Settings

#: Lends a palace to one caller at a time.
Lend = Callable[[], AbstractContextManager["Palace"]]
_SESSIONS = 256
#: Drawers refined while the palace is lent: a question that comes meanwhile waits half a second.
_REFINED_AT_ONCE = 32


class Answers:
    """Texts for hooks from one palace; nothing is opened before the first question."""

    def __init__(self, settings: "Settings", lend: Lend | None = None) -> None:
        self._settings = settings
        self._lend = lend or self._own
        self._lock = threading.Lock()
        self._palace: Palace | None = None
        self._remembering = threading.Lock()
        self._given: OrderedDict[str, set[str]] = OrderedDict()

    def text(self, request: Request) -> str:
        """What to inject; nothing where there is no palace yet.

        A session is not given the same memory twice, until it starts again or is compacted.
        """
        if not self._settings.palace.exists():
            return ""
        from camillo.app.resident import context

        with self._lend() as palace:
            return context.answer(palace, request, self._given_to(request))

    def warm(self) -> None:
        """Load what answering takes, so that the first question need not wait for it."""
        if self._settings.palace.exists():
            with self._lend() as palace:
                palace.warm()

    def refine(self) -> bool:
        """Give a few drawers their transformer vectors; whether more wait for that.

        Links, gists and contexts follow, also where the settings leave the vectors to somebody else.
        """
        if not self._settings.palace.exists():
            return False
        with self._lend() as palace:
            if not self._settings.refine:
                palace.derive()
                return False
            report = palace.refine(limit=_REFINED_AT_ONCE)
        if report.pending:
            return report.refined > 0
        return report.linked > 0

    def close(self) -> None:
        """Release the palace if it is this one's own; safe to call twice."""
        with self._lock:
            if self._palace is not None:
                self._palace.close()
                self._palace = None

    def _given_to(self, request: Request) -> set[str]:
        if not request.session:
            return set()
        with self._remembering:
            if request.verb == "start":
                self._given.pop(request.session, None)
            given = self._given.setdefault(request.session, set())
            self._given.move_to_end(request.session)
            if len(self._given) > _SESSIONS:
                self._given.popitem(last=False)
        return given

    @contextmanager
    def _own(self) -> "Iterator[Palace]":
        with self._lock:
            if self._palace is None:
                from camillo.app.palace import Palace

                self._palace = Palace.open(self._settings.palace, settings=self._settings)
            yield self._palace
