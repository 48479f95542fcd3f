"""Events: what a host application tells the palace when something changed there."""

from dataclasses import dataclass
from typing import Literal

from camillo.domain.moment import Moment

EventKind = Literal["note", "action", "prompt", "store"]
Action = Literal["saved", "unchanged", "outdated"]
KINDS: tuple[EventKind, ...] = ("note", "action", "prompt", "store")


@dataclass(frozen=True, slots=True)
class Event:
    """One change in a host application.

    ``id`` is the host's own: of the note, of the agent's task, of the prompt; a text stored explicitly
    needs none. ``workspace`` is the workspace's id, which a wing is kept for, and ``workspace_name`` what
    the wing is called when it is made. ``at`` is when it changed there. ``relations`` are ids of other notes.
    ``asked`` is the prompt that ``text`` answers. ``note`` and ``task`` say what an action, a prompt or a
    stored text belongs to; ``part`` tells several actions of one task apart.
    """

    kind: EventKind
    text: str
    workspace: str
    id: str = ""
    title: str = ""
    tags: tuple[str, ...] = ()
    at: Moment | None = None
    relations: tuple[str, ...] = ()
    workspace_name: str = ""
    asked: str = ""
    note: str = ""
    task: str = ""
    part: str = ""
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of an event.

    ``saved``: its text is on disk, word for word; ``unchanged``: it was known; ``outdated``: a later
    state of the note is there, and nothing was done. ``id`` is what `get` takes. ``extracted`` is False where
    its memories wait in the queue for another try; ``waiting`` counts all that do.
    """

    action: Action
    id: str
    wing: str
    rooms: tuple[str, ...]
    extracted: bool = True
    waiting: int = 0
