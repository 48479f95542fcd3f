"""``camillo unseal``: an archive's lines in the open.

JSON: ``{"written"}``.
"""

from pathlib import Path

from camillo.surfaces.cli import output
from camillo.surfaces.cli.opening import effective
from camillo.surfaces.cli.options import Parser, path


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("archive", metavar="ARCHIVE", type=path, help="what `export all` wrote")
    parser.add_argument("target", metavar="TARGET", type=path, help="the new file")


def command(*, archive: Path, target: Path, palace: Path | None, as_json: bool) -> int:
    """Write the lines of an archive to a new file, which anyone can read then."""
    from camillo.app.archive import carrying
    from camillo.app.encryption.keys import keys_of

    carrying.unseal(archive, target, keys_of(effective(palace)))
    if as_json:
        output.emit({"written": str(target)})
    else:
        output.line(f"written to {target}, not encrypted")
    return 0
