"""``camillo owners``: whose palaces a server keeps.

JSON: ``{"owners": [{"name", "product", "user", "turns", "bytes", "last_write"}]}``.
"""

from pathlib import Path

from camillo.surfaces.cli import many, output
from camillo.surfaces.cli.opening import effective
from camillo.surfaces.cli.options import Parser


def arguments(parser: Parser) -> None:
    """Declare the options."""
    many.arguments(parser)


def command(*, server: Path | None, database: str, palace: Path | None, as_json: bool) -> int:
    """List the owners of a server's folder or database: product, user, size and last write, and no word of theirs.

    In a folder palaces are named by hashes; an owner is known by the server's own records and its audit log, and
    else shown by his hash. Sizes are of files there, and of texts in a database.
    """
    from camillo.app.serving.owners import owners

    many.one_place(server, database, palace)
    found = owners(server, database, effective(None))
    if as_json:
        output.emit({"owners": found})
        return 0
    output.records(
        [
            {
                "product": one.product,
                "user": one.name if one.user is None else one.user,
                "texts": one.turns,
                "bytes": one.bytes,
                "last write": one.last_write,
            }
            for one in found
        ],
        empty="Nobody has a palace there.",
    )
    return 0
