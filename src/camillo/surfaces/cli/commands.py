"""The table of commands. Only the module of the command in hand is imported.

Each module has ``arguments(parser)``, which declares its options, and ``command(**options)``,
which does the work and returns an exit code; its docstring is the command's help.
"""

import inspect
from importlib import import_module
from typing import Any

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli.options import Parser, common

#: Commands in the order in which help lists them; each is a module of this package.
NAMES = (
    "init",
    "mine",
    "watch",
    "add",
    "remember",
    "event",
    "search",
    "get",
    "diary",
    "fact",
    "entity",
    "links",
    "tunnels",
    "note",
    "vault",
    "trace",
    "episodes",
    "gist",
    "compress",
    "reflect",
    "tend",
    "wake-up",
    "status",
    "refine",
    "duplicates",
    "wings",
    "rooms",
    "move",
    "forget",
    "prune",
    "retention",
    "doctor",
    "export",
    "import",
    "unseal",
    "backup",
    "restore",
    "encrypt",
    "rekey",
    "decrypt",
    "erase",
    "owners",
    "config",
    "hook",
    "mcp",
    "serve",
    "ui",
    "migrate-database",
    "migrate-store",
    "install",
)
_TOP = """\
usage: camillo COMMAND ...

Camillo keeps every word of your conversations and projects, and finds it again.
Start with `camillo init`, or `camillo mine FOLDER`, then `camillo search "a question"`.

commands:
{commands}

Each command has its own --help; `camillo --version` tells the version.
"""


def module(name: str) -> Any:
    """The module of a command."""
    # `import` is a word of Python's own.
    known = f"{name}_" if name == "import" else name.replace("-", "_")
    return import_module(f"camillo.surfaces.cli.{known}")


def parser(name: str) -> Parser:
    """The parser of a command, with its options declared."""
    found = module(name)
    made = Parser(name, inspect.cleandoc(found.command.__doc__))
    found.arguments(made)
    common(made)
    return made


def run(name: str, arguments: list[str]) -> int:
    """Run one command and return its exit code.

    Raises:
        InvalidInput: there is no such command, or its arguments are wrong.
    """
    if name not in NAMES:
        raise _unknown(name)
    given = parser(name).read(arguments)
    code: int = module(name).command(**given)
    return code


def overview() -> str:
    """The help of ``camillo`` itself."""
    firsts = {name: module(name).command.__doc__.partition("\n")[0] for name in NAMES}
    return _TOP.format(commands="\n".join(f"  {name:16} {told}" for name, told in firsts.items()))


def _unknown(name: str) -> InvalidInput:
    import difflib

    close = difflib.get_close_matches(name, NAMES, 1)
    hint = f"did you mean `camillo {close[0]}`?" if close else "see `camillo --help`"
    return InvalidInput(f"there is no command {name!r}", hint)
