"""``camillo status``: what the palace holds and how far it is refined.

JSON: one number or text for each line that is shown without --json.
"""

from pathlib import Path

from camillo.surfaces.cli import output
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser
from camillo.text.inert import inert_line


def arguments(parser: Parser) -> None:
    """Declare the options."""


def command(*, palace: Path | None, as_json: bool) -> int:
    """Show totals, coverage, models and sizes; spooled is what hooks saved and waits to be filed."""
    from camillo.app.resident.state import State

    with opened(palace) as memory:
        status = {**memory.status(), "spooled": len(State.of(memory.path).entries())}
    if as_json:
        output.emit(status)
        return 0
    width = max(map(len, status))
    for name, value in status.items():
        output.line(f"{name.replace('_', ' '):{width}}  {inert_line(_told(name, value))}")
    return 0


def _told(name: str, value: object) -> str:
    if isinstance(value, float):
        return f"{value:.1%}" if name in ("coverage", "covered") else f"{value:,.2f}"
    if isinstance(value, int) and not isinstance(value, bool):
        return output.amount(value) if name.endswith("bytes") else f"{value:,}"
    return "-" if value is None else str(value)
