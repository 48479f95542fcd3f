"""A conversation or a document, read around one of its texts."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from camillo.app.looking.reading import Read
from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.shapes import Anything, Out, PathId, Text, Time

router = APIRouter(prefix="/ui", tags=["page"])


class Marked(Out):
    """The text that was asked for, with what stands around it in its turn."""

    before: Text
    text: Text
    after: Text


class TurnRead(Out):
    """A turn; `cut` is how many of its bytes are left out of `text`."""

    id: str
    text: Text
    size: int
    cut: int
    passage: Marked | None
    at: Time
    speaker: Text
    role: Text
    part: Text
    branch: Text
    wing_id: Text
    room_id: Text
    hall: Text
    media_type: Text
    readable: bool
    meta: Anything


class Conversation(Out):
    """Turns `first` and on of `total`, with the one that was asked for."""

    focus: str
    title: Text
    conversation: Text
    source: Text
    source_kind: Text
    first: int
    total: int
    branches: dict[str, int] = Field(
        description="turns by branch; the empty name is the visible one"
    )
    parts: dict[str, int]
    current: bool
    turns: list[TurnRead]


@router.get("/conversation/{id}", summary="The conversation around a text")
def get_conversation(
    ask: Asking,
    id: PathId,
    before: Annotated[int, Query(ge=0, le=200)] = 20,
    after: Annotated[int, Query(ge=0, le=200)] = 20,
) -> Conversation:
    """The turns before and after a text, whole, with the text itself marked."""
    with ask.palace("read") as palace:
        seen = palace.looking.reading(id, before=before, after=after)
    return Conversation(
        focus=seen.focus,
        title=seen.title,
        conversation=seen.conversation,
        source=seen.source,
        source_kind=seen.source_kind,
        first=seen.first,
        total=seen.total,
        branches=dict(seen.branches),
        parts=dict(seen.parts),
        current=seen.current,
        turns=[_shown(one) for one in seen.turns],
    )


def _shown(read: Read) -> TurnRead:
    memory = read.memory
    return TurnRead(
        id=memory.id,
        text=read.text,
        size=read.size,
        cut=read.cut,
        passage=None if read.passage is None else Marked.model_validate(read.passage),
        at=memory.turn.at,
        speaker=memory.turn.speaker,
        role=memory.turn.role,
        part=memory.part,
        branch=memory.branch,
        wing_id=memory.wing,
        room_id=memory.room,
        hall=memory.hall,
        media_type=memory.media_type,
        readable=memory.encoding is not None,
        meta=memory.meta,  # type: ignore[arg-type]
    )
