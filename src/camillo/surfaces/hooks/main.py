"""The door of `camillo hook`: json, os and socket alone, so that a host never waits for an import."""

import os
from collections.abc import Sequence

from camillo.domain.errors import CamilloError
from camillo.surfaces.hooks import calls, intake, saving
from camillo.surfaces.hooks.places import Places, default_palace, of, places


def main(arguments: Sequence[str]) -> int:
    """Handle one event of a host's session. It always ends with 0: a hook must never stop the host.

    What goes wrong is logged beside the palace, and told when the next session starts.
    """
    try:
        raw = intake.drain()
        if raw is None:
            os.write(2, b"camillo hook is called by a coding agent, which writes to its stdin\n")
            return 0
        where, misplaced = _where(arguments)
    except BaseException:  # noqa: BLE001 - the edge: not even the place of the log is known
        return 0
    event, late = "hook", False
    try:
        asked = calls.read_arguments(arguments)
        event = asked.event
        if asked.event == "SessionStart":
            late = _start(asked, raw, where, misplaced)
        elif misplaced is not None:
            raise misplaced
        else:
            late = _act(calls.call(asked, intake.parse(raw), os.environ), where)
    except BaseException as error:  # noqa: BLE001 - the edge: whatever happens, the host goes on
        _note(where, event, error)
    if late:
        # The interpreter's own end would stumble over the thread that still searches, and say so.
        os._exit(0)
    return 0


def _act(call: calls.Call, where: Places) -> bool:
    if call.kind == "prompt":
        from camillo.surfaces.hooks import injecting

        return injecting.prompt(call, where)
    if call.kind == "save":
        saving.save(call, where)
        saving.wake(call, where)
    return False


def _start(asked: calls.Asked, raw: bytes, where: Places, misplaced: CamilloError | None) -> bool:
    """Start a session; the user is told of what went wrong, this call's own troubles included."""
    from camillo.surfaces.hooks import injecting

    call = None
    try:
        if misplaced is not None:
            raise misplaced
        call = calls.call(asked, intake.parse(raw), os.environ)
    except CamilloError as error:
        _note(where, asked.event, error)
    return injecting.start(asked, call, where)


def _where(arguments: Sequence[str]) -> tuple[Places, CamilloError | None]:
    """The places, and why they are not the palace's own where settings cannot be read."""
    try:
        return places(calls.palace_named(arguments), os.environ), None
    except CamilloError as error:
        return of(default_palace(os.environ), os.environ), error


def _note(where: Places, event: str, error: BaseException) -> None:
    from camillo.surfaces.hooks import troubles

    try:
        troubles.note(where, event, troubles.worded(error))
    except BaseException:  # noqa: BLE001 - the edge: a log that cannot be written is none
        return
