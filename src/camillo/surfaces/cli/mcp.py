"""``camillo mcp``: serve the palace to agents.

JSON: stdin and stdout carry JSON-RPC messages of the Model Context Protocol, one a line, with or
without ``--json``.
"""

from pathlib import Path

from camillo.domain.errors import InvalidInput
from camillo.domain.missing import unloadable
from camillo.surfaces.cli.opening import effective
from camillo.surfaces.cli.options import Parser


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--owner",
        metavar="NAME",
        default="",
        help="whose palace it is; else the user of this machine",
    )
    parser.add_argument(
        "--profile",
        choices=("full", "mempalace"),
        help="full: also offer note_links and note_watch; mempalace: also MemPalace's tool names, with its arguments",
    )


def command(*, owner: str, profile: str | None, palace: Path | None, as_json: bool) -> int:
    """Serve the palace to an agent over stdin and stdout, by the Model Context Protocol.

    The server keeps one owner's palace: a caller that names another user is refused. It needs the
    extra: `pip install 'camillo[mcp]'`.
    """
    settings = effective(palace)
    try:
        from camillo.surfaces.mcp.server import serve
    except ImportError as error:
        needed = "the library of the Model Context Protocol"
        raise InvalidInput(*unloadable(error, needed, ["mcp", "mcp_types"], "mcp")) from error
    serve(settings, owner or _user(), profile)
    return 0


def _user() -> str:
    import getpass

    try:
        return getpass.getuser()
    except (KeyError, OSError) as error:
        raise InvalidInput(
            "this machine does not say who its user is", "name the owner with --owner"
        ) from error
