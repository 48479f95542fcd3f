"""Search."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field

from camillo.domain.errors import InvalidInput
from camillo.domain.search import Found as Answer
from camillo.surfaces.http.asking import Ask, Asking
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


class Origin(Out):
    """The share that a passage came through; it is read at `shares/{id}/memories/{memoryId}`."""

    share: str = Field(examples=["9f2c4e1ab07d3358"])
    name: Text = Field(examples=["Ana: orion"])
    role: str = Field(examples=["reader"])


class HitOf(Hit):
    """A passage with its origin."""

    origin: Origin | None = Field(None, description="none: it is your own")


class Found(Out):
    """Passages, best first."""

    results: list[HitOf]
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
    shared: Annotated[bool, Query(description="also search what others share with you")] = False,
) -> Found:
    """Passages that answer the question, best first, word for word with their origin.

    With `shared` each wing that is shared with you is searched by itself, and the results stand by rank.
    """
    if shared and (wing or room):
        raise InvalidInput(
            "wings and rooms are your own", "leave shared out, or search a share by itself"
        )
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
    if not shared:
        return Found.model_validate(found)
    asked = {"hall": hall, "limit": limit, "since": since, "until": until, "speaker": speaker}
    return _with_shared(ask, q, found, asked)


def _with_shared(ask: Ask, question: str, own: Answer, asked: dict[str, Any]) -> Found:
    request = ask.request.scope["request_id"]
    beside = ask.serving.through.search(ask.caller, question, own, asked, request)
    rows = []
    for one in beside.hits:
        share_of = one.share
        origin = share_of and Origin(share=share_of.id, name=share_of.name, role=share_of.role)
        rows.append(HitOf.model_validate(one.hit).model_copy(update={"origin": origin}))
    return Found(
        results=rows,
        searched=beside.searched,
        coverage=own.coverage,
        flags=list(beside.flags),
    )
