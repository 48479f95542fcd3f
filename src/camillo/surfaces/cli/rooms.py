"""``camillo rooms``: list the rooms of a wing, or rename one.

JSON: ``{"wing", "rooms": [{"room", ...}]}``; with --rename ``{"dry_run": true, "old", "new",
"merges"}``, and done ``{"dry_run": false, "receipt": Receipt}``.
"""

from typing import Annotated

import typer

from camillo.surfaces.cli import options, output, renaming
from camillo.surfaces.cli.opening import opened


def command(
    wing: Annotated[str, typer.Argument(metavar="WING", help="The wing.")],
    rename: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="OLD NEW", help="Rename a room; onto an existing one it merges."),
    ] = None,
    yes: options.Yes = False,
    palace: options.PalacePath = None,
    as_json: options.Json = False,
) -> int:
    """List the rooms of a wing with what they hold."""
    with opened(palace) as memory:
        rows = memory.rooms(wing)
        if rename:
            return renaming.run(
                rename,
                [str(row["room"]) for row in rows],
                (lambda: memory.rename_room(wing, *rename)) if yes else None,
                as_json=as_json,
            )
    if as_json:
        output.emit({"wing": wing, "rooms": rows})
    else:
        output.records(rows, empty="No rooms yet.")
    return 0
