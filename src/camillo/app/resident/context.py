"""What the resident process says: the wake-up of a wing, the memories of a prompt."""

from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app.mining.folders import wing_at
from camillo.formats.wings import wing_of

if TYPE_CHECKING:
    from camillo.app.palace import Palace
    from camillo.app.resident.wire import Request

WAKE_UP_BUDGET = 600
PROMPT_BUDGET = 400
#: Flags of a wake-up that tells of no memory.
_NOTHING = {"empty", "unknown-wing"}


def answer(palace: "Palace", request: "Request", given: set[str]) -> str:
    """The text to inject, fenced; empty where there is nothing to say.

    A session starts in the wing of its folder, and with nothing where nothing is remembered of it
    yet: that there is nothing helps nobody, and would be said at each start. A prompt is answered
    from that wing, or from the whole palace where there is no such wing. ``given`` are the ids that
    the session has already; those of the answer are added.
    """
    wing = _wing(palace, request.cwd)
    if request.verb == "start":
        wing = wing or wing_of(request.cwd) or None
        woken = palace.wake_up(wing=wing, budget=request.budget or WAKE_UP_BUDGET)
        return "" if _NOTHING & set(woken.flags) else woken.text
    found = palace.relevant(
        request.prompt,
        wing=wing,
        budget=request.budget or PROMPT_BUDGET,
        session=request.session or None,
        exclude=frozenset(given),
    )
    given.update(found.ids)
    return found.text


def _wing(palace: "Palace", cwd: str) -> str | None:
    """The wing of a session's folder, where anything is filed in it."""
    if not cwd or "\0" in cwd:
        return None
    return wing_at(Path(cwd), [str(row["wing"]) for row in palace.wings()])
