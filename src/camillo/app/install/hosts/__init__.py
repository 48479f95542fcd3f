"""The hosts that Camillo can be installed in, one file each."""

from collections.abc import Mapping

from camillo.app.install.host import Host
from camillo.app.install.hosts import claude_code, codex, cursor, gemini, opencode, vscode

HOSTS: Mapping[str, Host] = {
    one.HOST.name: one.HOST for one in (claude_code, codex, gemini, cursor, vscode, opencode)
}
