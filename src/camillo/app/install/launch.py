"""How a host starts Camillo: which program, written so that it works with no environment active."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Shell = Literal["posix", "cmd", "powershell"]

_UV_CACHE = re.compile(r"(archive|environments)-v[0-9]+")
_FROM_UVX = ("--from", "camillo[mcp]", "camillo")
#: The program in any of the ways it was ever written: by name, by path, by uvx, as a module.
_PROGRAM = r"(?:^|[\s\"'/\\])camillo(?:\.exe|\.surfaces\.cli\.main)?[\"']?"
_HOOK = re.compile(_PROGRAM + r"\s+hook\s+\S+\s+--host\s", re.I)
_SERVER = re.compile(_PROGRAM + r"\s+mcp(?:\s|$)", re.I)


@dataclass(frozen=True, slots=True)
class Around:
    """What an installer looks at: the home folder, the project's folder, environment and platform."""

    home: Path
    project: Path
    environ: Mapping[str, str]
    platform: str = sys.platform

    @classmethod
    def here(cls) -> "Around":
        """The machine as it is."""
        return cls(Path.home(), Path.cwd(), os.environ)

    def config(self) -> Path:
        """The folder of users' settings on Linux, and on any system for programs that use it there."""
        return Path(self.environ.get("XDG_CONFIG_HOME") or self.home / ".config")


@dataclass(frozen=True, slots=True)
class Launch:
    """How Camillo is started: a program, what stands before Camillo's own words, and a palace."""

    words: tuple[str, ...]
    palace: Path | None = None

    def server(self) -> tuple[str, ...]:
        """The command line of the MCP server."""
        return (*self.words, "mcp", *self._named())

    def hook(self, event: str, host: str) -> tuple[str, ...]:
        """The command line of a hook."""
        return (*self.words, "hook", event, "--host", host, *self._named())

    def _named(self) -> tuple[str, ...]:
        return () if self.palace is None else ("--palace", str(self.palace.absolute()))


def shell_of(platform: str) -> Shell:
    """What a host hands a hook's line to, if it knows one shell for each platform."""
    return "powershell" if platform == "win32" else "posix"


def program(*, shared: bool = False) -> tuple[str, ...]:
    """The words that start the Camillo that is running, by an absolute path that needs no activation.

    A link to it on the path goes before the file itself, since it stays through upgrades. One that
    was started by uvx lies in a cache that is emptied, so uvx starts it again. With ``shared``, for
    files that others get too, its bare name where the path leads to it.
    """
    if any(_UV_CACHE.fullmatch(part) for part in Path(sys.prefix).parts):
        uvx = shutil.which("uvx") or "uvx"
        return ("uvx" if shared else uvx, *_FROM_UVX)
    own = _script()
    if own is None:
        return (sys.executable, "-m", "camillo.surfaces.cli.main")
    linked = shutil.which("camillo")
    if linked and own.parent != Path(linked).parent and _same(own, Path(linked)):
        return ("camillo" if shared else str(Path(linked).absolute()),)
    return (str(own),)


def _script() -> Path | None:
    name = "camillo.exe" if sys.platform == "win32" else "camillo"
    script = Path(sys.executable).absolute().parent / name
    return script if script.is_file() else None


def _same(one: Path, other: Path) -> bool:
    try:
        return one.samefile(other)
    except OSError:
        return False


def quoted(words: Sequence[str], shell: Shell) -> str:
    r"""One command line for a host that hands it to a shell.

    >>> quoted(("/opt/my tools/camillo", "hook"), "posix")
    "'/opt/my tools/camillo' hook"
    >>> quoted(("C:\\My Tools\\camillo.exe", "hook"), "cmd")
    '"C:\\My Tools\\camillo.exe" hook'
    >>> quoted(("C:\\My Tools\\camillo.exe", "hook"), "powershell")
    "& 'C:\\My Tools\\camillo.exe' hook"
    """
    if shell == "posix":
        return shlex.join(words)
    if shell == "cmd":
        return subprocess.list2cmdline(words)
    plain = re.compile(r"[\w:\\/.~-]+")
    texts = [one if plain.fullmatch(one) else "'" + one.replace("'", "''") + "'" for one in words]
    return ("" if texts[0] == words[0] else "& ") + " ".join(texts)


def is_hook(command: str, arguments: Sequence[str] = ()) -> bool:
    """Whether a host's hook is one that Camillo wrote, wherever its program lay then.

    >>> is_hook("/old/bin/camillo", ("hook", "Stop", "--host", "codex"))
    True
    >>> is_hook("camillo mine ~/notes")
    False
    """
    return _HOOK.search(_line(command, arguments)) is not None


def is_server(command: str, arguments: Sequence[str] = ()) -> bool:
    """Whether a host's server entry starts Camillo's MCP server, wherever its program lies.

    >>> is_server("uvx", ("--from", "camillo[mcp]", "camillo", "mcp", "--owner", "kai"))
    True
    """
    return _SERVER.search(_line(command, arguments)) is not None


def own_arguments(words: Sequence[str]) -> tuple[str, ...]:
    """What a user added behind ``mcp`` in an entry; the palace is the installer's to name.

    >>> own_arguments(("/old/camillo", "mcp", "--palace", "x", "--owner", "kai"))
    ('--owner', 'kai')
    """
    found = list(words[words.index("mcp") + 1 :]) if "mcp" in words else []
    if "--palace" in found:
        at = found.index("--palace")
        del found[at : at + 2]
    return tuple(found)


def _line(command: str, arguments: Sequence[str]) -> str:
    return " ".join([command, *arguments]) + " "
