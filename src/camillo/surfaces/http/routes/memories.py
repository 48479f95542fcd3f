"""Memories: texts that are stored, listed, read and deleted."""

from fastapi import APIRouter
from pydantic import Field

from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.shapes import Done, Id, In

router = APIRouter(tags=["memories"])


class Store(In):
    """A text to be remembered."""

    wing_id: Id = Field(examples=["orion"])
    room_id: Id = Field(examples=["api"])
    hall: Id = Field(examples=["decisions"])
    content: str = Field(min_length=1, max_length=5_000)


@router.post("/memories", status_code=201, summary="Store a memory")
def store(ask: Asking, body: Store) -> Done:
    """Store."""
    with ask.palace("write") as palace:
        receipt = palace.add(body.content, wing=body.wing_id, room=body.room_id, hall=body.hall)
    return Done.model_validate(receipt)
