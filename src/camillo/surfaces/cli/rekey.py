"""``camillo rekey``: give an encrypted palace, or the palaces of a database, another key.

JSON: ``Receipt``; with ``--server`` ``Changed``, with ``--database`` ``{"wrapped": number, "unchanged": number}``.
"""

from pathlib import Path

from camillo.surfaces.cli import many, output
from camillo.surfaces.cli.opening import effective
from camillo.surfaces.cli.options import Parser

_STANDS = "The old key still stands after it: take it out once nothing else needs it."


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--to",
        metavar="PLACE",
        default="",
        help="where the new key is, or is made: a variable's name, a path or keyring:SERVICE/USER",
    )
    many.arguments(parser)


def command(
    *, to: str, server: Path | None, database: str, palace: Path | None, as_json: bool
) -> int:
    """Give an encrypted palace a new key, in the place of the old one or elsewhere with --to.

    With --to, change the setting palace_key to that place afterwards; the old key stays where it is. Copies
    that were made before keep the key that they were made with. With --database the keys of owners, and that of the
    servers' records, stay and are wrapped with the new key, which is put before the old one, while servers run.
    With --server all files of a server, which must not run, get keys made of a new one, put there likewise.
    """
    from camillo.app import values
    from camillo.app.encryption import changing, servers

    many.one_place(server, database, palace, to)
    if database:
        return _database(database, as_json=as_json)
    if server is not None:
        many.files(servers.rekey, server, as_json=as_json)
        if not as_json:
            output.line(_STANDS)
        return 0
    made = changing.rekey(effective(palace), values.key_place(to))
    if as_json:
        output.emit(made)
    else:
        output.receipt(made)
        if to:
            output.line("Set palace_key to the new place now: until then nothing opens the palace.")
    return 0


def _database(database: str, *, as_json: bool) -> int:
    from camillo.app import databases

    made = databases.rekey(database, effective(None))
    if as_json:
        output.emit(made)
    else:
        output.line(f"{made.wrapped} keys were wrapped anew, {made.unchanged} were already.")
        output.line(_STANDS)
    return 0
