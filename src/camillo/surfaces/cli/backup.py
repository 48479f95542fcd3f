"""``camillo backup``: a consistent copy while others go on using the palace.

JSON: ``Receipt``.
"""

from pathlib import Path

from camillo.surfaces.cli import output
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser, path


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("target", metavar="TARGET", type=path, help="the new file")


def command(*, target: Path, palace: Path | None, as_json: bool) -> int:
    """Copy the palace, consistent, to a new file."""
    with opened(palace) as memory:
        made = memory.backup(target)
    output.receipt(made, as_json=as_json)
    return 0
