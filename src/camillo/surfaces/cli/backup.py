"""``camillo backup``: a consistent copy while others go on using the palace.

JSON: ``Receipt``.
"""

from pathlib import Path
from typing import Annotated

import typer

from camillo.surfaces.cli import options, output
from camillo.surfaces.cli.opening import opened


def command(
    target: Annotated[Path, typer.Argument(metavar="TARGET", help="The new file.")],
    palace: options.PalacePath = None,
    as_json: options.Json = False,
) -> int:
    """Copy the palace, consistent, to a new file."""
    with opened(palace) as memory:
        made = memory.backup(target)
    if as_json:
        output.emit(made)
    else:
        output.receipt(made)
    return 0
