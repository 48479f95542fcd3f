"""The palace at a glance: its plan, what came last, and the tunnels between its rooms."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.shapes import Instant, Out, PathId, RoomId, Text, Time, WingId

router = APIRouter(prefix="/ui", tags=["page"])

#: Characters of a memory that a glance shows.
_GLANCE = 300


class RoomOnPlan(Out):
    """A room, how many memories lie in it, and of which halls they are."""

    id: Text = Field(validation_alias="room")
    memories: int = Field(validation_alias="turns")
    newest: Instant
    halls: dict[str, int]


class WingOnPlan(Out):
    """A wing with its rooms, the fullest first."""

    id: Text = Field(validation_alias="wing")
    memories: int = Field(validation_alias="turns")
    newest: Instant
    rooms: list[RoomOnPlan]


class Plan(Out):
    """The plan of your palace; the totals are those of `stats`."""

    wings: list[WingOnPlan]
    halls: list[str] = Field(description="the halls of this palace, in their order")
    kinds: list[str] = Field(description="the kinds of sources")
    memories: int
    drawers: int
    documents: int
    sources: int


class Glance(Out):
    """A memory at a glance: how it begins, and where it lies."""

    id: str
    text: Text
    cut: bool = Field(description="whether there is more of it")
    at: Time
    speaker: Text
    title: Text
    room_id: Text
    hall: Text


class Newest(Out):
    """What was filed last."""

    memories: list[Glance]


class Spot(Out):
    """A room and its wing."""

    wing_id: Text = Field(validation_alias="wing")
    room_id: Text = Field(validation_alias="room")


class Door(Out):
    """A tunnel between two rooms."""

    a: Spot
    b: Spot
    strength: float
    reason: Text
    number: int = Field(description="of one that was dug by hand, else 0")
    entities: list[Text]
    evidence: list[str]


class Doors(Out):
    """Tunnels, the strongest first."""

    doors: list[Door]


@router.get("/plan", summary="The plan of your palace")
def get_plan(ask: Asking) -> Plan:
    """Wings, rooms and halls with how much lies in them."""
    with ask.palace("read") as palace:
        seen = palace.looking.plan()
        halls, kinds = palace.looking.halls(), palace.looking.kinds()
    return Plan(
        wings=[WingOnPlan.model_validate(one) for one in seen.wings],
        halls=list(halls),
        kinds=list(kinds),
        memories=seen.counts["turns"],
        drawers=seen.counts["drawers"],
        documents=seen.counts["documents"],
        sources=seen.counts["sources"],
    )


@router.get("/wings/{wingId}/newest", summary="What was filed in a wing last")
def get_newest(
    ask: Asking,
    wingId: PathId,
    room: RoomId = None,
    limit: Annotated[int, Query(ge=1, le=20)] = 3,
) -> Newest:
    """The newest memories of a wing or of a room in it, at a glance."""
    with ask.palace("read") as palace:
        found = palace.looking.newest(wingId, room, limit)
    return Newest(
        memories=[
            Glance(
                id=one.id,
                text=one.text[:_GLANCE],
                cut=len(one.text) > _GLANCE,
                at=one.turn.at,
                speaker=one.turn.speaker,
                title=one.title,
                room_id=one.room,
                hall=one.hall,
            )
            for one in found
        ]
    )


@router.get("/doors", summary="Tunnels between rooms")
def get_doors(
    ask: Asking, wing: WingId = None, limit: Annotated[int, Query(ge=1, le=500)] = 200
) -> Doors:
    """Tunnels that were dug, then those that the palace found."""
    with ask.palace("read") as palace:
        found = palace.links.tunnels(wing, limit=limit)
    return Doors(doors=[Door.model_validate(one) for one in found])
