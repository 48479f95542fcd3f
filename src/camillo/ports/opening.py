"""The port of store backends: what opens one owner's palace at an address."""

from typing import Protocol

from camillo.domain.owner import Owner
from camillo.ports.store import PalaceStore


class StoreOpener(Protocol):
    """Opens palaces at addresses of one scheme.

    Registered under the entry-point group ``camillo.stores``, by the scheme of its addresses: what
    stands before ``://``.
    """

    def __call__(
        self, address: str, owner: Owner, *, create: bool, busy_seconds: float
    ) -> PalaceStore:
        """The owner's palace at this address, and no other's.

        Raises:
            NotFound: there is none and ``create`` is false.
            InvalidInput: the address cannot be read.
            CamilloError: what is there cannot be reached or used.
        """
        ...
