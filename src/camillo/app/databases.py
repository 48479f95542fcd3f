"""What an administrator does to a database that palaces are kept in."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import TYPE_CHECKING

from camillo.domain.errors import InvalidInput
from camillo.domain.missing import unloadable
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
    from camillo.app.encryption.changing import place_of

    rekeying, known = part(address, "rekeying"), keys.with_new_key(place_of(settings))
    own = [keys.server_key(key) for key in known]
    return Rekeyed(*rekeying.rekey(address, _made_of(known), own))


@dataclass(frozen=True, slots=True)
class Recrypted:
    """What was done to the palaces of a database: how many were changed, how many were so already, how many rows.

    Rows of its servers' records are counted too, which are changed where all palaces are.
    ``notes`` say where what was there before still lies.
    """

    verb: str
    palaces: int
    unchanged: int
    rows: int
    notes: tuple[str, ...] = ()


def encrypt(address: str, settings: "Settings", owner: Owner | None = None) -> Recrypted:
    """Encrypt the palaces of a database, or that of one owner; a key is made at ``palace_key`` if there is none.

    Without an owner its servers' records are encrypted too, after all palaces. An owner is a transaction, in which
    all his rows are written anew and compared; a run that was stopped goes on. Servers may run. Those without the key
    are refused from then on, those with it until then.

    Raises:
        InvalidInput: no place of a key is set. NotFound: this owner has no palace there.
        PalaceBusy: an owner's writers went on for too long. CamilloError: the database cannot be reached, or refuses.
    """
    from camillo.app.encryption import keys
    from camillo.app.encryption.changing import place_of

    recrypting, place = part(address, "recrypting"), place_of(settings)
    known = keys.keys_at(place) if keys.has_keys(place) else [keys.make_key(place)]
    made = recrypting.recrypt(address, "encrypt", _made_of(known), owner, sealed=True)
    rows = made.rows + (0 if owner else _records(address, known, sealed=True))
    left = (recrypting.LEFT,) if rows else ()
    return Recrypted("encrypt", made.palaces, made.unchanged, rows, left)


def decrypt(address: str, settings: "Settings", owner: Owner | None = None) -> Recrypted:
    """Make the palaces of a database plain, or that of one owner.

    Raises:
        PalaceLocked: a key is missing. The other errors are those of :func:`encrypt`.
    """
    from camillo.app.encryption import keys
    from camillo.app.encryption.changing import place_of

    recrypting, known = part(address, "recrypting"), keys.keys_at(place_of(settings))
    made = recrypting.recrypt(address, "decrypt", _made_of(known), owner, sealed=False)
    rows = made.rows + (0 if owner else _records(address, known, sealed=False))
    return Recrypted("decrypt", made.palaces, made.unchanged, rows)


def _records(address: str, known: Sequence[bytes], *, sealed: bool) -> int:
    """Encrypt servers' records, or make them plain; how many rows were written anew."""
    from camillo.app.encryption import keys

    own = [keys.server_key(key) for key in known]
    return part(address, "serving.recrypting").recrypt_at(address, lambda: own, sealed=sealed) or 0


def _made_of(known: Sequence[bytes]) -> Callable[[Owner], list[bytes]]:
    """What gives an owner's keys, made of a server's."""
    from camillo.app.encryption import keys

    return lambda owner: [keys.owner_key(key, owner.name) for key in known]


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
    except ImportError as error:
        raise InvalidInput(
            *unloadable(error, "what connects to PostgreSQL", ["psycopg"], "postgres")
        ) from error
