"""What remembering a message did."""

from dataclasses import dataclass
from typing import Literal

Action = Literal["created", "merged", "unchanged"]


@dataclass(frozen=True, slots=True)
class Remembered:
    """A message that was filed word for word, and the memory that was distilled from it.

    ``id`` is the memory's new version, the message itself where it states nothing to keep; ``path`` is the
    memory's, "" for none. ``superseded`` are statements that it ended, ``cites`` the spans of the message that
    were kept. ``message`` is the id of the message. ``also`` are paths of further memories it went into.
    ``flags``: ``nothing-stated``, ``secrets-left-out``, ``model-failed`` (no usable answer in time: the
    words were read by rule), ``model-corrected`` (what the model said without support was dropped).
    """

    action: Action
    id: str
    path: str
    message: str
    superseded: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Kept:
    """A memory as it stands: its path, the id and text of its current version, its wing and its times.

    ``cites`` are the ids that its lines rest on; ``versions`` the ids of all versions, the oldest first.
    """

    path: str
    id: str
    text: str
    wing: str
    cites: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()
