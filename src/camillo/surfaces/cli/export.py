"""``camillo export``: write what a palace holds to files.

JSON: memories: a list of paths; all: ``Receipt``, its counts being rows by kind.
"""

from pathlib import Path

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import output
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser, path


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "what", metavar="WHAT", choices=("memories", "all"), help="memories, or all"
    )
    parser.add_argument(
        "target", metavar="TARGET", type=path, help="the folder to write to; with all: a new file"
    )
    parser.add_argument("--wing", metavar="NAME", help="only memories of this wing")
    parser.add_argument(
        "--plain", action="store_true", help="all: not sealed, though the palace is encrypted"
    )


def command(
    *,
    what: str,
    target: Path,
    wing: str | None,
    plain: bool,
    palace: Path | None,
    as_json: bool,
) -> int:
    """Write memories as Markdown files below a folder, without secrets, or all of the palace as one archive.

    The archive holds every text with its ids, places, versions, facts, notes, diaries and history, as lines
    of JSON, packed with gzip (docs/reference/archive.md). `camillo import` makes a palace of it.
    """
    if what == "all":
        return _all(target, wing, plain, palace, as_json)
    with opened(palace) as memory:
        written = memory.memories.export(target, wing=wing)
    if as_json:
        output.emit([str(one) for one in written])
    else:
        output.line(f"{len(written):,} {what} written to {target}")
    return 0


def _all(target: Path, wing: str | None, plain: bool, palace: Path | None, as_json: bool) -> int:
    if wing is not None:
        raise InvalidInput("an archive holds the whole palace", "leave --wing out")
    with opened(palace) as memory:
        made = memory.export(target, plain=plain)
    output.receipt(made, as_json=as_json)
    return 0
