"""Running the page for the person at this machine."""

import socket as sockets
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from camillo.domain.errors import InvalidInput
from camillo.surfaces.http.app import create
from camillo.surfaces.http.connections import Server, configured
from camillo.surfaces.http.page.sessions import Sessions
from camillo.surfaces.http.problems import Refused
from camillo.surfaces.http.replies import answer, header

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from camillo.app.serving.serving import Serving

_HOST = "127.0.0.1"


def listening(port: int) -> sockets.socket:
    """A socket at this machine's own address; port 0 takes a free one.

    Raises:
        InvalidInput: the port is taken or not to be had.
    """
    made = sockets.socket(sockets.AF_INET, sockets.SOCK_STREAM)
    try:
        made.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
        made.bind((_HOST, port))
    except OSError as error:
        made.close()
        raise InvalidInput(
            f"port {port} cannot be used: {error.strerror}", "name another one with --port"
        ) from error
    return made


def run(
    serving: "Serving",
    credential: str,
    socket: sockets.socket,
    opened: Callable[[str, str], None],
) -> None:
    """Serve the page until told to end; ``opened`` gets its address, and that which lets a browser in."""
    sessions, ending = Sessions(), threading.Event()
    address = f"http://{_HOST}:{socket.getsockname()[1]}/"
    app = OwnName(create(serving, sessions=sessions, ending=ending), address)
    server = _Server(configured(app, timeout_graceful_shutdown=1), ending)
    server.ready = lambda: opened(address, f"{address}#key={sessions.invite(credential)}")
    server.run(sockets=[socket])


class _Server(Server):
    """Tells when it can be asked."""

    ready: Callable[[], None]

    async def startup(self, sockets: "list[sockets.socket] | None" = None) -> None:
        """Start, then say so."""
        await super().startup(sockets=sockets)
        if self.started:
            self.ready()


class OwnName:
    """Answers under its own name alone, so that no other site's name can be pointed at it."""

    def __init__(self, app: "ASGIApp", address: str) -> None:
        port = address.rstrip("/").rpartition(":")[2]
        self._app = app
        self._names = {f"127.0.0.1:{port}".encode(), f"localhost:{port}".encode()}

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer one request."""
        if scope["type"] == "http" and header(scope, b"host") not in self._names:
            await answer(
                scope, send, Refused(421, "this server has another name", "use its address")
            )
            return
        await self._app(scope, receive, send)
