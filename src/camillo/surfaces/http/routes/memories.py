"""Memories: texts that are stored, listed, read and deleted."""

from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import Field

from camillo.domain.search import Memory as Kept
from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.routes.wings import Deleted, deleted
from camillo.surfaces.http.shapes import (
    Anything,
    Cursor,
    Done,
    DryRun,
    Id,
    In,
    Label,
    Out,
    PathId,
    RoomId,
    Text,
    Time,
    WingId,
)
from camillo.surfaces.http.tags import IfMatch, unchanged

router = APIRouter(tags=["memories"])

_BYTES = "application/octet-stream"


class Store(In):
    """A text to be remembered."""

    wing_id: Id = Field(examples=["orion"])
    room_id: Id = Field(examples=["api"])
    hall: Id = Field(examples=["decisions"])
    content: str = Field(min_length=1, max_length=5_000, examples=["We chose GraphQL."])
    source_note_id: Id | None = Field(None, examples=["note-42"])


class Memory(Out):
    """A text as it was stored, with where it lies and where it comes from."""

    id: str = Field(examples=["03cb084d0fb190f22ebed869:0-17"])
    content: Text = Field(validation_alias="text", examples=["We chose GraphQL."])
    wing_id: Text = Field(validation_alias="wing", examples=["orion"])
    room_id: Text = Field(validation_alias="room", examples=["api"])
    hall: Text = Field(examples=["decisions"])
    at: Time = None
    speaker: Text = ""
    role: Text = ""
    source: Text
    source_kind: Text
    conversation: Text
    title: Text
    document: str = Field(description="the content address")
    media_type: Text
    meta: Anything


class Memories(Out):
    """One page of memories, those stored last first."""

    memories: list[Memory]
    next: str | None = None


@router.post("/memories", status_code=201, summary="Store a memory")
def store_memory(ask: Asking, body: Store) -> Done:
    """Store a text, word for word; it can be found the moment this is answered."""
    meta = {"source_note": body.source_note_id} if body.source_note_id else {}
    with ask.palace("write") as palace:
        receipt = palace.add(
            body.content,
            wing=body.wing_id,
            room=body.room_id,
            hall=palace.hall(body.hall),
            meta=meta,
        )
    return Done.model_validate(receipt)


@router.get("/memories", summary="List memories")
def list_memories(
    ask: Asking,
    wing: WingId = None,
    room: RoomId = None,
    hall: Label = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Cursor = None,
) -> Memories:
    """Memories that lie in a wing, a room or a hall, those stored last first."""
    filters = {"wing": wing, "room": room, "hall": hall}
    before = ask.start("memories", filters, cursor)
    with ask.palace("read") as palace:
        found = palace.texts.list(
            wing=wing,
            room=room,
            hall=hall and palace.hall(hall),
            before=before or None,
            limit=limit,
        )
    after = ask.next("memories", filters, found.next)
    return Memories(memories=[shown_memory(one) for one in found.texts], next=after)


@router.get("/memories/{id}", summary="One memory")
def get_memory(ask: Asking, id: PathId) -> Memory:
    """The text behind an id."""
    with ask.palace("read") as palace:
        return shown_memory(palace.get(id))


@router.get(
    "/memories/{id}/content",
    summary="The exact bytes of a memory",
    response_class=Response,
    responses={
        200: {
            "content": {"application/octet-stream": {"example": "We chose GraphQL."}},
            "description": "the bytes",
        }
    },
)
def get_content(ask: Asking, id: PathId) -> Response:
    """The bytes behind an id, as they came in."""
    with ask.palace("read") as palace:
        content = palace.get(id).content
    return Response(content, media_type=_BYTES)


@router.delete("/memories/{id}", summary="Delete a memory for good")
def delete_memory(
    ask: Asking, id: PathId, dry_run: DryRun = False, if_match: IfMatch = None
) -> Deleted:
    """Remove a text for good: its words, its index and its vectors, in every wing it lies in."""
    with ask.palace("write") as palace:
        unchanged(if_match, shown_memory(palace.get(id)))
        doomed = palace.plan_forget([id])
        receipt = None if dry_run else palace.forget([id])
    return deleted([one.id for one in doomed], receipt, dry_run)


def shown_memory(memory: Kept) -> Memory:
    """A memory as it is told."""
    told = memory.turn
    shown = Memory.model_validate(memory)
    return shown.model_copy(update={"at": told.at, "speaker": told.speaker, "role": told.role})
