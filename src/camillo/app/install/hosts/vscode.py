"""VS Code: the server under ``servers`` in the user's or the workspace's ``mcp.json``."""

from pathlib import Path

from camillo.app.install.host import Host
from camillo.app.install.launch import Around
from camillo.app.install.parts import JsonServer, Part

_EDITIONS = ("Code", "Code - Insiders", "VSCodium")


def _users(around: Around) -> tuple[Path, ...]:
    """Where each edition keeps its user's files."""
    if around.platform == "darwin":
        base = around.home / "Library" / "Application Support"
    elif around.platform == "win32":
        base = Path(around.environ.get("APPDATA") or around.home / "AppData" / "Roaming")
    else:
        base = around.config()
    return tuple(base / edition / "User" for edition in _EDITIONS)


def _parts(around: Around, project: bool) -> tuple[Part, ...]:
    if project:
        folder = around.project / ".vscode"
    else:
        users = _users(around)
        folder = next((one for one in users if one.exists()), users[0])
    return (JsonServer(folder / "mcp.json", "servers", {"type": "stdio"}),)


HOST = Host(
    "vscode",
    "VS Code",
    _users,
    _parts,
    check="`MCP: List Servers` in VS Code lists camillo",
    has_hooks=False,
)
