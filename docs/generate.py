"""Writes docs/reference/cli.md and docs/reference/settings.md from the code.

Run it with ``python docs/generate.py``; a test says when the pages are out of date.
"""

import inspect
from argparse import Action
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from importlib import import_module
from pathlib import Path
from typing import Any, get_type_hints

from camillo.app.mining.hosts import Host
from camillo.app.notes.importing import Imported
from camillo.app.notes.linked import Linked
from camillo.app.notes.overview import Hub, Overview
from camillo.app.serving.settings import ServerSettings
from camillo.app.settings import Settings
from camillo.app.vault import plan
from camillo.app.vault.report import Conflict, SyncReport
from camillo.app.watchlist.watchlist import Watched
from camillo.domain.diary import Diary, Entry
from camillo.domain.event import Taken
from camillo.domain.fact import Contradiction, Fact, Predicate, Stated
from camillo.domain.link import Beside, Chain, Hallway, Spot, Step, Tie, Tunnel
from camillo.domain.note import Backlink, Broken, Note, NoteVersion
from camillo.domain.place import Place
from camillo.domain.repeated import Repeat, Repeated
from camillo.domain.report import MineReport, Problem, Receipt
from camillo.domain.search import Found, Hit, Memory, Superseded, TurnRef
from camillo.domain.shorthand import Brief, Shorthand
from camillo.domain.wakeup import WakeUp
from camillo.ingest.refine import RefineReport
from camillo.surfaces.cli import codes, commands

FOLDER = Path(__file__).parent / "reference"
OBJECTS = (
    Found, Hit, Memory, TurnRef, WakeUp, Receipt, MineReport, RefineReport, Problem, Place, Host, Entry, Diary,
    Fact, Stated, Contradiction, Predicate, Superseded, Tie, Chain, Step, Tunnel, Spot, Hallway, Beside,
    Taken, Repeated, Repeat,
    Shorthand, Brief, SyncReport, Conflict, plan.Action, Imported,
    Note, NoteVersion, Linked, Backlink, Overview, Hub, Broken, Watched,
)  # fmt: skip
#: How types are written for readers of JSON, replaced in this order.
_WORDS = (
    ("camillo.domain.search.", ""),
    ("camillo.domain.report.", ""),
    ("camillo.app.vault.report.", ""),
    ("camillo.app.vault.plan.", ""),
    ("camillo.app.notes.importing.", ""),
    ("camillo.domain.moment.Moment", "text"),
    ("camillo.domain.fact.", ""),
    ("camillo.domain.note.", ""),
    ("camillo.app.notes.overview.", ""),
    ("camillo.domain.link.", ""),
    ("camillo.domain.repeated.", ""),
    ("Moment", "text"),
    ("Literal['one', 'many']", "one or many"),
    ("Literal['page', 'source']", "page or source"),
    ("Literal['watched', 'waiting']", "watched or waiting"),
    ("Literal['create', 'edit', 'rename', 'delete', 'restore', 'capture']", "text"),
    ("dict[str, tuple[str, ...]]", "lists of text by name"),
    ("typing.", ""),
    ("collections.abc.", ""),
    ("pathlib.", ""),
    ("|", "or"),
    ("None", "null"),
    (", ...", ""),
    ("tuple[int, int]", "[start, end]"),
    ("tuple[", "list of ["),
    ("Mapping[str, object]", "object"),
    ("Mapping[str, int]", "whole numbers by name"),
    ("str", "text"),
    ("bool", "true or false"),
    ("int", "whole number"),
    ("float", "number"),
    ("Path", "text"),
)
MADE = "<!-- Written by docs/generate.py from the code; change the code. -->\n"


def pages() -> dict[Path, str]:
    """Each generated page with its text."""
    return {
        FOLDER / "cli.md": "\n".join(_cli()) + "\n",
        FOLDER / "settings.md": "\n".join(_settings()) + "\n",
        FOLDER / "server-settings.md": "\n".join(_server_settings()) + "\n",
    }


def _cli() -> Iterator[str]:
    yield "# The command line\n"
    yield MADE
    yield (
        "Each command takes `--palace PATH` (else the environment's `CAMILLO_PALACE`, else the\n"
        "settings') and `--json`: then stdout holds one JSON object on one line, in UTF-8, and\n"
        "nothing else. Errors are one line on stderr: `camillo: what is wrong; how to mend it`.\n"
        "Remembered text is shown with every control character written as an escape; the exact\n"
        "bytes come from `camillo get --raw`.\n"
    )
    yield "## Exit codes\n"
    yield "| code | meaning |\n|---|---|"
    yield from (f"| {code} | {meaning} |" for code, meaning in codes.MEANINGS.items())
    for name in commands.NAMES:
        yield from _command(name)
    yield "\n## JSON objects\n"
    yield "Times are text as the source wrote them; a value that is not known is `null` or empty.\n"
    for kind in OBJECTS:
        yield from _object(kind)


