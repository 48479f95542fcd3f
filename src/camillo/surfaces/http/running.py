"""Running the application: one process, ended gracefully by SIGTERM or Ctrl-C."""

from typing import TYPE_CHECKING

import uvicorn

from camillo.surfaces.http.app import create

if TYPE_CHECKING:
    from camillo.app.serving.serving import Serving


def run(serving: "Serving") -> None:
    """Serve until told to end; requests under way are answered first, within the settings' grace."""
    settings = serving.settings
    config = uvicorn.Config(
        create(serving),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=settings.grace,
    )
    try:
        uvicorn.Server(config).run()
    finally:
        serving.close()
