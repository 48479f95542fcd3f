"""``camillo wings``: list the wings, or rename one.

JSON: ``{"wings": [{"wing", "turns", "newest", "rooms"}]}``; with --rename as for `rooms`.
"""

from pathlib import Path

from camillo.surfaces.cli import options, output, renaming
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--rename",
        nargs=2,
        metavar=("OLD", "NEW"),
        help="rename a wing; onto an existing one it merges",
    )
    options.yes(parser)


def command(
    *, rename: tuple[str, str] | None, yes: bool, palace: Path | None, as_json: bool
) -> int:
    """List the wings with what they hold."""
    with opened(palace) as memory:
        if rename:
            return renaming.run(
                "wing",
                rename,
                [str(row["wing"]) for row in memory.wings()],
                (lambda: memory.rename_wing(*rename)) if yes else None,
                as_json=as_json,
            )
        rows = output.dated(memory.wings())
    if as_json:
        output.emit({"wings": rows})
    else:
        output.records(rows, empty="No wings yet.")
    return 0
