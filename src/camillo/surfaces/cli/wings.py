"""``camillo wings``: list the wings, or rename one.

JSON: ``{"wings": [{"wing", "rooms", ...}]}``; with --rename as for `rooms`.
"""

from typing import Annotated

import typer

from camillo.surfaces.cli import options, output, renaming
from camillo.surfaces.cli.opening import opened


def command(
    rename: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="OLD NEW", help="Rename a wing; onto an existing one it merges."),
    ] = None,
    yes: options.Yes = False,
    palace: options.PalacePath = None,
    as_json: options.Json = False,
) -> int:
    """List the wings with what they hold."""
    with opened(palace) as memory:
        if rename:
            return renaming.run(
                rename,
                [str(row["wing"]) for row in memory.wings()],
                (lambda: memory.rename_wing(*rename)) if yes else None,
                as_json=as_json,
            )
        rows = memory.wings()
    if as_json:
        output.emit({"wings": rows})
    else:
        output.records(rows, empty="No wings yet.")
    return 0
