"""What `encrypt`, `rekey` and `decrypt` share: the palaces of many owners instead of one."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import options, output
from camillo.surfaces.cli.opening import effective
from camillo.surfaces.cli.options import Parser
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.app.databases import Recrypted
    from camillo.app.encryption.servers import Changed
    from camillo.app.settings import Settings
    from camillo.domain.owner import Owner


def arguments(parser: Parser) -> None:
    """Declare where they are."""
    parser.add_argument(
        "--server",
        metavar="DIR",
        type=options.path,
        help="the folder of `camillo serve --data`: all palaces there, and the server's own records",
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        default="",
        help="postgresql://ADMINISTRATOR@HOST/NAME, for the palaces and the servers' records there",
    )


def owner_arguments(parser: Parser) -> None:
    """Declare whose palace of a database."""
    parser.add_argument("--product", default="default", help="the owner's product, with --user")
    parser.add_argument("--user", default="", help="one owner of the database; else all")


def one_place(server: Path | None, database: str, palace: Path | None, to: str = "") -> None:
    """See that one place is named.

    Raises:
        InvalidInput: there are several, or a place of a key beside many palaces.
    """
    named = [bool(server), bool(database), palace is not None]
    if sum(named) > 1:
        raise InvalidInput("several places are named", "name one")
    if to and (server or database):
        raise InvalidInput(
            "many palaces keep the place of their key", "leave --to out, a new key is put there"
        )


def rows(
    change: "Callable[[str, Settings, Owner | None], Recrypted]",
    database: str,
    owner: tuple[str, str],
    *,
    as_json: bool,
) -> int:
    """Change the palaces of a database, and print what was done."""
    from camillo.domain.owner import Owner

    made = change(database, effective(None), Owner(*owner) if owner[1] else None)
    if as_json:
        output.emit(made)
        return 0
    palaces, rows = output.many(made.palaces, "palace"), output.many(made.rows, "row")
    output.line(f"{made.verb}: {palaces} of {rows}; {made.unchanged:,} were so already")
    for note in made.notes:
        output.line(inert_line(note), "warn")
    return 0


def files(change: "Callable[[Path, Settings], Changed]", server: Path, *, as_json: bool) -> int:
    """Change the files of a server, and print what was done."""
    made = change(server, effective(None))
    if as_json:
        output.emit(made)
        return 0
    records = ", the server's records" if made.records else ""
    output.line(
        f"{made.verb}: {output.many(made.palaces, 'palace')}{records}; {made.unchanged:,} were so already"
        f"  ({made.folder} at {made.at})"
    )
    for note in made.notes:
        output.line(inert_line(note), "warn")
    return 0
