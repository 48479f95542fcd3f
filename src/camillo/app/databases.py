"""What an administrator does to a database before palaces are kept in it."""

from camillo.domain.errors import InvalidInput


def migrate(address: str, login: str | None) -> int:
    """Bring a PostgreSQL database to the newest schema; returns the schema's number.

    ``login`` names a role that a server will connect as: it gets the application's rights and no more.

    Raises:
        InvalidInput: the address is none of PostgreSQL, or what connects to it is not installed.
        CamilloError: the database cannot be reached, or refuses. PalaceTooNew: a later version migrated it.
    """
    if address.partition("://")[0] not in ("postgresql", "postgres"):
        raise InvalidInput("this is no address of PostgreSQL", "write postgresql://host/database")
    try:
        from camillo.storage.postgres import upgrading
    except ModuleNotFoundError as error:
        raise InvalidInput(
            "what connects to PostgreSQL is not installed", "run `pip install 'camillo[postgres]'`"
        ) from error
    return upgrading.migrate(address, login=login)
