"""Wings and their rooms. A wing's id is its name; it is there as soon as something lies in it."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field

from camillo.app.palace import Palace
from camillo.domain.errors import NotFound
from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.shapes import (
    Cursor,
    Done,
    DryRun,
    Id,
    In,
    Instant,
    Out,
    PathId,
    Text,
)
from camillo.surfaces.http.tags import IfMatch, unchanged

router = APIRouter(tags=["wings"])


class Room(Out):
    """A topic in a wing."""

    id: Text = Field(validation_alias="room", examples=["api"])
    memories: int = Field(validation_alias="turns", examples=[12])
    newest: Instant = Field(examples=["2026-05-01T00:00:00Z"])


class Wing(Out):
    """A project, person or workspace, with its rooms."""

    id: Text = Field(validation_alias="wing", examples=["orion"])
    memories: int = Field(validation_alias="turns", examples=[40])
    newest: Instant = Field(examples=["2026-05-01T00:00:00Z"])
    rooms: list[Room]


class Wings(Out):
    """One page of wings, by name."""

    wings: list[Wing]
    next: str | None = None


class Rooms(Out):
    """The rooms of a wing, by name."""

    rooms: list[Room]


class Rename(In):
    """A new name; onto an existing one it merges."""

    name: Id = Field(examples=["orion mobile"])


class Deleted(Out):
    """What a deletion removed, or would remove: memories that lie nowhere else, and how many."""

    dry_run: bool
    memories: int
    ids: list[str] = Field(description="at most 1,000")
    receipt: Done | None = None


@router.get("/wings", summary="List your wings")
def list_wings(
    ask: Asking, limit: Annotated[int, Query(ge=1, le=500)] = 100, cursor: Cursor = None
) -> Wings:
    """Your wings by name, with their rooms, counts and newest time."""
    start = ask.start("wings", {}, cursor)
    with ask.palace("read") as palace:
        rows = palace.wings()
    shown, after = ask.page("wings", {}, rows, start, limit)
    return Wings(wings=[Wing.model_validate(row) for row in shown], next=after)


@router.get("/wings/{wingId}", summary="One wing")
def get_wing(ask: Asking, wingId: PathId) -> Wing:
    """A wing with its rooms."""
    with ask.palace("read") as palace:
        return shown(palace, wingId)


@router.get("/wings/{wingId}/rooms", summary="The rooms of a wing")
def list_rooms(ask: Asking, wingId: PathId) -> Rooms:
    """The rooms of a wing, by name."""
    with ask.palace("read") as palace:
        return Rooms(rooms=shown(palace, wingId).rooms)


@router.patch("/wings/{wingId}", summary="Rename a wing")
def rename_wing(ask: Asking, wingId: PathId, body: Rename, if_match: IfMatch = None) -> Done:
    """Rename a wing; memories keep their ids. With `If-Match` only what you have read is renamed."""
    with ask.palace("write") as palace:
        unchanged(if_match, shown(palace, wingId))
        return Done.model_validate(palace.rename_wing(wingId, body.name))


@router.patch("/wings/{wingId}/rooms/{roomId}", summary="Rename a room")
def rename_room(ask: Asking, wingId: PathId, roomId: PathId, body: Rename) -> Done:
    """Rename a room of a wing; onto an existing one it merges."""
    with ask.palace("write") as palace:
        return Done.model_validate(palace.rename_room(wingId, roomId, body.name))


@router.delete("/wings/{wingId}", summary="Delete a wing for good")
def delete_wing(
    ask: Asking, wingId: PathId, dry_run: DryRun = False, if_match: IfMatch = None
) -> Deleted:
    """Delete a wing with its rooms, and for good what lies in no other wing; the rest stays whole."""
    with ask.palace("write") as palace:
        unchanged(if_match, shown(palace, wingId))
        doomed = palace.plan_forget(wing=wingId)
        receipt = None if dry_run else palace.forget(wing=wingId)
    return deleted([one.id for one in doomed], receipt, dry_run)


def deleted(ids: list[str], receipt: Any, dry_run: bool) -> Deleted:
    """What became of a deletion."""
    done = None if receipt is None else Done.model_validate(receipt)
    return Deleted(dry_run=dry_run, memories=len(ids), ids=ids[:1_000], receipt=done)


def shown(palace: Palace, wing: str) -> Wing:
    """A wing as it is told.

    Raises:
        NotFound: there is none of this name.
    """
    for row in palace.wings():
        if row["wing"] == wing:
            return Wing.model_validate(row)
    raise NotFound(f"no wing named {wing!r}", "list the wings")
