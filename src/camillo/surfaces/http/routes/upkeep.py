"""Upkeep: vectors that are missing, what has faded, and how the palace stands."""

from typing import Annotated

from fastapi import APIRouter, Body
from pydantic import Field

from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.shapes import Done, Id, In, Out, Text, Time

router = APIRouter(tags=["upkeep"])

_SHOWN = 100


class Backfill(In):
    """How many drawers to refine in this request."""

    limit: int = Field(default=500, ge=1, le=2_000, examples=[500])


class Refined(Out):
    """What was refined, and what still waits."""

    refined: int
    pending: int
    covered: float = Field(examples=[1.0])


class Prune(In):
    """What is to be hidden: memories of an age whose relevance has fallen below a value."""

    older_than: str = Field(default="180d", max_length=20, examples=["180d"])
    below: float = Field(default=0.2, ge=0, le=1)
    wing_id: Id | None = None
    dry_run: bool = False


class Faded(Out):
    """A memory that has faded."""

    id: str
    wing_id: Text = Field(validation_alias="wing")
    at: Time
    age: float = Field(description="in days")
    uses: int
    relevance: float


class Pruned(Out):
    """What was hidden; `undo` with the receipt's number brings it back."""

    dry_run: bool
    pruned: int
    faded: list[Faded] = Field(description="at most 100, the most faded first")
    receipt: Done | None = None


class Health(Out):
    """Whether the palace opens and answers."""

    status: str = Field(examples=["ok"])
    covered: float = Field(description="the share of drawers with transformer vectors")
    pending: int = Field(description="drawers that wait for them")
    waiting: int = Field(description="events that wait to be distilled")


class Stats(Out):
    """Counts of your palace."""

    wings: int
    rooms: int
    memories: int = Field(examples=[120])
    drawers: int
    documents: int
    sources: int
    bytes: int
    covered: float
    pending: int


@router.post("/backfill-embeddings", summary="Fill in missing vectors")
def backfill_embeddings(ask: Asking, body: Annotated[Backfill | None, Body()] = None) -> Refined:
    """Fill in the transformer tier for drawers that wait, newest first; call again while some do."""
    with ask.palace("write") as palace:
        return Refined.model_validate(palace.refine(limit=(body or Backfill()).limit))


@router.post("/prune", summary="Hide what has faded")
def prune(ask: Asking, body: Annotated[Prune | None, Body()] = None) -> Pruned:
    """Hide memories that nobody used for long; nothing is lost, and it can be undone."""
    told = body or Prune()
    with ask.palace("write") as palace:
        found = palace.pruning.plan(told.older_than, below=told.below, wing=told.wing_id)
        receipt = None
        if found and not told.dry_run:
            receipt = palace.pruning.prune(told.older_than, below=told.below, wing=told.wing_id)
    return Pruned(
        dry_run=told.dry_run,
        pruned=len(found),
        faded=[Faded.model_validate(one) for one in found[:_SHOWN]],
        receipt=None if receipt is None else Done.model_validate(receipt),
    )


@router.post("/prune/{number}/undo", summary="Bring back what was hidden")
def undo_prune(ask: Asking, number: int) -> Done:
    """Bring back what one pruning hid, by its receipt's number."""
    with ask.palace("write") as palace:
        return Done.model_validate(palace.pruning.undo(number))


@router.get("/health", summary="Whether your palace answers")
def health(ask: Asking) -> Health:
    """Open the palace and look."""
    with ask.palace("read") as palace:
        status = palace.status()
        return Health.model_validate(
            {"status": "ok", **status, "waiting": len(palace.events.waiting())}
        )


@router.get("/stats", summary="Counts of your palace")
def stats(ask: Asking) -> Stats:
    """How much lies in your palace."""
    with ask.palace("read") as palace:
        told, wings = palace.status(), palace.wings()
    rooms = sum(len(row["rooms"]) for row in wings)  # type: ignore[arg-type, misc]
    return Stats.model_validate(
        {**told, "memories": told["turns"], "wings": len(wings), "rooms": rooms}
    )
