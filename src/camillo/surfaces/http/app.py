"""The application: routes under ``/api/palace`` and what else is mounted, behind the door."""

import threading
from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from importlib import import_module
from threading import BoundedSemaphore
from typing import TYPE_CHECKING

from fastapi import Depends, FastAPI, Security
from fastapi.security import HTTPBearer

from camillo import __version__
from camillo.surfaces.http import problems
from camillo.surfaces.http.asking import only_known
from camillo.surfaces.http.describing import describe
from camillo.surfaces.http.door import Door
from camillo.surfaces.http.metrics import Metrics
from camillo.surfaces.http.page.front import Front
from camillo.surfaces.http.page.live import Live
from camillo.surfaces.http.page.sessions import Sessions
from camillo.surfaces.http.paging import Cursors
from camillo.surfaces.http.repeating import Repeating
from camillo.surfaces.http.tags import Tags
from camillo.surfaces.http.watch import PREFIX, Watch

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from camillo.app.serving.serving import Serving

#: Modules of ``routes``, each with a ``router`` over the caller's own palace.
RESOURCES = (
    "search",
    "wings",
    "memories",
    "kg",
    "notes",
    "watchlist",
    "wake_up",
    "diaries",
    "episodes",
    "events",
    "archive",
    "upkeep",
    "keys",
    "shares",
    "erasing",
    "ui_search",
    "ui_palace",
    "ui_reading",
    "ui_status",
    "ui_timeline",
    "ui_graph",
    "ui_review",
)
_ABOUT = """Memory palaces of many users. Whose palace a request is about is told by its token or key
alone: no route, parameter or body names a user. Writes take an `Idempotency-Key`; what is read has an `ETag`.
Errors are `application/problem+json`."""


@dataclass(frozen=True, slots=True)
class Mounted:
    """An application of another surface, and what must run as long as it answers."""

    app: "ASGIApp"
    running: AbstractAsyncContextManager[None]


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
    app = _routes(serving, metrics, mounted)
    app.state.ending = ending
    inner: ASGIApp = Repeating(Tags(app), serving.repeats, serving.settings.body_limit)
    inside = Live(Door(_Switch(inner, mounted), serving), serving, ending)
    return Watch(Front(inside, serving, sessions or Sessions()), metrics)


def _routes(serving: "Serving", metrics: Metrics, mounted: "Mapping[str, Mounted]") -> FastAPI:
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        import anyio.to_thread

        anyio.to_thread.current_default_thread_limiter().total_tokens = serving.settings.threads
        try:
            async with AsyncExitStack() as stack:
                for one in mounted.values():
                    await stack.enter_async_context(one.running)
                yield
        finally:
            await anyio.to_thread.run_sync(serving.close)

    app = FastAPI(
        title="Camillo",
        version=__version__,
        description=_ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        # Its own telemetry has paths and the words of errors in it.
        telemetry={
            "tracing": False,
            "metrics": False,
            "logs": False,
            "operation_spans": False,
            "auto_configure": False,
        },
    )
    app.state.serving, app.state.metrics = serving, metrics
    app.state.archives = BoundedSemaphore(max(1, serving.settings.threads // 4))
    app.state.cursors = Cursors(serving.store.secret())
    problems.install(app)
    token = HTTPBearer(auto_error=False, description="an issuer's JWT, or a key")
    for name in RESOURCES:
        app.include_router(
            import_module(f"camillo.surfaces.http.routes.{name}").router,
            prefix=PREFIX,
            dependencies=[Depends(only_known), Security(token)],
            responses=problems.RESPONSES,
        )
    app.include_router(import_module("camillo.surfaces.http.routes.system").router)
    describe(app)
    return app


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
