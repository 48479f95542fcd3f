"""Notes: pages that people and agents write and tend, and the captured sources they draw on."""

from dataclasses import dataclass
from typing import Literal

Layer = Literal["page", "source"]
#: The kinds of a note's turns: a page is written, a source was captured and is never rewritten.
PAGE: Layer = "page"
SOURCE: Layer = "source"
LAYERS: tuple[Layer, ...] = (PAGE, SOURCE)

#: What a version came from.
Verb = Literal["create", "edit", "rename", "delete", "restore", "capture"]


@dataclass(frozen=True, slots=True)
class Note:
    """A note as it stands: its address, where it lies and its text.

    ``slug`` is its name in links; ``path`` where a folder of Markdown keeps it; ``version`` counts from 1
    and is what an edit must name; ``id`` is what `get` takes. ``changed`` and ``created`` are ISO times.
    ``url`` is a captured source's canonical address; ``origin`` is ``web`` or ``file`` where it was taken from.
    """

    slug: str
    title: str
    layer: Layer
    version: int
    id: str
    text: str
    path: str
    wing: str
    created: str
    changed: str
    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    url: str = ""
    deleted: bool = False
    origin: str = ""


@dataclass(frozen=True, slots=True)
class NoteVersion:
    """One version of a note: what was done, what it was called, when, and the id of its text.

    ``id`` is empty where the version has no text of its own (a deletion, a restoration).
    """

    version: int
    verb: Verb
    slug: str
    title: str
    at: str
    id: str = ""


@dataclass(frozen=True, slots=True)
class Backlink:
    """A link that leads to a note: whose it is and the line it stands in. ``origin`` as of a note."""

    slug: str
    title: str
    layer: Layer
    line: str
    kind: str
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Broken:
    """A link that leads nowhere: a page to be written. ``target`` is as it was written first."""

    target: str
    wanted_by: tuple[str, ...]
