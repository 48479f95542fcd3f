"""A server for one person and one palace, on this machine: what `camillo ui` opens."""

import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app.identity.api_keys import ApiKeys
from camillo.app.identity.identity import LAPTOP, Identity
from camillo.app.palace import Palace
from camillo.app.serving.audit import Audit
from camillo.app.serving.backfill import Backfill
from camillo.app.serving.limits import Limits
from camillo.app.serving.repeats import Repeats
from camillo.app.serving.served import Erased
from camillo.app.serving.serving import Serving
from camillo.app.serving.settings import ServerSettings
from camillo.app.sharing.shares import Shares
from camillo.domain.errors import InvalidInput, NotFound, PalaceBusy
from camillo.domain.owner import Owner

if TYPE_CHECKING:
    from camillo.app.settings import Settings

_PATIENCE = 30.0
_RATE, _BURST, _TOGETHER = 200, 400, 32


class OnePalace:
    """The palace of the person at this machine, lent to one request at a time; there is no other."""

    def __init__(self, palace: Palace) -> None:
        self._palace = palace
        self._lock = threading.Lock()

    @contextmanager
    def lease(
        self, owner: Owner, patience: float | None = None, *, create: bool = True
    ) -> Iterator[Palace]:
        """The palace, alone.

        Raises:
            NotFound: somebody else asks. PalaceBusy: it was not given back in time.
        """
        if owner != LAPTOP:
            raise NotFound("there is no other palace here", "sign in as the one who opened it")
        if not self._lock.acquire(timeout=_PATIENCE if patience is None else patience):
            raise PalaceBusy("the palace is at work for others", "try again in a moment")
        try:
            yield self._palace
        finally:
            self._lock.release()

    def erase(self, owner: Owner, last: int | None = None) -> Erased:
        """Nothing is deleted whole while its page is open."""
        raise InvalidInput("the palace is open here", "end this server and use `camillo erase`")

    def is_ready(self) -> bool:
        """It was opened."""
        return True

    def close(self) -> None:
        """Close it, once it is given back."""
        with self._lock:
            self._palace.close()


def open_local(
    palace: Palace, settings: "Settings", folder: Path, port: int
) -> tuple[Serving, str]:
    """A server's parts over a palace, which they close, and the credential of the one person it knows.

    ``folder`` is the server's own, for what it keeps while it runs.
    """
    from camillo.app.encryption.keys import server_keys
    from camillo.storage.sqlite.server import SqliteServerStore

    credential = secrets.token_urlsafe(32)
    store = SqliteServerStore(folder / "server.db", keys=server_keys(settings))
    palaces = OnePalace(palace)
    serving = Serving(
        settings=ServerSettings(port=port, data=folder, grace=1),
        store=store,
        identity=Identity(store, ApiKeys(store), None, credential),
        palaces=palaces,
        audit=Audit(folder / "audit.jsonl"),
        limits=Limits(_RATE, _BURST, _TOGETHER),
        repeats=Repeats(store),
        shares=Shares(store),
        backfill=Backfill(palaces) if settings.refine else None,
    )
    return serving, credential
