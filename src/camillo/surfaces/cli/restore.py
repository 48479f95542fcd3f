"""``camillo restore``: a palace from a backup, never over an existing one.

JSON: ``Receipt``.
"""

from pathlib import Path
from typing import Annotated

import typer

from camillo.surfaces.cli import options, output
from camillo.surfaces.cli.opening import effective


def command(
    backup: Annotated[Path, typer.Argument(metavar="BACKUP", help="A file `backup` made.")],
    palace: options.PalacePath = None,
    as_json: options.Json = False,
) -> int:
    """Make the palace out of a backup, after checking it; an existing palace is never replaced."""
    from camillo.app.palace import Palace

    made = Palace.restore(backup, effective(palace).palace)
    if as_json:
        output.emit(made)
    else:
        output.receipt(made)
    return 0
