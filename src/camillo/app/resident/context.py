"""What the resident process says: the wake-up of a wing, the memories of a prompt."""

from typing import TYPE_CHECKING

from camillo.formats.shapes import wing_of

if TYPE_CHECKING:
    from camillo.app.palace import Palace
    from camillo.app.resident.wire import Request

WAKE_UP_BUDGET = 600
PROMPT_BUDGET = 400


def answer(palace: "Palace", request: "Request", given: set[str]) -> str:
    """The text to inject, fenced; empty where there is nothing to say.

    A session starts in the wing of its folder. A prompt is answered from that wing, or from the
    whole palace where there is no such wing. ``given`` are the ids that the session has already;
    those of the answer are added.
    """
    wing = wing_of(request.cwd) or None
    if request.verb == "start":
        woken = palace.wake_up(wing=wing, budget=request.budget or WAKE_UP_BUDGET)
        return "" if "empty" in woken.flags else woken.text
    known = wing is not None and any(row["wing"] == wing for row in palace.wings())
    found = palace.relevant(
        request.prompt,
        wing=wing if known else None,
        budget=request.budget or PROMPT_BUDGET,
        session=request.session or None,
        exclude=frozenset(given),
    )
    given.update(found.ids)
    return found.text
