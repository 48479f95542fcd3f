"""``camillo rekey``: give an encrypted palace, or the palaces of a database, another key.

JSON: ``Receipt``; with ``--database`` ``{"wrapped": number, "unchanged": number}``.
"""

from pathlib import Path

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import output
from camillo.surfaces.cli.opening import effective
from camillo.surfaces.cli.options import Parser


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--to",
        metavar="PLACE",
        default="",
        help="where the new key is, or is made: a variable's name, a path or keyring:SERVICE/USER",
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        default="",
        help="postgresql://ADMINISTRATOR@HOST/NAME, for the palaces of all owners there",
    )


def command(*, to: str, database: str, palace: Path | None, as_json: bool) -> int:
    """Give an encrypted palace a new key, in the place of the old one or elsewhere with --to.

    With --to, change the setting palace_key to that place afterwards; the old key stays where it is. Copies
    that were made before keep the key that they were made with. With --database the owners' own keys stay and are
    wrapped with the new key, which is put before the old one, while servers run.
    """
    if database:
        return _database(database, to, palace, as_json=as_json)
    from camillo.app import values
    from camillo.app.encryption import changing

    made = changing.rekey(effective(palace), values.key_place(to))
    if as_json:
        output.emit(made)
    else:
        output.receipt(made)
    return 0


def _database(database: str, to: str, palace: Path | None, *, as_json: bool) -> int:
    from camillo.app import databases

    if to or palace is not None:
        raise InvalidInput("a database takes neither --to nor --palace", "leave them out")
    made = databases.rekey(database, effective(None))
    if as_json:
        output.emit(made)
    else:
        output.line(
            f"{made.wrapped} owners' keys were wrapped anew, {made.unchanged} were already."
        )
        output.line("The old key still stands after it: take it out once nothing else needs it.")
    return 0
