"""Codex: the server in ``config.toml``, the hooks in ``hooks.json`` beside it.

A hook is trusted by its definition, so its command line must not change without need.
"""

from pathlib import Path

from camillo.app.install.host import Host
from camillo.app.install.launch import Around, Shell
from camillo.app.install.parts import JsonHooks, Part, TomlServer

#: Events with their time limits in seconds; at an interruption and the end of a session 3 at most.
_EVENTS = {
    "SessionStart": 10,
    "UserPromptSubmit": 5,
    "Stop": 10,
    "Interrupt": 3,
    "PreCompact": 10,
    "SessionEnd": 3,
}


def _folder(around: Around) -> Path:
    return Path(around.environ.get("CODEX_HOME") or around.home / ".codex")


def _parts(around: Around, project: bool) -> tuple[Part, ...]:
    folder = around.project / ".codex" if project else _folder(around)
    shell: Shell = "cmd" if around.platform == "win32" else "posix"
    return (
        TomlServer(folder / "config.toml", "mcp_servers"),
        JsonHooks(folder / "hooks.json", "codex", _EVENTS, shell),
    )


HOST = Host(
    "codex",
    "Codex",
    lambda around: (_folder(around),),
    _parts,
    check="`/mcp` in Codex lists camillo",
    besides=(
        "Codex runs no hook before you trust it: open `/hooks` there once, and again whenever"
        " their command line changes.",
    ),
)
