"""The audit log: who read or changed whose memory, when and by which route; never a remembered word."""

import json
import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

from camillo.app.identity.caller import Caller
from camillo.ports.server import Share


class Audit:
    """Appends one JSON line an access to a file that only its owner may read.

    The file is opened for each line, so that it can be moved away at any time.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.time) -> None:
        self._path, self._clock = path, clock
        self._lock = threading.Lock()

    def note(self, caller: Caller, did: str, status: int, request: str, **more: str) -> None:
        """Note an access: ``did`` is a method and a route's pattern, or an agent's tool.

        Raises:
            OSError: it cannot be written.
        """
        row = {
            "at": round(self._clock(), 3),
            "product": caller.owner.product,
            "user": caller.owner.user,
            "by": caller.by,
            "did": did,
            "status": status,
            "request": request,
            **more,
        }
        line = json.dumps(row, ensure_ascii=True, separators=(",", ":")).encode() + b"\n"
        with self._lock:
            file = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                os.write(file, line)
            finally:
                os.close(file)

    def looked(self, caller: Caller, share: Share, did: str, request: str) -> None:
        """Note what is about to be read or written of another owner's wing, by which share.

        The wing stands there by its number: its name is its owner's word.

        Raises:
            OSError: it cannot be written.
        """
        told = {"share": share.id, "of_product": share.giver.product, "of_user": share.giver.user}
        self.note(caller, did, 200, request, **told, wing=str(share.wing))
