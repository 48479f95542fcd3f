"""The palace behind a server: opened at the first call, lent to one call at a time."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from camillo.domain.errors import InvalidInput
from camillo.surfaces.mcp.marks import MARK

if TYPE_CHECKING:
    from camillo.app.palace import Palace
    from camillo.app.settings import Settings
    from camillo.surfaces.mcp.shared import SharedWings


class Keeper:
    """Holds one owner's palace. Nothing is opened or imported for it before :meth:`lent`.

    A palace that could not be opened is tried again at the next call.
    """

    def __init__(self, settings: "Settings", owner: str) -> None:
        self.owner = owner
        self._settings = settings
        self._lock = threading.Lock()
        self._palace: Palace | None = None

    @contextmanager
    def lent(self) -> "Iterator[Palace]":
        """The palace, made when there is none yet; other calls wait until it is given back.

        Raises:
            PalaceDamaged: the file is no palace. PalaceTooNew: a later version wrote it.
        """
        with self._lock:
            if self._palace is None:
                from camillo.app.palace import Palace

                self._palace = Palace.open(self._settings.palace, settings=self._settings)
            yield self._palace

    @property
    def shared(self) -> "SharedWings | None":
        """Wings that others share with who calls; None where palaces are not shared."""
        return None

    def others(self, named: str) -> "SharedWings | None":
        """The same, if a wing or an id is marked as one of them."""
        return self.shared if named.startswith(MARK) else None

    def admit(self, user: object) -> None:
        """Let a caller pass who names this server's owner.

        Raises:
            InvalidInput: another user is named.
        """
        if user != self.owner:
            raise InvalidInput(
                f"this server keeps the palace of {self.owner!r} alone, not that of {user!r}",
                "leave userId out, or start `camillo mcp` with that --owner and --palace",
            )

    def close(self) -> None:
        """Release the palace; safe to call twice."""
        with self._lock:
            if self._palace is not None:
                self._palace.close()
                self._palace = None
