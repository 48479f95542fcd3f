"""What an administrator does to a database that palaces are kept in."""

from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING

from camillo.domain.errors import InvalidInput
from camillo.domain.owner import Owner

if TYPE_CHECKING:
    from camillo.app.settings import Settings


def migrate(address: str, login: str | None) -> int:
    """Bring a PostgreSQL database to the newest schema; returns the schema's number.

    ``login`` names a role that a server will connect as: it gets the application's rights and no more.

    Raises:
        InvalidInput: the address is none of PostgreSQL, or what connects to it is not installed.
        CamilloError: the database cannot be reached, or refuses. PalaceTooNew: a later version migrated it.
    """
    return int(part(address, "upgrading").migrate(address, login=login))


@dataclass(frozen=True, slots=True)
class Rekeyed:
    """How many keys, of owners and of servers' records, were wrapped with the one in force, and how many already."""

    wrapped: int
    unchanged: int


def rekey(address: str, settings: "Settings") -> Rekeyed:
    """Wrap the key of each owner of a database, and that of its servers' records, with a new key.

    The new one then stands before the old one in its place.

    Where that place holds several keys, the first is the new one and none is made, so that a run that was stopped goes
    on. The old one is not taken away: palaces in files and archives may need it.

    Raises:
        InvalidInput: no place of a key is set, or a variable holds one key alone.
        PalaceLocked: the key is missing, or an owner's key was wrapped with another.
    """
    from camillo.app.encryption import keys

    rekeying, place = part(address, "rekeying"), settings.palace_key
    if not place:
        raise InvalidInput("nothing says where the key is", "set palace_key")
    known = keys.with_new_key(place)

    def of(owner: Owner) -> list[bytes]:
        return [keys.owner_key(key, owner.name) for key in known]

    own = [keys.server_key(key) for key in known]
    return Rekeyed(*rekeying.rekey(address, of, own))


def is_postgres(address: str) -> bool:
    """Whether an address is one of PostgreSQL."""
    return address.partition("://")[0] in ("postgresql", "postgres")


def part(address: str, name: str) -> ModuleType:
    """A module of the store, for an address of PostgreSQL.

    Raises:
        InvalidInput: the address is none, or what connects to it is not installed.
    """
    from importlib import import_module

    if not is_postgres(address):
        raise InvalidInput("this is no address of PostgreSQL", "write postgresql://host/database")
    try:
        return import_module(f"camillo.storage.postgres.{name}")
    except ModuleNotFoundError as error:
        raise InvalidInput(
            "what connects to PostgreSQL is not installed", "run `pip install 'camillo[postgres]'`"
        ) from error
