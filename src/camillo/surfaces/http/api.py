"""The routes: those over the caller's own palace, under ``/api/palace``, and those that tell of the server."""

from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from functools import cache
from importlib import import_module
from threading import BoundedSemaphore, Event
from typing import TYPE_CHECKING

from fastapi import APIRouter, Depends, FastAPI, Security
from fastapi.routing import APIRoute
from fastapi.security import HTTPBearer

from camillo import __version__
from camillo.surfaces.http import problems
from camillo.surfaces.http.asking import only_known
from camillo.surfaces.http.describing import describe
from camillo.surfaces.http.metrics import Metrics
from camillo.surfaces.http.paging import Cursors
from camillo.surfaces.http.wording import PREFIX

if TYPE_CHECKING:
    from fastapi.telemetry import TelemetryConfig
    from starlette.routing import BaseRoute

    from camillo.app.serving.serving import Serving

Running = AbstractAsyncContextManager[None]

#: Modules of ``routes``, each with a ``router`` over the caller's own palace.
RESOURCES = (
    "search",
    "wings",
    "memories",
    "kg",
    # Before notes: `notes/map` is no note.
    "note_links",
    "notes",
    "note_versions",
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
OPENAPI = "/openapi.json"
_ABOUT = """Memory palaces of many users. Whose palace a request is about is told by its token or key
alone: no route, parameter or body names a user. Writes take an `Idempotency-Key`; what is read has an `ETag`.
Errors are `application/problem+json`."""
#: FastAPI's own telemetry has paths and the words of errors in it.
_SILENT: "TelemetryConfig" = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "operation_spans": False,
    "auto_configure": False,
}


def api(
    serving: "Serving",
    metrics: Metrics,
    ending: Event | None = None,
    running: Sequence[Running] = (),
) -> FastAPI:
    """The application of all routes. ``running`` runs as long as it does; ``ending``: it is about to end."""
    app = FastAPI(
        title="Camillo",
        version=__version__,
        description=_ABOUT,
        lifespan=_lifespan(serving, running),
        openapi_url=OPENAPI,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        telemetry=_SILENT,
        routes=[*_routes()],
    )
    app.state.serving, app.state.metrics, app.state.ending = serving, metrics, ending or Event()
    app.state.archives = BoundedSemaphore(max(1, serving.settings.threads // 4))
    app.state.cursors = Cursors(serving.store.secret())
    problems.install(app)
    describe(app)
    return app


def paths() -> Iterator[tuple[str, set[str]]]:
    """The pattern of each route and what methods it takes."""
    yield OPENAPI, {"GET", "HEAD"}
    for prefix, routers in ((PREFIX, _resources()), ("", [_system()])):
        for router in routers:
            for route in router.routes:
                if isinstance(route, APIRoute):
                    methods = set(route.methods or ())
                    yield prefix + route.path, methods | ({"HEAD"} if "GET" in methods else set())


@cache
def _routes() -> "tuple[BaseRoute, ...]":
    """All routes; what each asks for is worked out once in a process, not for each application."""
    whole = APIRouter()
    token = HTTPBearer(auto_error=False, description="an issuer's JWT, or a key")
    for router in _resources():
        whole.include_router(
            router,
            prefix=PREFIX,
            dependencies=[Depends(only_known), Security(token)],
            responses=problems.RESPONSES,
            generate_unique_id_function=_name,
        )
    whole.include_router(_system())
    return tuple(whole.routes)


def _name(route: APIRoute) -> str:
    """What generated clients call a route: the name of its function; those of the page are told apart."""
    return f"ui_{route.name}" if "/ui/" in route.path else route.name


def _resources() -> list[APIRouter]:
    found = (import_module(f"camillo.surfaces.http.routes.{name}") for name in RESOURCES)
    return [module.router for module in found]


def _system() -> APIRouter:
    router: APIRouter = import_module("camillo.surfaces.http.routes.system").router
    return router


def _lifespan(
    serving: "Serving", running: Sequence[Running]
) -> Callable[[FastAPI], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        import anyio.to_thread

        anyio.to_thread.current_default_thread_limiter().total_tokens = serving.settings.threads
        try:
            async with AsyncExitStack() as stack:
                for one in running:
                    await stack.enter_async_context(one)
                yield
        finally:
            await anyio.to_thread.run_sync(serving.close)

    return lifespan
