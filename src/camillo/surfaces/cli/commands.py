"""The table of commands. Only the module of the command in hand is imported."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import typer

#: Commands in the order in which help lists them; each is a module of this package.
NAMES = (
    "init",
    "mine",
    "add",
    "search",
    "get",
    "status",
    "refine",
    "wings",
    "rooms",
    "move",
    "forget",
    "doctor",
    "backup",
    "restore",
    "config",
)


def group(wanted: str | None = None) -> Any:
    """The parsed command group: with one command when ``wanted`` names it, else with all.

    Returns typer's own group object, whose class typer does not export.
    """
    import typer

    app = typer.Typer(
        rich_markup_mode=None,
        add_completion=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_top)
    for name in [wanted] if wanted in NAMES else NAMES:
        _register(app, str(name))
    return typer.main.get_command(app)


def _register(app: "typer.Typer", name: str) -> None:
    app.command(name)(import_module(f"camillo.surfaces.cli.{name}").command)


def _top() -> None:
    """Camillo keeps every word of your conversations and projects, and finds it again.

    Start with `camillo init`, or `camillo mine FOLDER`, then `camillo search "a question"`.
    `camillo --version` tells the version; each command has its own --help.
    """
