"""``camillo encrypt``: encrypt the palace with the key that the settings name.

JSON: ``Receipt``; with ``--server`` ``Changed``.
"""

from pathlib import Path

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import many, output
from camillo.surfaces.cli.opening import effective
from camillo.surfaces.cli.options import Parser


def arguments(parser: Parser) -> None:
    """Declare the options."""
    many.arguments(parser)


def command(*, server: Path | None, database: str, palace: Path | None, as_json: bool) -> int:
    """Encrypt the palace with the key that palace_key names; a key is made there if there is none.

    The file is built anew beside, compared row by row and put in the place of the old one, whose bytes are
    overwritten. Nobody else may have the palace open; it takes as much room again meanwhile. Keep a copy of the
    key: without it nothing opens the palace, nor its copies. With --server all files of a server are encrypted, which
    must not run; a run that was stopped goes on where it was.
    """
    from camillo.app.encryption import changing, servers

    many.one_place(server, database, palace)
    if database:
        raise InvalidInput(
            "a database is taken as a whole by `camillo rekey` alone", "name --server"
        )
    if server is not None:
        many.files(servers.encrypt, server, as_json=as_json)
        return 0
    made = changing.encrypt(effective(palace))
    if as_json:
        output.emit(made)
    else:
        output.receipt(made)
    return 0
