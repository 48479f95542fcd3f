"""What was retrieved and shown, noted in memory and written in batches, so that reading stays quick."""

import threading
from collections.abc import Iterable, Mapping

from camillo.app.clock import micros
from camillo.domain.drawer import Span
from camillo.domain.errors import CamilloError, PalaceBusy
from camillo.domain.knowledge import Use
from camillo.domain.moment import Moment
from camillo.ports.store import PalaceStore

#: Of one answer so many are taken to be looked at.
_LOOKED_AT = 20
#: Uses wait so long for others, in seconds, or until there are so many.
_WAIT_SECONDS = 30.0
_MANY = 2_000


class Uses:
    """The uses of one open palace that are not written yet; safe to share between threads.

    They are written after half a minute, with the next write, and when the palace is closed. Where it
    cannot be written to, they are let go.
    """

    def __init__(self, store: PalaceStore) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._noted: dict[bytes, Use] = {}
        self._timer: threading.Timer | None = None

    def note(self, ids: Iterable[str], now: Moment | None) -> None:
        """Take note that these ids were shown; each counts once."""
        at = micros(now)
        keys = {Span.parse(id).key for id in [*ids][:_LOOKED_AT] if ":" in id}
        if not keys:
            return
        with self._lock:
            for key in keys:
                known = self._noted.get(key, Use(0, at))
                self._noted[key] = Use(known.count + 1, max(known.last, at))
            many = len(self._noted) >= _MANY
            if self._timer is None:
                self._timer = threading.Timer(_WAIT_SECONDS, self.flush)
                self._timer.daemon = True
                self._timer.start()
        if many:
            self.flush()

    def flush(self) -> None:
        """Write what was noted."""
        with self._lock:
            noted, self._noted = self._noted, {}
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
        if not noted:
            return
        try:
            with self._store.snapshot() as snapshot:
                turns = snapshot.turn_numbers([*noted])
            self._store.put_uses({turn: noted[key] for key, turn in turns.items()})
        except PalaceBusy:
            self._keep(noted)
        except CamilloError:
            # What was read was read: a count that cannot be kept must not fail it.
            return

    def _keep(self, noted: Mapping[bytes, Use]) -> None:
        """Put back what could not be written yet."""
        with self._lock:
            for key, use in noted.items():
                known = self._noted.get(key, Use(0, use.last))
                self._noted[key] = Use(known.count + use.count, max(known.last, use.last))
