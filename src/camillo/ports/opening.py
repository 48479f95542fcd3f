"""The port of store backends: what opens one owner's palace at an address."""

from collections.abc import Callable, Sequence
from typing import Protocol

from camillo.domain.owner import Owner
from camillo.ports.store import PalaceStore

#: What gives the keys that may open an owner's palace, 32 bytes each, the one in force first.
Keys = Callable[[], Sequence[bytes]]


class StoreOpener(Protocol):
    """Opens palaces at addresses of one scheme.

    Registered under the entry-point group ``camillo.stores``, by the scheme of its addresses: what
    stands before ``://``.
    """

    def __call__(
        self,
        address: str,
        owner: Owner,
        *,
        create: bool,
        busy_seconds: float,
        keys: Keys | None = None,
    ) -> PalaceStore:
        """The owner's palace at this address, and no other's.

        ``keys`` is given where palaces are encrypted: a new one is encrypted with the first of them.

        Raises:
            PalaceLocked: it is encrypted, and none of the keys opens it.
            NotFound: there is none and ``create`` is false.
            InvalidInput: the address cannot be read.
            CamilloError: what is there cannot be reached or used.
        """
        ...
