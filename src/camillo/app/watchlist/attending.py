"""Attending to the watch list beside other work: in a thread of its own, with a palace of its own."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from camillo.domain.errors import CamilloError

if TYPE_CHECKING:
    from camillo.app.settings import Settings
    from camillo.app.watchlist.look import Round

_AGAIN_SECONDS = 60.0


class Attendant:
    """Looks at what is watched until it is stopped; what goes wrong is told and tried again."""

    def __init__(
        self,
        settings: "Settings",
        told: "Callable[[Round], None]",
        failed: Callable[[str], None],
    ) -> None:
        self._settings = settings
        self._told = told
        self._failed = failed
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._work, name="camillo-watchlist", daemon=True)

    def start(self) -> None:
        """Begin; returns at once."""
        self._thread.start()

    def stop(self, seconds: float = 5.0) -> None:
        """End soon: what is being filed is finished, the rest is for another time. Safe to call twice."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(seconds)

    def _work(self) -> None:
        from camillo.app.palace import Palace

        while not self._stop.is_set():
            try:
                with Palace.open(self._settings.palace, settings=self._settings) as palace:
                    palace.watchlist.run(self._stop, self._told)
            except (CamilloError, OSError) as error:
                self._failed(str(error))
                self._stop.wait(_AGAIN_SECONDS)
