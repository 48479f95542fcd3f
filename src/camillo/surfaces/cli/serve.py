"""``camillo serve``: palaces of many users over HTTP.

JSON: with ``--json``, logs are what they always are: one JSON object a line on stderr.
"""

from pathlib import Path

from camillo.domain.errors import InvalidInput
from camillo.domain.missing import unloadable
from camillo.surfaces.cli import options
from camillo.surfaces.cli.opening import effective
from camillo.surfaces.cli.options import Parser

_PACKAGES = ("argon2", "fastapi", "jwt", "mcp", "mcp_types", "opentelemetry", "uvicorn")


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--config", metavar="FILE", type=options.path, help="a TOML file with the server's settings"
    )
    parser.add_argument("--host", metavar="ADDRESS", help="where to listen; else 127.0.0.1")
    parser.add_argument("--port", metavar="N", help="the port; else 8420")
    parser.add_argument(
        "--data", metavar="DIR", type=options.path, help="the folder of palaces, keys and audit log"
    )
    parser.add_argument("--database", metavar="URL", help="a PostgreSQL address instead of files")
    parser.add_argument(
        "--token-file",
        metavar="FILE",
        type=options.path,
        help="a single user's token, made if there is none",
    )


def command(
    *,
    config: Path | None,
    host: str | None,
    port: str | None,
    data: Path | None,
    database: str | None,
    token_file: Path | None,
    palace: Path | None,
    as_json: bool,
) -> int:
    """Serve palaces over HTTP: REST under /api/palace, the Model Context Protocol under /mcp.

    Who calls is told by a verified token or key alone. It needs the extra: `pip install 'camillo[server]'`.
    """
    if palace is not None:
        raise InvalidInput("a server has a palace for each user", "name a folder with --data")
    try:
        from camillo.surfaces.http.app import Mounted
        from camillo.surfaces.http.running import run
        from camillo.surfaces.mcp.streaming import Streaming
    except ImportError as error:
        raise InvalidInput(
            *unloadable(error, "what the server needs", _PACKAGES, "server")
        ) from error
    from camillo.app.serving import serving, settings

    told = settings.load(
        config, host=host, port=port, data=data, database=database, token_file=token_file
    )
    own = effective()
    served = serving.open_serving(told, own)
    streaming = Streaming(own, served.palaces.lease, served.noted, served.through, told.body_limit)
    run(served, {"/mcp": Mounted(streaming, streaming.running())})
    return 0
