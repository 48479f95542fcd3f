"""``camillo config``: the effective settings and where each comes from.

JSON: ``{"file", "settings": {name: {"value", "origin"}}}``.
"""

from pathlib import Path

from camillo.surfaces.cli import output
from camillo.surfaces.cli.opening import effective
from camillo.surfaces.cli.options import Parser


def arguments(parser: Parser) -> None:
    """Declare the options."""


def command(*, palace: Path | None, as_json: bool) -> int:
    """Show the effective settings and where each comes from."""
    from camillo.app.settings import default_config, names

    settings = effective(palace)
    values = {name: getattr(settings, name) for name in names()}
    if as_json:
        rows = {
            name: {"value": value, "origin": settings.origins[name]}
            for name, value in values.items()
        }
        output.emit({"file": str(default_config()), "settings": rows})
        return 0
    output.table(
        ("setting", "value", "origin"),
        [(name, _told(value), settings.origins[name]) for name, value in values.items()],
    )
    output.line(f"The settings file is {default_config()}.", "faint")
    return 0


def _told(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None or value in ((), {}):
        return "-"
    return str(value)
