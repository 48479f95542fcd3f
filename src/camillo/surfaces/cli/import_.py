"""``camillo import``: a palace out of an archive, never over an existing one.

JSON: ``Receipt``, its counts being rows by kind.
"""

from pathlib import Path

from camillo.surfaces.cli import output
from camillo.surfaces.cli.opening import effective
from camillo.surfaces.cli.options import Parser, path
from camillo.surfaces.cli.progress import shown


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("archive", metavar="ARCHIVE", type=path, help="what `export all` wrote")


def command(*, archive: Path, palace: Path | None, as_json: bool) -> int:
    """Make the palace out of an archive, with the same ids; an existing palace is never changed.

    Where this very archive made it before, the receipt of that is told again.

    Each row is compared with what was sent, and what is derived is made again. Run `camillo refine` then.
    """
    from camillo.app.palace import Palace

    with shown(quiet=as_json) as progress:
        made = Palace.take(archive, settings=effective(palace), progress=progress)
    output.receipt(made, as_json=as_json)
    return 0
