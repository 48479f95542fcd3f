"""Gemini CLI: the server and the hooks in ``settings.json``; its time limits are in milliseconds."""

from pathlib import Path

from camillo.app.install.host import Host
from camillo.app.install.launch import Around, shell_of
from camillo.app.install.parts import JsonHooks, JsonServer, Part

_EVENTS = {
    "SessionStart": 10_000,
    "BeforeAgent": 5_000,
    "AfterAgent": 10_000,
    "PreCompress": 10_000,
    "SessionEnd": 5_000,
}


def _folder(around: Around) -> Path:
    return Path(around.environ.get("GEMINI_CLI_HOME") or around.home) / ".gemini"


def _parts(around: Around, project: bool) -> tuple[Part, ...]:
    settings = (around.project / ".gemini" if project else _folder(around)) / "settings.json"
    return (
        JsonServer(settings, "mcpServers", {}),
        JsonHooks(settings, "gemini", _EVENTS, shell_of(around.platform)),
    )


HOST = Host(
    "gemini",
    "Gemini CLI",
    lambda around: (_folder(around),),
    _parts,
    check="`/mcp list` and `/hooks panel` in Gemini CLI list camillo",
)
