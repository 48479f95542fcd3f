"""``camillo encrypt``: encrypt the palace with the key that the settings name.

JSON: ``Receipt``; with ``--server`` ``Changed``, with ``--database`` ``Recrypted``.
"""

from pathlib import Path

from camillo.surfaces.cli import many, output
from camillo.surfaces.cli.opening import effective
from camillo.surfaces.cli.options import Parser


def arguments(parser: Parser) -> None:
    """Declare the options."""
    many.arguments(parser)
    many.owner_arguments(parser)


def command(
    *,
    server: Path | None,
    database: str,
    product: str,
    user: str,
    palace: Path | None,
    as_json: bool,
) -> int:
    """Encrypt the palace with the key that palace_key names; a key is made there if there is none.

    The file is built anew beside, compared row by row and put in the place of the old one, whose bytes are
    overwritten. Nobody else may have the palace open; it takes as much room again meanwhile. Keep a copy of the
    key: without it nothing opens the palace, nor its copies. With --server all files of a server are encrypted, which
    must not run, with --database the palaces of all owners, or of one (--user), while servers may run. A run that was
    stopped goes on where it was.
    """
    from camillo.app import databases
    from camillo.app.encryption import changing, servers

    many.one_place(server, database, palace)
    if database:
        return many.rows(databases.encrypt, database, (product, user), as_json=as_json)
    if server is not None:
        return many.files(servers.encrypt, server, as_json=as_json)
    made = changing.encrypt(effective(palace))
    output.receipt(made, as_json=as_json)
    return 0
