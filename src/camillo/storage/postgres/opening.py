"""Where a palace in PostgreSQL is opened from: the entry point of this backend."""

from camillo.domain.owner import Owner
from camillo.ports.opening import Keys
from camillo.ports.store import PalaceStore


def open_palace(
    address: str, owner: Owner, *, create: bool, busy_seconds: float, keys: Keys | None = None
) -> PalaceStore:
    """The owner's palace in the database at ``postgresql://...``; see :class:`StoreOpener`."""
    from camillo.storage.postgres.store import PostgresStore

    return PostgresStore.open(
        address,
        owner.product,
        owner.user,
        create=create,
        busy_seconds=busy_seconds,
        keys=keys,
    )
