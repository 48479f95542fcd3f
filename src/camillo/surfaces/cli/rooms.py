"""``camillo rooms``: list the rooms of a wing, or rename one.

JSON: ``{"wing", "rooms": [{"room", "turns", "newest"}]}``; with --rename ``{"dry_run": true, "old", "new",
"merges"}``, and done ``{"dry_run": false, "receipt": Receipt}``.
"""

from pathlib import Path

from camillo.surfaces.cli import options, output, renaming
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("wing", metavar="WING", help="the wing")
    parser.add_argument(
        "--rename",
        nargs=2,
        metavar=("OLD", "NEW"),
        help="rename a room; onto an existing one it merges",
    )
    options.yes(parser)


def command(
    *, wing: str, rename: tuple[str, str] | None, yes: bool, palace: Path | None, as_json: bool
) -> int:
    """List the rooms of a wing with what they hold."""
    with opened(palace) as memory:
        rows = output.dated(memory.rooms(wing))
        if rename:
            return renaming.run(
                "room",
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
