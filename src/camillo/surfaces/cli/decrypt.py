"""``camillo decrypt``: take the encryption off the palace.

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
    """Take the encryption off the palace; the key stays where it is.

    Copies that were made while it was encrypted still need the key. With --server all files of a server are
    made plain, which must not run; take palace_key out of the settings afterwards.
    """
    from camillo.app.encryption import changing, servers

    many.one_place(server, database, palace)
    if database:
        raise InvalidInput(
            "a database is taken as a whole by `camillo rekey` alone", "name --server"
        )
    if server is not None:
        many.files(servers.decrypt, server, as_json=as_json)
        return 0
    made = changing.decrypt(effective(palace))
    if as_json:
        output.emit(made)
    else:
        output.receipt(made)
    return 0
