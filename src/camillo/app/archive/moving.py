"""A palace taken from one store into another: the same rows, compared, and what is derived made anew."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app.archive import arriving, carrying
from camillo.domain.errors import InvalidInput
from camillo.domain.owner import Owner
from camillo.domain.report import Receipt
from camillo.ports.archive import KINDS, Row
from camillo.ports.store import PalaceStore

if TYPE_CHECKING:
    from camillo.app.settings import Settings
    from camillo.ingest.mine import Progress


def migrate(
    source: str,
    target: str,
    owner: Owner | None,
    settings: "Settings",
    progress: "Callable[[Progress], None] | None" = None,
) -> Receipt:
    """Make a palace at ``target`` out of the one at ``source``, which is only read; the receipt is the new one's.

    Each is a palace file's path, or the address of a store of many owners, where it is the palace of ``owner``.
    Vectors of a transformer are not taken along: :meth:`Palace.refine` makes them.

    Raises:
        NotFound: there is no palace at ``source``. InvalidInput: there is one at ``target``, an address is given
        without an owner, or what arrives does not hold together. PalaceLocked: a key is missing.
    """
    if source == target:
        raise InvalidInput("a palace cannot be moved onto itself", "name two stores")
    old = _open(source, owner, settings, create=False)
    try:
        with _new(target, owner, settings) as new, carrying.archived(old).archiving() as read:
            return arriving.fill(new, settings, _rows(read), "migrate", progress)
    finally:
        old.close()


def _rows(read: Callable[[str], Iterator[Row]]) -> Iterator[tuple[str, Row]]:
    return ((kind, row) for kind in KINDS for row in read(kind))


def _open(place: str, owner: Owner | None, settings: "Settings", *, create: bool) -> PalaceStore:
    from camillo.app import compose

    if "://" not in place:
        return compose.open_store(Path(place).expanduser(), settings, create=create)
    if owner is None:
        raise InvalidInput("an address holds the palaces of many owners", "say whose with --user")
    return compose.connect_store(place, owner, settings, create=create)


@contextmanager
def _new(place: str, owner: Owner | None, settings: "Settings") -> Iterator[PalaceStore]:
    """A palace that holds nothing; a file is gone again where it could not be filled."""
    if "://" not in place:
        with arriving.new_palace(Path(place).expanduser(), settings) as store:
            yield store
        return
    store = _open(place, owner, settings, create=True)
    try:
        if store.log(1):
            raise InvalidInput("this owner has a palace there already", "erase it first")
        yield store
    finally:
        store.close()
