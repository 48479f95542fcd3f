"""Saving: one entry into the spool, and a word to the process that files it."""

import os
import time

from camillo.domain.errors import CamilloError
from camillo.surfaces.hooks import asking, sealing, spool
from camillo.surfaces.hooks.calls import Call
from camillo.surfaces.hooks.places import Places

#: How long a saving hook waits for the resident process to take its word, in seconds.
_WORD_SECONDS = 0.25


def save(call: Call, where: Places) -> None:
    """Put the call into the spool; where that cannot be written, into the refuge's, and note it."""
    entry = _entry(call)
    try:
        spool.write(where.home, entry, sealed=sealing.sealer(where, os.environ))
        return
    except (OSError, CamilloError) as error:
        failure = error
    from camillo.surfaces.hooks import troubles

    told = troubles.worded(failure)
    try:
        spool.write(where.refuge, entry, shared=True, sealed=sealing.sealer(where, os.environ))
    except (OSError, CamilloError) as error:
        told += f" (nor in {where.refuge}: {troubles.worded(error)})"
    troubles.note(where, call.event, told)


def wake(call: Call, where: Places) -> None:
    """See that someone files the spool: tell the resident process, or start it."""
    if not spool.entries(where.home):
        return
    request = {"verb": "file", "host": call.host, "session": call.session, "cwd": call.cwd}
    if not asking.tell(where.home, request, _WORD_SECONDS):
        start_resident(where)


def start_resident(where: Places) -> None:
    """Start the resident process; that it cannot be started is noted, and no more."""
    from camillo.surfaces.hooks import starting

    try:
        starting.start(where.palace, where.home, os.environ)
    except (OSError, CamilloError) as error:
        from camillo.surfaces.hooks import troubles

        troubles.note(where, "resident", f"could not be started: {troubles.worded(error)}")


def _entry(call: Call) -> dict[str, object]:
    return {
        "version": 1,
        "host": call.host,
        "event": call.event,
        "at": _now(),
        "session": call.session,
        "transcript": call.transcript,
        "cwd": call.cwd,
        "input": call.input,
    }


def _now() -> str:
    """The time as ISO 8601 with the zone of this machine, without importing a calendar."""
    seconds, rest = divmod(time.time_ns(), 1_000_000_000)
    local = time.localtime(seconds)
    sign, minutes = "-" if local.tm_gmtoff < 0 else "+", abs(local.tm_gmtoff) // 60
    shown = time.strftime("%Y-%m-%dT%H:%M:%S", local)
    return f"{shown}.{rest // 1000:06d}{sign}{minutes // 60:02d}:{minutes % 60:02d}"
