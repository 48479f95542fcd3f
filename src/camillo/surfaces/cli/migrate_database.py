"""``camillo migrate-database``: the schema of a PostgreSQL database, made or brought up to date.

JSON: ``{"schema": number}``.
"""

from pathlib import Path

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import output
from camillo.surfaces.cli.options import Parser


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "database",
        metavar="URL",
        help="postgresql://ADMINISTRATOR@HOST/NAME; passwords from PGPASSWORD or ~/.pgpass",
    )
    parser.add_argument(
        "--login", metavar="ROLE", help="the role that `camillo serve` will connect as"
    )


def command(*, database: str, login: str | None, palace: Path | None, as_json: bool) -> int:
    """Make or update the schema that palaces in PostgreSQL need, as the database's administrator.

    Safe to run again, and at once with others. Servers connect as a role with the application's rights alone.
    """
    from camillo.app.databases import migrate

    if palace is not None:
        raise InvalidInput("a database has no palace file", "leave --palace out")
    schema = migrate(database, login)
    if as_json:
        output.emit({"schema": schema})
    else:
        output.line(f"The database has schema {schema}.")
    return 0