def _command(name: str) -> Iterator[str]:
    parser = commands.parser(name)
    actions = [one for one in parser._actions if one.dest != "help"]
    written = [_written(one) for one in actions if not one.option_strings]
    yield f"\n## camillo {' '.join([name, *written])}\n"
    yield f"{parser.description}\n"
    own = [one for one in actions if one.dest not in ("palace", "as_json")]
    if own:
        yield "| option | meaning | default |\n|---|---|---|"
    for one in own:
        yield f"| `{_written(one)}` | {one.help} | {_default(one)} |"
    shape = inspect.cleandoc(commands.module(name).__doc__).partition("JSON: ")[2]
    yield f"\nJSON: {shape.replace('``', '`')}"


def _written(action: Action) -> str:
    names = action.metavar or (action.choices and "{" + ", ".join(action.choices) + "}") or ""
    value = " ".join(names) if isinstance(names, tuple) else names
    if not action.option_strings:
        value += {"+": " ...", "*": " ..."}.get(str(action.nargs), "")
    return " ".join(filter(None, [*action.option_strings, value if action.nargs != 0 else ""]))


def _default(action: Action) -> str:
    return f"`{action.default}`" if action.default not in (None, False, "", []) else ""


def _object(kind: type) -> Iterator[str]:
    hints = get_type_hints(kind, vars(import_module(kind.__module__)))
    yield f"### {kind.__name__}\n"
    doc = inspect.cleandoc(kind.__doc__ or "").partition("\n>>>")[0].strip()
    yield doc.replace("``", "`") + "\n"
    yield "| field | type |\n|---|---|"
    for one in fields(kind):
        if hints[one.name] is not bytes:
            yield f"| `{one.name}` | {_json_type(hints[one.name])} |"
    yield ""


def _json_type(hint: Any) -> str:
    written = (
        hint.__name__ if isinstance(hint, type) and not hasattr(hint, "__args__") else str(hint)
    )
    for long, short in _WORDS:
        written = written.replace(long, short)
    return written


def _settings() -> Iterator[str]:
    yield "# Settings\n"
    yield MADE
    yield (
        "Each setting has a default; the settings file goes over it, then the environment, then a\n"
        "flag where a command has one. The file is `config.toml` in the user's configuration folder\n"
        "(`camillo config` prints where, and where each value comes from); `CAMILLO_CONFIG` names\n"
        "another one. A key that is not listed here, or a value of another kind, is refused by name.\n"
    )
    yield "| setting | environment | default | meaning |\n|---|---|---|---|"
    for one in fields(Settings):
        if one.metadata:
            yield (
                f"| `{one.name}` | `CAMILLO_{one.name.upper()}` | {_fallback(one)} "
                f"| {one.metadata['help']} |"
            )
    yield (
        "\nIn the environment a list is separated by commas, and a table is written as JSON.\n\n"
        "```toml\n"
        'palace = "~/memory/palace.camillo"\n'
        'ignore = ["*.log", "secrets/"]\n'
        'file_limit = "200MB"\n\n'
        "[rooms]\n"
        'api = ["graphql", "rest", "endpoint"]\n\n'
        "[halls]\n"
        'recipes = ["bake at", "a pinch of"]\n'
        "```"
    )


def _server_settings() -> Iterator[str]:
    yield "# Settings of the server\n"
    yield MADE
    yield (
        "`camillo serve --config FILE` reads a TOML file; the environment goes over it, and flags over\n"
        "both. A key that is not listed here, or a value of another kind, is refused by name.\n"
        "Paths without a root begin in the folder that the server is started in.\n\n"
        "Of the [other settings](settings.md), `palace_key`, `hall_preset`, `llm_*`, `embed_*` and\n"
        "`capture_hosts` also hold for a server. They are not written here, but in their own file, or in\n"
        "the environment, such as `CAMILLO_PALACE_KEY`.\n"
    )
    yield "| setting | environment | default | meaning |\n|---|---|---|---|"
    for one in fields(ServerSettings):
        if one.metadata:
            yield (
                f"| `{one.name}` | `CAMILLO_SERVE_{one.name.upper()}` | {_fallback(one)} "
                f"| {one.metadata['help']} |"
            )


def _fallback(one: "Field[Any]") -> str:
    if one.name == "palace":
        return "`palace.camillo` in the user's data folder"
    if one.name == "data":
        return "`server` in the user's data folder"
    default = one.default_factory() if one.default_factory is not MISSING else one.default
    if default in (None, (), {}, ""):
        return "none"
    if isinstance(default, tuple):
        return f"`{', '.join(map(str, default))}`"
    return f"`{str(default).lower() if isinstance(default, bool) else default}`"


if __name__ == "__main__":
    for page, text in pages().items():
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")
