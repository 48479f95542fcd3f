"""Injecting: what a new session starts with, and the few memories that a prompt needs."""

import os
import time
from contextlib import suppress
from typing import NamedTuple

from camillo.domain.errors import CamilloError
from camillo.surfaces.hooks import asking, replies, saving, spool, starting, telling, troubles
from camillo.surfaces.hooks.calls import Asked, Call
from camillo.surfaces.hooks.places import Places


class Recalled(NamedTuple):
    """The text to inject; whether no resident process gave it; whether a search was left running."""

    text: str = ""
    absent: bool = False
    late: bool = False


#: Tokens of memory that a session starts with, and that a prompt may get at the most.
START_BUDGET, PROMPT_BUDGET = 600, 400
#: Seconds to wait for the resident process, which may be just starting.
_WARM_SECONDS = 2.0
#: Seconds until a search here must be done, too: more than that takes only a busy machine.
_ALL_SECONDS = 3.5
_CUT = "\nCamillo left out what this host does not take."


def prompt(call: Call, where: Places) -> bool:
    """Inject what the prompt needs, or nothing; a prompt that no transcript may hold is saved first.

    A transcript that is named may never come. Where it does, its own turn takes the prompt's place.

    Returns whether a search was left running in this process.
    """
    asked = call.text("prompt")
    if asked and (call.transcript is None or not os.path.exists(call.transcript)):
        saving.save(call, where)
    if not asked.strip():
        return False
    request = _request("prompt", call, PROMPT_BUDGET)
    request["prompt"] = asked[-asking.PROMPT_LIMIT :]
    found = _recalled(call.event, request, where)
    replies.put(replies.reply(call.host, call.event, _within(found.text, call.event, where)))
    if found.absent:
        _start_if_needed(where)
    return found.late


def start(asked: Asked, call: Call | None, where: Places) -> bool:
    """Inject the wake-up, and tell what went wrong since the last start; then all of it is told.

    ``call`` is None where the host's input could not be read: then there is only the telling.
    Returns whether a search was left running in this process.
    """
    filing = _take_back(where)
    found = Recalled()
    if call is not None:
        request = _request("start", call, START_BUDGET)
        request["source"] = call.text("source")
        found = _recalled(asked.event, request, where)
    if found.absent:
        _note_if_stuck(where)
    with telling.telling(where) as mine:
        _tell(asked, found.text, filing, where, telling.Untold(where) if mine else None)
    if found.absent:
        _start_if_needed(where)
    return found.late


def _tell(
    asked: Asked, text: str, filing: int, where: Places, untold: telling.Untold | None
) -> None:
    """Reply; with what is untold where this session is the one to tell it."""
    told = untold.message(filing) if untold is not None else ""
    no_palace = not os.path.exists(where.palace)
    if no_palace and untold is not None and not untold.no_palace:
        made = (
            f"There is no palace at {where.palace} yet; it is made when the first turns are saved."
        )
        told = " ".join(part for part in (told, troubles.one_line(made)) if part)
    room = replies.LIMIT - len(replies.reply("cursor", asked.event, "", told))
    fitting = _within(text, asked.event, where, room)
    put = replies.put(replies.reply(asked.host, asked.event, fitting, told))
    if put and untold is not None:
        untold.mark(no_palace=no_palace)


def _recalled(event: str, request: dict[str, object], where: Places) -> Recalled:
    until = time.monotonic() + _ALL_SECONDS
    answer = asking.ask(where.home, request, _WARM_SECONDS)
    if answer.error:
        troubles.note(where, event, answer.error)
    if answer.state != "absent":
        return Recalled(answer.text)
    if not os.path.exists(where.palace):
        return Recalled(absent=True)
    return _searched(event, request, where, until)


def _searched(event: str, request: dict[str, object], where: Places, until: float) -> Recalled:
    """The same from a search in this process; whatever can go wrong in one, the session goes on."""
    try:
        text = _cold(event, {**request, "palace": where.palace}, where, until)
    except Exception as error:  # noqa: BLE001 - the edge of a search: a hook says what it can without
        troubles.note(where, event, troubles.worded(error))
        return Recalled(absent=True)
    late = not text and time.monotonic() >= until
    if late:
        troubles.note(where, event, f"searching took longer than {_ALL_SECONDS:g} s")
    return Recalled(text, absent=True, late=late)


def _cold(event: str, request: dict[str, object], where: Places, until: float) -> str:
    """What a search in a thread of this process gives; if it breaks, that is noted, not printed."""
    import threading

    from camillo.app.resident import cold

    def broke(what: "threading.ExceptHookArgs") -> None:
        if what.exc_value is not None:
            troubles.note(where, event, troubles.worded(what.exc_value))

    before, threading.excepthook = threading.excepthook, broke
    try:
        return cold.answer(request, max(0.0, until - time.monotonic()))
    finally:
        threading.excepthook = before


def _within(text: str, event: str, where: Places, room: int = replies.LIMIT) -> str:
    """The text as far as the host takes it; that something was left out is said."""
    fitting, cut = replies.fitted(text, room - len(_CUT))
    if cut and not fitting:
        troubles.note(where, event, "what was recalled is longer than the host takes")
    return fitting + _CUT if cut and fitting else fitting


def _take_back(where: Places) -> int:
    """Move what was kept aside into the spool; how much it was."""
    with suppress(OSError, CamilloError):
        spool.sweep(where.home)
        return spool.move(where.refuge, where.home)
    return 0


def _note_if_stuck(where: Places) -> None:
    """Note that a resident process was started for what waits, and filed nothing: it may be unable to run."""
    if starting.in_vain(where.home):
        troubles.note(where, "resident", "turns wait to be filed; run `camillo status` to see why")


def _start_if_needed(where: Places) -> None:
    if os.path.exists(where.palace) or spool.entries(where.home):
        saving.start_resident(where)


def _request(verb: str, call: Call, budget: int) -> dict[str, object]:
    return {
        "verb": verb,
        "host": call.host,
        "session": call.session,
        "cwd": call.cwd,
        "budget": budget,
    }
