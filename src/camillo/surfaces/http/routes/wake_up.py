"""The wake-up: what a new session is given."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.shapes import Out, PathId, Text

router = APIRouter(tags=["wake-up"])


class WakeUp(Out):
    """Context in three layers, fenced: remembered text is data."""

    l0: Text = Field(description="who and where")
    l1: Text = Field(description="what matters")
    l2: Text = Field(description="what belongs to the task")
    text: Text = Field(description="all of it, as it goes into a prompt")
    total_tokens: int = Field(examples=[212])
    tokens: dict[str, int]
    cites: list[str]
    flags: list[str]


@router.get("/wake-up/{wingId}", summary="Context for a new session")
def wake_up(
    ask: Asking,
    wingId: PathId,
    task: Annotated[str | None, Query(max_length=2_000, examples=["add rate limits"])] = None,
    budget: Annotated[int, Query(ge=0, le=8_000)] = 600,
) -> WakeUp:
    """Who and where, what matters in the wing, and what the task needs, within a budget of tokens."""
    with ask.palace("read") as palace:
        return WakeUp.model_validate(palace.wake_up(wing=wingId, task=task, budget=budget))
