"""Connections that wait for no slow client for ever, and the server that looks after them and ends well."""

import logging
import os
import signal
import threading
import time
from types import FrameType
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

if TYPE_CHECKING:
    import asyncio

_LOG = logging.getLogger("camillo.http")
#: How long a request's head may take, and what is sent after an answer. A body has a time of its own.
_HEAD_SECONDS = 10.0
#: So much of an answer is taken in so many seconds, or the one who asked is gone.
_TAKEN_BYTES, _TAKEN_SECONDS = 16_384, 20.0
_MOST = 2_000
_LEAST = 64
#: File handles that palaces, their journals, models and logs need.
_OTHER_FILES = 512


def most_connections() -> int:
    """How many connections this process may have open, by the files it may have open."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows knows no such limit
        return _LEAST * 8
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if files == resource.RLIM_INFINITY:
        return _MOST
    return max(_LEAST, min(_MOST, files - _OTHER_FILES))


class Patient(H11Protocol):
    """A connection whose client must send its request, and take its answer, in a reasonable time.

    Where there are as many as there may be, a new one takes the place of the one that has waited longest
    without a request.
    """

    _since = 0.0
    _left, _taken = 0, 0.0

    def connection_made(self, transport: "asyncio.Transport") -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        self._since = time.monotonic()
        if self.limit_concurrency and len(self.connections) >= self.limit_concurrency - 1:
            self._make_room()
        super().connection_made(transport)

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        self._since = time.monotonic()
        super().on_response_complete()

    @property
    def waits(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def is_over(self, now: float) -> bool:
        """Whether the client has had all the time it gets; asked about once a second."""
        left = self.transport.get_write_buffer_size()
        if not left:
            self._left = 0
            return self.waits and now - self._since > _HEAD_SECONDS
        if not self._left or left > self._left or left <= self._left - _TAKEN_BYTES:
            # More is there to send only where what was there before has been taken.
            self._left, self._taken = left, now
        return now - self._taken > _TAKEN_SECONDS

    def end(self) -> None:
        """End it now, whatever was still to be sent."""
        self.connections.discard(self)
        self.transport.abort()

    def _make_room(self) -> None:
        waiting = [one for one in self.connections if isinstance(one, Patient) and one.waits]
        if waiting:
            min(waiting, key=lambda one: one._since).end()


class Server(uvicorn.Server):
    """Ends slow connections, and itself in order: ``ending`` is set, and ``notice`` seconds later nobody new
    is let in, so that whoever asks for readiness has seen it go before. What is under way is answered within
    the configuration's grace. Told a second time, the process ends at once, as by a kill.
    """

    def __init__(
        self, config: uvicorn.Config, ending: threading.Event, notice: float = 0.0
    ) -> None:
        super().__init__(config)
        self._ending, self._notice = ending, notice
        self._until = 0.0

    async def on_tick(self, counter: int) -> bool:
        """Whether it is time to end; called ten times a second."""
        ends = await super().on_tick(counter)
        if counter % 10 == 0:
            self._look()
        return ends and time.monotonic() >= self._until

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Take a signal to end."""
        if self._ending.is_set():
            # What was acknowledged is on disk; whoever insists does not wait for the rest.
            os._exit(128 + sig)
        self._ending.set()
        if sig == signal.SIGTERM:
            self._until = time.monotonic() + self._notice
        self.should_exit = True

    def _look(self) -> None:
        now = time.monotonic()
        found: list[Any] = [
            one for one in self.server_state.connections if isinstance(one, Patient)
        ]
        over = [one for one in found if one.is_over(now)]
        for one in over:
            one.end()
        if over:
            _LOG.warning("ended slow connections", extra={"told": {"connections": len(over)}})


def configured(app: Any, **how: Any) -> uvicorn.Config:
    """A server's configuration, as every server here has it."""
    return uvicorn.Config(
        app,
        http=Patient,
        ws="none",
        log_config=None,
        access_log=False,
        server_header=False,
        limit_concurrency=most_connections(),
        **how,
    )
