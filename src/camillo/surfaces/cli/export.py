"""``camillo export``: write what a palace holds to files.

JSON: a list of paths.
"""

from pathlib import Path

from camillo.surfaces.cli import output
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("what", metavar="WHAT", choices=("memories",), help="memories")
    parser.add_argument("folder", metavar="DIR", type=Path, help="the folder to write to")
    parser.add_argument("--wing", metavar="NAME", help="only those of this wing")


def command(
    *, what: str, folder: Path, wing: str | None, palace: Path | None, as_json: bool
) -> int:
    """Write memories as Markdown files, each at its path below a folder; secrets are left out."""
    with opened(palace) as memory:
        written = memory.memories.export(folder, wing=wing)
    if as_json:
        output.emit([str(one) for one in written])
    else:
        output.line(f"{len(written):,} {what} written to {folder}")
    return 0
