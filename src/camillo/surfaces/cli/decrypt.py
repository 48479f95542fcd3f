"""``camillo decrypt``: take the encryption off the palace.

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
    """Take the encryption off the palace; the key stays where it is.

    Copies that were made while it was encrypted still need the key. With --server all files of a server are
    made plain, which must not run, with --database the palaces of all owners, or of one (--user). Take palace_key out
    of the settings afterwards.
    """
    from camillo.app import databases
    from camillo.app.encryption import changing, servers

    many.one_place(server, database, palace)
    if database:
        return many.rows(databases.decrypt, database, (product, user), as_json=as_json)
    if server is not None:
        return many.files(servers.decrypt, server, as_json=as_json)
    made = changing.decrypt(effective(palace))
    output.receipt(made, as_json=as_json)
    return 0
