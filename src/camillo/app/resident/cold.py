"""The same answers without a resident process, within a time box."""

import threading
from collections.abc import Mapping

_BUSY_SECONDS = 0.2


def answer(request: Mapping[str, object], seconds: float) -> str:
    """What the resident process would say, or nothing where it takes longer than ``seconds``.

    ``request`` is as over the socket, with ``palace`` naming the file where it is not the settings'.
    The palace is opened here, never made, and no transformer is loaded. The thread that is left
    behind when the time is over ends with the process.

    Raises:
        CamilloError: the palace cannot be read, or the request is none; and whatever the search raises.
    """
    said: list[str] = []
    failed: list[Exception] = []
    thread = threading.Thread(target=_try, args=(request, said, failed), daemon=True)
    thread.start()
    thread.join(seconds)
    if failed:
        raise failed[0]
    return said[0] if said else ""


def _try(request: Mapping[str, object], said: list[str], failed: list[Exception]) -> None:
    try:
        said.append(_answer(request))
    except Exception as error:  # noqa: BLE001 - the edge of a thread: its caller raises it again
        failed.append(error)


def _answer(request: Mapping[str, object]) -> str:
    from camillo.app.palace import Palace
    from camillo.app.resident import context
    from camillo.app.resident.wire import Request
    from camillo.app.settings import load

    settings = load(palace=request.get("palace") or None, busy_seconds=_BUSY_SECONDS)
    with Palace.open(create=False, settings=settings, light=True) as palace:
        return context.answer(palace, Request.of(request), set())
