"""Claude Code: the server in ``.claude.json`` or ``.mcp.json``, the hooks in ``settings.json``.

Its hooks take a program with arguments (their exec form), so that no shell reads the line.
"""

from pathlib import Path

from camillo.app.install.host import Host
from camillo.app.install.launch import Around
from camillo.app.install.parts import JsonHooks, JsonServer, Part

#: Events with their time limits in seconds; that of the session's end is 1.5 unless set.
_EVENTS = {
    "SessionStart": 10,
    "UserPromptSubmit": 5,
    "Stop": 10,
    "SubagentStop": 10,
    "PreCompact": 10,
    "SessionEnd": 5,
}


def _folder(around: Around) -> Path:
    return Path(around.environ.get("CLAUDE_CONFIG_DIR") or around.home / ".claude")


def _user_file(around: Around) -> Path:
    named = around.environ.get("CLAUDE_CONFIG_DIR")
    return (Path(named) if named else around.home) / ".claude.json"


def _parts(around: Around, project: bool) -> tuple[Part, ...]:
    server = around.project / ".mcp.json" if project else _user_file(around)
    settings = (around.project / ".claude" if project else _folder(around)) / "settings.json"
    return (
        JsonServer(server, "mcpServers", {"type": "stdio"}),
        JsonHooks(settings, "claude-code", _EVENTS, shell=None),
    )


HOST = Host(
    "claude-code",
    "Claude Code",
    lambda around: (_folder(around), _user_file(around)),
    _parts,
    check="`/mcp` and `/hooks` in Claude Code list camillo",
)
