"""What tools answer, as typed structures. Optional fields at their default are left out."""

from typing import Any

from pydantic import BaseModel


class Placed(BaseModel):
    """Where a text lies, who said it and when; times are text as the source wrote them. `origin`: web, share."""

    id: str
    wing: str = ""
    room: str = ""
    hall: str = ""
    at: str = ""
    speaker: str = ""
    source: str = ""
    title: str = ""
    origin: str = ""


class Hit(Placed):
    """A passage. `truncated`: memory_get has all; `escaped`: steering characters show as escapes.

    `superseded`: what it states that no longer holds, with what does.
    """

    text: str
    score: float
    truncated: bool = False
    escaped: bool = False
    superseded: list[str] = []


class Found(BaseModel):
    """Passages, best first. With `has_more`, ask again with a higher `offset`."""

    notice: str
    results: list[Hit]
    has_more: bool
    searched: int
    flags: list[str] = []


class Neighbour(BaseModel):
    """A turn of the same conversation beside the one asked for."""

    id: str
    at: str = ""
    speaker: str = ""
    text: str = ""
    truncated: bool = False
    origin: str = ""


class Link(BaseModel):
    """A text that this one hangs together with; `outward`: the link leads from this one, as effect to cause."""

    id: str
    kind: str
    weight: float
    outward: bool
    text: str
    reason: str = ""
    number: int = 0
    origin: str = ""


class Tunnel(BaseModel):
    """Two rooms that belong together, each as wing and room; by hand where it has a `number`."""

    a: list[str]
    b: list[str]
    strength: float
    reason: str = ""
    number: int = 0
    entities: list[str] = []
    evidence: list[str] = []


class Tunnels(BaseModel):
    """Tunnels, those made by hand first; `evidence` are ids that memory_get takes."""

    notice: str
    tunnels: list[Tunnel]


class WalkedRoom(BaseModel):
    """A room that a walk reached in `hop` steps; `via`: the wings or tunnels that lead to it."""

    room: str
    wings: list[str]
    count: int
    hop: int
    via: list[str] = []


class Walk(BaseModel):
    """Rooms, nearest first, then those that hold most."""

    notice: str
    rooms: list[WalkedRoom]
    has_more: bool = False


class Dug(BaseModel):
    """A tunnel made by hand, with the number by which it is undone."""

    number: int
    receipt: "Receipt"


class Text(Placed):
    """One exact text, or a part of it: `next_offset` is where it goes on when `has_more`."""

    notice: str
    text: str
    characters: int
    has_more: bool
    next_offset: int = 0
    escaped: bool = False
    role: str = ""
    conversation: str = ""
    document: str = ""
    media_type: str = "text/plain"
    bytes: int
    meta: dict[str, Any] = {}
    replaced: bool = False
    links: list[Link] = []
    tunnels: list[Tunnel] = []
    facts: list[str] = []
    before: list[Neighbour] = []
    after: list[Neighbour] = []


class WakeUp(BaseModel):
    """Context for a session in three layers; `total_tokens` counts all of the text's."""

    l0: str
    l1: str
    l2: str
    total_tokens: int
    cites: list[str] = []
    flags: list[str] = []


class Entry(BaseModel):
    """A dated entry of a role's diary."""

    id: str
    role: str
    text: str
    at: str = ""
    wing: str = ""
    truncated: bool = False
    escaped: bool = False


class Diary(BaseModel):
    """Entries, newest first; with `has_more`, ask for those `until` the last one's time."""

    notice: str
    entries: list[Entry]
    has_more: bool


class Receipt(BaseModel):
    """Proof of a write, read back from the palace."""

    number: int
    at: str
    counts: dict[str, int]
    notes: list[str] = []


class Kept(BaseModel):
    """A text was kept, word for word; `known`: it was there already."""

    ids: list[str]
    known: bool
    receipt: Receipt
    wing: str = ""
    room: str = ""
    hall: str = ""


