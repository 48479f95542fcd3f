"""``python -m camillo.app.resident [PALACE]``: the resident process by itself."""

import os
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import FrameType

_IDLE_MINUTES = 30.0
#: The environment variable that names another time of idleness, in minutes.
IDLE_VARIABLE = "CAMILLO_RESIDENT_IDLE"
_LOOK_SECONDS = 1.0
_END_SECONDS = 20.0


def main(arguments: Sequence[str]) -> int:
    """Run until idle for half an hour with nothing to file, or until SIGTERM.

    Nobody sees what it prints, so what keeps it from running is logged, to be told.
    """
    palace = Path(arguments[0]) if arguments else None
    try:
        return _run(palace)
    except Exception as error:
        if palace is not None:
            from camillo.app.resident.faults import worded
            from camillo.app.resident.state import State

            State.of(palace).note("resident", f"could not run: {worded(error)}")
        raise


def _run(palace: Path | None) -> int:
    from camillo.app.encryption.undumped import leave_no_dump
    from camillo.app.resident.resident import Resident
    from camillo.app.settings import load

    settings = load(palace=palace)
    if settings.palace_key:
        leave_no_dump()
    ended = threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        ended.set()

    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, end)
    resident = Resident(settings)
    if not resident.claim():
        return 0
    resident.start()
    limit = float(os.environ.get(IDLE_VARIABLE, _IDLE_MINUTES)) * 60
    while not (ended.wait(_LOOK_SECONDS) or resident.is_homeless() or resident.idle() > limit):
        if resident.told_to_end.is_set():
            break
    _end_anyway()
    resident.stop()
    return 0


def _end_anyway() -> None:
    """End in any case: an answer that never comes must not keep a process that nobody can ask any more."""
    late = threading.Timer(_END_SECONDS, os._exit, (1,))
    late.daemon = True
    late.start()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
