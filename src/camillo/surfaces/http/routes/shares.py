"""Shares: one wing of yours opened to another user, and what others opened to you."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field

from camillo.app.sharing.window import Window
from camillo.domain.moment import Moment
from camillo.ports.server import Role, Share
from camillo.surfaces.http.asking import Ask, Asking
from camillo.surfaces.http.routes.keys import Ended, Stamp
from camillo.surfaces.http.routes.memories import Memory, shown_memory
from camillo.surfaces.http.routes.search import Found, Question
from camillo.surfaces.http.routes.wings import Rename, Room, Rooms
from camillo.surfaces.http.shapes import Done, Id, In, Label, Out, PathId, RoomId, Text, When

router = APIRouter(tags=["shares"])

Standing = Literal["waiting", "accepted", "ended"]


class On(In):
    """A share to be made of a wing that is shared with you."""

    role: Role = Field(examples=["reader"])
    name: Id | None = Field(None, description="what they see it under", examples=["Ana: orion"])
    expires: str | None = Field(None, max_length=40, examples=["2027-01-01"])


class Make(On):
    """A share to be made of a wing of yours."""

    wing_id: Id = Field(examples=["orion"])


class Code(In):
    """What was handed to you."""

    code: str = Field(min_length=1, max_length=200, examples=["camillo_share_9f2c4e1ab07d3358_..."])


class Given(Out):
    """A share of a wing of yours. Who took it is not told: you know whom you gave the code."""

    id: str = Field(examples=["9f2c4e1ab07d3358"])
    wing_id: Text = Field(
        validation_alias="wing",
        description="what the wing is called now; empty: it is there no longer",
        examples=["orion"],
    )
    name: Text = Field(examples=["Ana: orion"])
    role: Role
    created: Stamp
    expires: Stamp
    state: Standing
    via: str = Field(description="the share of the admin who made it; empty: yours", examples=[""])


class Made(Given):
    """A new share with its code."""

    code: str = Field(description="hand it over; it is accepted once, within seven days")


class Taken(Out):
    """A wing that is shared with you."""

    id: str = Field(examples=["9f2c4e1ab07d3358"])
    name: Text = Field(examples=["Ana: orion"])
    role: Role
    accepted: Stamp
    expires: Stamp


class Shares(Out):
    """Shares of your wings, the newest first, and those you took that stand."""

    given: list[Given]
    taken: list[Taken]


class Add(In):
    """A text for a wing that is shared with you."""

    room_id: Id = Field(examples=["api"])
    hall: Id = Field(examples=["decisions"])
    content: str = Field(min_length=1, max_length=5_000, examples=["We chose GraphQL."])


@router.post("/shares", status_code=201, summary="Share a wing")
def make_share(ask: Asking, body: Make) -> Made:
    """Open one wing of yours to whoever accepts the code first. It needs the scope admin."""
    ask.need("admin")
    with ask.palace("read") as palace:
        number = palace.wing_number(body.wing_id)
    name = body.name or body.wing_id
    made, code = ask.serving.shares.make(
        ask.caller.owner, number, body.role, name, _seconds(body.expires)
    )
    return _made(ask, made, body.wing_id, code)


@router.post("/shares/accept", status_code=201, summary="Accept a share")
def accept_share(ask: Asking, body: Code) -> Taken:
    """Take what a code opens. It needs the scope admin."""
    ask.need("admin")
    share = ask.serving.shares.accept(ask.caller.owner, body.code)
    ask.serving.audit.looked(ask.caller, share, "share accepted", ask.request.scope["request_id"])
    return Taken.model_validate(share)


@router.get("/shares", summary="List shares")
def list_shares(ask: Asking) -> Shares:
    """What you share, and what is shared with you."""
    shares, owner = ask.serving.shares, ask.caller.owner
    with ask.palace("read") as palace:
        names = palace.wing_names()
    return Shares(
        given=[_given(ask, one, names.get(one.wing, "")) for one in shares.given(owner)],
        taken=[Taken.model_validate(one) for one in shares.taken(owner)],
    )


@router.delete("/shares/{id}", summary="End a share")
def end_share(ask: Asking, id: PathId) -> Ended:
    """End a share that you gave or took, from now on. It needs the scope admin."""
    ask.need("admin")
    ask.serving.shares.end(ask.caller.owner, id)
    return Ended(revoked=True)


@router.post("/shares/{id}/shares", status_code=201, summary="Share a shared wing on")
def share_on(ask: Asking, id: PathId, body: On) -> Made:
    """Open a wing to one more user, as its admin; it ends with your own share. It needs the scope admin."""
    ask.need("admin")
    with window(ask, id, "admin", "write") as through:
        wing = through.name
    made, code = ask.serving.shares.make_on(
        ask.caller.owner, id, body.role, body.name or "", _seconds(body.expires)
    )
    return _made(ask, made, wing, code)


@router.get("/shares/{id}/rooms", summary="The rooms of a shared wing")
def shared_rooms(ask: Asking, id: PathId) -> Rooms:
    """The rooms of a wing that is shared with you."""
    with window(ask, id, "reader", "read") as through:
        return Rooms(rooms=[Room.model_validate(row) for row in through.rooms()])


@router.patch("/shares/{id}/rooms/{roomId}", summary="Rename a room of a shared wing")
def rename_shared_room(ask: Asking, id: PathId, roomId: PathId, body: Rename) -> Done:
    """Rename a room, as an admin of the wing."""
    with window(ask, id, "admin", "write") as through:
        return Done.model_validate(through.rename_room(roomId, body.name))


@router.get("/shares/{id}/search", summary="Search a shared wing")
def search_share(
    ask: Asking,
    id: PathId,
    q: Question,
    room: RoomId = None,
    hall: Label = None,
    limit: Annotated[int, Query(ge=1, le=50)] = 10,
    since: When = None,
    until: When = None,
    speaker: Label = None,
) -> Found:
    """Passages of a wing that is shared with you; its statistics come from that wing alone."""
    with window(ask, id, "reader", "read") as through:
        found = through.search(
            q, room=room, hall=hall, limit=limit, since=since, until=until, speaker=speaker
        )
    return Found.model_validate(found)


@router.get("/shares/{id}/memories/{memoryId}", summary="One memory of a shared wing")
def get_shared(ask: Asking, id: PathId, memoryId: PathId) -> Memory:
    """The text behind an id, if it lies in the wing."""
    with window(ask, id, "reader", "read") as through:
        return shown_memory(through.get(memoryId))


@router.post("/shares/{id}/memories", status_code=201, summary="Store a memory in a shared wing")
def store_shared(ask: Asking, id: PathId, body: Add) -> Done:
    """Store a text in another's wing, as a writer; its meta names the share. It is theirs from then on."""
    with window(ask, id, "writer", "write") as through:
        receipt = through.add(body.content, room=body.room_id, hall=body.hall, by=id)
    return Done.model_validate(receipt)


@contextmanager
def window(ask: Ask, id: str, role: Role, scope: Literal["read", "write"]) -> Iterator[Window]:
    """The wing behind a share of the caller's; see :meth:`camillo.app.sharing.through.Through.window`.

    Raises:
        Refused: the credential does not allow it.
    """
    ask.need(scope)
    with ask.serving.through.window(ask.caller, id, role, ask.request.scope["request_id"]) as it:
        yield it


def _given(ask: Ask, share: Share, wing: str) -> Given:
    stands = ask.serving.shares.stands(share)
    state: Standing = "ended" if not stands else "waiting" if share.taker is None else "accepted"
    told = {name: getattr(share, name) for name in ("id", "name", "role", "created", "via")}
    return Given.model_validate({**told, "wing": wing, "expires": share.expires, "state": state})


def _made(ask: Ask, share: Share, wing: str, code: str) -> Made:
    told = _given(ask, share, wing).model_dump()
    return Made.model_validate({**told, "wing": wing, "code": code})


def _seconds(at: str | None) -> float:
    return Moment.parse(at).micros / 1_000_000 if at else 0.0
