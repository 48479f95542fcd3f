"""The same answers without a resident process, within a time box."""

import threading
from collections.abc import Mapping
from pathlib import Path


def answer(request: Mapping[str, object], seconds: float, palace: Path | None = None) -> str:
    """What the resident process would say, or nothing where it takes longer than ``seconds``.

    It opens the palace itself, never makes one, and loads no transformer. ``palace`` is its path,
    else the settings say. The thread that is left behind after the time ends with the process.
    """
    said: list[str] = []
    thread = threading.Thread(target=_answer, args=(request, palace, said), daemon=True)
    thread.start()
    thread.join(seconds)
    return said[0] if said else ""


def _answer(request: Mapping[str, object], path: Path | None, said: list[str]) -> None:
    from camillo.app.palace import Palace
    from camillo.app.resident import context
    from camillo.app.resident.wire import Request
    from camillo.app.settings import load
    from camillo.domain.errors import CamilloError

    try:
        settings = load(palace=path, busy_seconds=0.2)
        with Palace.open(create=False, settings=settings, light=True) as palace:
            said.append(context.answer(palace, Request.of(request)))
    except CamilloError:
        return
