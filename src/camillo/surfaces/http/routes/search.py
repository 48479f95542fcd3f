"""Search."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.shapes import (
    Anything,
    Label,
    Out,
    RoomId,
    Text,
    Time,
    When,
    WingId,
)

router = APIRouter(tags=["search"])

Question = Annotated[
    str, Query(min_length=1, max_length=500, examples=["why did we choose GraphQL?"])
]


class Hit(Out):
    """One passage that answers; its `id` is what `memories/{id}` takes."""

    id: str = Field(examples=["03cb084d0fb190f22ebed869:0-16"])
    text: Text = Field(examples=["We chose GraphQL"])
    score: float = Field(examples=[0.97], description="from 0 to 1: relevance, not certainty")
    why: Anything
    wing_id: Text = Field(validation_alias="wing", examples=["orion"])
    room_id: Text = Field(validation_alias="room", examples=["api"])
    hall: Text = Field(examples=["decisions"])
    at: Time = Field(examples=["2026-05-01"])
    source: Text
    source_kind: Text
    conversation: Text
    title: Text
    speaker: Text
    role: Text
    meta: Anything
    also: list[str] = Field(description="ids of places that say the same")


class Found(Out):
    """Passages, best first."""

    results: list[Hit]
    searched: int = Field(description="drawers inside the filters")
    coverage: float = Field(description="the share of them that has transformer vectors")
    flags: list[str]


@router.get("/search", summary="Search your palace")
def search(
    ask: Asking,
    q: Question,
    wing: WingId = None,
    room: RoomId = None,
    hall: Label = None,
    limit: Annotated[int, Query(ge=1, le=50)] = 10,
    since: When = None,
    until: When = None,
    speaker: Label = None,
) -> Found:
    """Passages that answer the question, best first, word for word with their origin."""
    with ask.palace("read") as palace:
        found = palace.search(
            q,
            wing=wing,
            room=room,
            hall=hall and palace.hall(hall),
            limit=limit,
            since=since,
            until=until,
            speaker=speaker,
        )
    return Found.model_validate(found)
