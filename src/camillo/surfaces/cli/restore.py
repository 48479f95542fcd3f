"""``camillo restore``: a palace from a backup, never over an existing one.

JSON: ``Receipt``.
"""

from pathlib import Path

from camillo.surfaces.cli import output
from camillo.surfaces.cli.opening import effective
from camillo.surfaces.cli.options import Parser, path


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("backup", metavar="BACKUP", type=path, help="a file that `backup` made")


def command(*, backup: Path, palace: Path | None, as_json: bool) -> int:
    """Make the palace out of a backup, after checking it; an existing palace is never replaced."""
    from camillo.app.palace import Palace

    settings = effective(palace)
    made = Palace.restore(backup, settings.palace, settings=settings)
    output.receipt(made, as_json=as_json)
    return 0
