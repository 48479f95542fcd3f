"""Search."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.shapes import Anything, Out, Text, Time

router = APIRouter(tags=["search"])

Name = Annotated[str | None, Query(min_length=1, max_length=128)]


class Hit(Out):
    """One passage that answers; its `id` is what `memories/{id}` takes."""

    id: str
    text: Text
    score: float
    why: Anything
    wing_id: Text = Field(validation_alias="wing")
    room_id: Text = Field(validation_alias="room")
    hall: str
    at: Time
    source: Text
    source_kind: str
    conversation: Text
    title: Text
    speaker: Text
    role: str
    meta: Anything
    also: list[str]


class Found(Out):
    """Passages, best first."""

    results: list[Hit]
    searched: int
    coverage: float
    flags: list[str]


@router.get("/search", summary="Search your palace")
def search(
    ask: Asking,
    q: Annotated[str, Query(min_length=1, max_length=500, examples=["why did we choose GraphQL?"])],
    wingId: Name = None,
    roomId: Name = None,
    hall: Name = None,
    limit: Annotated[int, Query(ge=1, le=50)] = 10,
    since: Annotated[str | None, Query(examples=["2026-01-01"])] = None,
    until: Annotated[str | None, Query(examples=["2026-12-31"])] = None,
    speaker: Name = None,
) -> Found:
    """Passages that answer the question, best first, word for word with their origin."""
    with ask.palace("read") as palace:
        found = palace.search(
            q,
            wing=wingId,
            room=roomId,
            hall=hall,
            limit=limit,
            since=since,
            until=until,
            speaker=speaker,
        )
    return Found.model_validate(found)
