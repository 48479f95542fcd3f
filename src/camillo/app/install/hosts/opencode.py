"""opencode: the server under ``mcp`` in ``opencode.json`` or ``opencode.jsonc``."""

from pathlib import Path

from camillo.app.install.host import Host
from camillo.app.install.launch import Around
from camillo.app.install.parts import JsonServer, Part

_NAMES = ("opencode.json", "opencode.jsonc")


def _folder(around: Around) -> Path:
    return around.config() / "opencode"


def _parts(around: Around, project: bool) -> tuple[Part, ...]:
    folder = around.project if project else _folder(around)
    files = [folder / name for name in _NAMES]
    path = next((one for one in files if one.exists()), files[0])
    return (JsonServer(path, "mcp", {"type": "local", "enabled": True}, "command-list"),)


def _traces(around: Around) -> tuple[Path, ...]:
    data = Path(around.environ.get("XDG_DATA_HOME") or around.home / ".local" / "share")
    return (_folder(around), data / "opencode")


HOST = Host(
    "opencode",
    "opencode",
    _traces,
    _parts,
    check="`opencode mcp list` lists camillo",
    has_hooks=False,
)