class Remembered(BaseModel):
    """A message, kept word for word as `message`, and the memory that it was distilled into.

    `action`: created, merged or unchanged; `superseded`: statements that it ended; `cites`: what of it was kept.
    """

    action: str
    id: str
    path: str
    superseded: list[str]
    cites: list[str]
    message: str = ""
    also: list[str] = []
    flags: list[str] = []


class Doomed(Placed):
    """A text that forgetting would remove, with its first words."""

    bytes: int
    excerpt: str


class Forgotten(BaseModel):
    """What would go (dry_run), or the receipt of what is gone."""

    dry_run: bool
    would_forget: list[Doomed]
    receipt: Receipt | None = None


class Room(BaseModel):
    """A room with its turns and the newest of their times."""

    room: str
    turns: int
    newest: str = ""


class Wing(BaseModel):
    """A wing; `more_rooms` counts rooms left out here, listed when its name is given."""

    wing: str
    turns: int
    newest: str = ""
    rooms: list[Room]
    more_rooms: int = 0


class SharedWing(BaseModel):
    """A wing that another user shares with this one; `wing` is what tools take."""

    wing: str
    role: str


class Wings(BaseModel):
    """Wings by name; `shared` are those of others."""

    wings: list[Wing]
    has_more: bool = False
    shared: list[SharedWing] = []


class Status(BaseModel):
    """How much a palace holds; `covered`: the share of drawers with transformer vectors."""

    total_drawers: int
    turns: int
    covered: float
    wings: list[Wing]
    has_more: bool = False


class Fact(BaseModel):
    """A fact with its times; not `current`: it ended, was taken back, or is `contested` by another."""

    id: str
    subject: str = ""
    predicate: str = ""
    object: str = ""
    valid_from: str = ""
    valid_to: str = ""
    recorded_at: str = ""
    retracted_at: str = ""
    said_at: str = ""
    confidence: float = 1.0
    by: str = ""
    asserted: bool = False
    cite: str = ""
    current: bool = True
    superseded_by: str = ""
    contested: str = ""


class Facts(BaseModel):
    """Facts, those put in by hand first, or by time; `cite` is an id that memory_get takes."""

    notice: str
    facts: list[Fact]
    has_more: bool = False


class Stated(BaseModel):
    """A fact as it stands now; `known`: it was held already. `ended` are those that it closed."""

    fact: Fact
    known: bool
    ended: list[Fact] = []
    contradicts: list[Fact] = []
    receipt: Receipt | None = None
    flags: list[str] = []


class Backlink(BaseModel):
    """A note that leads here, with the line that does."""

    note: str
    title: str = ""
    line: str = ""
    origin: str = ""


class Note(BaseModel):
    """A note or a part of it; `version` is what note_write takes. `links`, `broken`: where it leads, what is unwritten.

    `origin` is web or file for captured text.
    """

    notice: str
    note: str
    text: str
    version: int
    has_more: bool
    next_offset: int = 0
    title: str = ""
    layer: str = ""
    changed: str = ""
    id: str = ""
    wing: str = ""
    url: str = ""
    origin: str = ""
    tags: list[str] = []
    links: list[str] = []
    broken: list[str] = []
    backlinks: list[Backlink] = []
    escaped: bool = False


class NoteKept(BaseModel):
    """A page as it stands now. `linked`: notes that it leads to; `broken`: pages that it asks for."""

    note: str
    version: int
    id: str
    linked: list[str] = []
    broken: list[str] = []


class Watching(BaseModel):
    """An entry of the watch list; `waiting`: for the user's yes."""

    url: str
    waiting: bool


class NoteLinks(BaseModel):
    """How a note hangs together: where it leads, what leads to it, what shares its tags, by tag."""

    notice: str
    note: str
    links: list[str]
    backlinks: list[Backlink]
    broken: list[str] = []
    shared: dict[str, list[str]] = {}
