"""Running the application: one process, ended gracefully by SIGTERM or Ctrl-C."""

import asyncio
import json
import logging
import sys
import threading
import time
from typing import TYPE_CHECKING

from camillo.surfaces.http.app import create
from camillo.surfaces.http.connections import Server, configured

if TYPE_CHECKING:
    from collections.abc import Mapping

    from camillo.app.serving.serving import Serving
    from camillo.surfaces.http.app import Mounted


def run(serving: "Serving", mounted: "Mapping[str, Mounted] | None" = None) -> None:
    """Serve until told to end; requests under way are answered first, within the settings' grace."""
    settings = serving.settings
    ending = threading.Event()
    _log()
    config = configured(
        create(serving, mounted, ending=ending),
        host=settings.host,
        port=settings.port,
        timeout_graceful_shutdown=settings.grace,
    )
    Server(config, ending, settings.notice).run()


class JsonLines(logging.Formatter):
    """One JSON object a line. Of an exception the kind and no more: its message may quote a text."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a record.

        >>> record = logging.LogRecord("camillo", logging.INFO, "", 1, "hello %s", ("Kai",), None)
        >>> json.loads(JsonLines().format(record))["what"]
        'hello Kai'
        """
        at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        told: dict[str, object] = {
            "at": f"{at}.{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "what": record.getMessage(),
            **getattr(record, "told", {}),
        }
        if record.exc_info and record.exc_info[0]:
            told["error"] = record.exc_info[0].__name__
        return json.dumps(told)


def _is_news(record: logging.LogRecord) -> bool:
    """Whether nobody else has told it: requests that the end of the server cuts off are told as such."""
    return not (record.exc_info and isinstance(record.exc_info[1], asyncio.CancelledError))


def _log() -> None:
    """Logs go to stderr; libraries tell warnings alone."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(_is_news)
    logging.basicConfig(level="WARNING", handlers=[handler], force=True)
    for name in ("camillo.http", "uvicorn.error"):
        logging.getLogger(name).setLevel("INFO")
