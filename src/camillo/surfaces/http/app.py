"""The application: the routes and what else is mounted, behind the door."""

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from camillo.surfaces.http.api import Running, api, paths
from camillo.surfaces.http.door import Door
from camillo.surfaces.http.lingering import Lingering
from camillo.surfaces.http.metrics import Metrics
from camillo.surfaces.http.page import live
from camillo.surfaces.http.page.front import Front
from camillo.surfaces.http.page.live import Live
from camillo.surfaces.http.page.sessions import Sessions
from camillo.surfaces.http.paths import Paths
from camillo.surfaces.http.repeating import Repeating
from camillo.surfaces.http.tags import Tags
from camillo.surfaces.http.watch import Watch

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from camillo.app.serving.serving import Serving


@dataclass(frozen=True, slots=True)
class Mounted:
    """An application of another surface that takes POST alone, and what must run as long as it answers."""

    app: "ASGIApp"
    running: Running


def create(
    serving: "Serving",
    mounted: "Mapping[str, Mounted] | None" = None,
    sessions: Sessions | None = None,
    ending: threading.Event | None = None,
) -> "ASGIApp":
    """The application over a server's parts, which it closes when it ends.

    ``mounted`` are further applications by their exact path. They find the verified caller in
    ``scope["caller"]``. ``sessions`` are of those who look at the page; else there are none yet.
    ``ending`` is set when the server is about to end.
    """
    mounted, ending = mounted or {}, ending or threading.Event()
    metrics = Metrics()
    app = api(serving, metrics, ending, [one.running for one in mounted.values()])
    inner: ASGIApp = Repeating(Tags(app), serving.repeats, serving.settings.body_limit)
    inside = Live(Door(_Switch(inner, mounted), serving), serving, ending)
    known = Paths(inside, _all_paths(mounted))
    return Watch(Lingering(Front(known, serving, sessions or Sessions())), metrics)


def _all_paths(mounted: "Mapping[str, Mounted]") -> Iterator[tuple[str, set[str]]]:
    yield from paths()
    yield live.PATH, {"GET"}
    for path in mounted:
        yield path, {"POST"}


class _Switch:
    """Sends a request to what is mounted at its very path, else to the routes."""

    def __init__(self, app: "ASGIApp", mounted: "Mapping[str, Mounted]") -> None:
        self._app, self._mounted = app, mounted

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        one = self._mounted.get(scope.get("path", "")) if scope["type"] == "http" else None
        if one is None:
            await self._app(scope, receive, send)
            return
        scope["mounted"] = scope["path"]
        await one.app(scope, receive, send)
