"""What the resident process says: the wake-up of a wing, the memories of a prompt."""

from typing import TYPE_CHECKING

from camillo.formats.shapes import wing_of

if TYPE_CHECKING:
    from camillo.app.palace import Palace
    from camillo.app.resident.wire import Request

WAKE_UP_BUDGET = 600
PROMPT_BUDGET = 400


def answer(palace: "Palace", request: "Request") -> str:
    """The text to inject, fenced; empty where there is nothing to say."""
    if request.verb == "prompt":
        wing = wing_of(request.cwd)
        known = wing and any(row["wing"] == wing for row in palace.wings())
        return palace.relevant(
            request.prompt,
            wing=wing if known else None,
            budget=request.budget or PROMPT_BUDGET,
            session=request.session or None,
        ).text
    return ""
