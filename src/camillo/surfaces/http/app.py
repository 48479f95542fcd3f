"""The application: routes under ``/api/palace``, behind the door."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from typing import TYPE_CHECKING

from fastapi import Depends, FastAPI

from camillo import __version__
from camillo.surfaces.http import problems
from camillo.surfaces.http.asking import only_known
from camillo.surfaces.http.door import Door

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from camillo.app.serving.serving import Serving

#: Modules of ``routes``, each with a ``router``.
RESOURCES = ("search", "wings", "memories")
PREFIX = "/api/palace"


def create(serving: "Serving") -> "ASGIApp":
    """The application over a server's parts; closing them is the caller's."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        import anyio.to_thread

        anyio.to_thread.current_default_thread_limiter().total_tokens = serving.settings.threads
        yield

    app = FastAPI(title="Camillo", version=__version__, lifespan=lifespan, redoc_url=None)
    app.state.serving = serving
    problems.install(app)
    for name in RESOURCES:
        app.include_router(
            import_module(f"camillo.surfaces.http.routes.{name}").router,
            prefix=PREFIX,
            dependencies=[Depends(only_known)],
            responses=problems.RESPONSES,
        )
    return Door(app, serving)
