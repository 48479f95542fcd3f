"""Cursor: the server in ``mcp.json``, the hooks in ``hooks.json`` of version 1."""

from pathlib import Path

from camillo.app.install.host import Host
from camillo.app.install.launch import Around, shell_of
from camillo.app.install.parts import JsonHooks, JsonServer, Part

_EVENTS = {
    "sessionStart": 10,
    "beforeSubmitPrompt": 5,
    "afterAgentResponse": 5,
    "stop": 10,
    "preCompact": 10,
    "sessionEnd": 5,
}


def _folder(around: Around, project: bool) -> Path:
    return (around.project if project else around.home) / ".cursor"


def _parts(around: Around, project: bool) -> tuple[Part, ...]:
    folder = _folder(around, project)
    return (
        JsonServer(folder / "mcp.json", "mcpServers", {}),
        JsonHooks(
            folder / "hooks.json",
            "cursor",
            _EVENTS,
            shell_of(around.platform),
            grouped=False,
            head={"version": 1},
        ),
    )


HOST = Host(
    "cursor",
    "Cursor",
    lambda around: (_folder(around, False),),
    _parts,
    check="Cursor's settings list camillo under MCP and under Hooks",
)
