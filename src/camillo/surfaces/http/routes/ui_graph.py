"""The graph as the page draws it: a thing and its nearest, the whole of notes and facts, a path between two."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import Field

from camillo.app.looking import graph
from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.shapes import Out, Text, Time

router = APIRouter(prefix="/ui/graph", tags=["page"])

DotId = Annotated[
    str, Query(min_length=3, max_length=400, examples=["entity:ana"], description="a dot's `id`")
]


class Dot(Out):
    """A thing: an entity, a memory, a page or a captured source."""

    id: Text = Field(examples=["entity:ana"])
    kind: Literal["entity", "memory", "page", "source"]
    ref: Text = Field(description="an entity's key, a memory's id, a note's slug")
    label: Text
    at: Time
    wing_id: Text = Field(validation_alias="wing")


class Tie(Out):
    """What joins two things."""

    a: Text
    b: Text
    kind: Text = Field(examples=["fact"])
    weight: float
    says: Text = Field(description="a fact's predicate")
    fact: str = Field(description="a fact's id")
    since: Time
    until: Time


class Web(Out):
    """Things and what joins them."""

    dots: list[Dot]
    ties: list[Tie]
    centre: Text = Field(description="the id of the dot that was asked about")
    more: int = Field(description="how many were left out")


class Dots(Out):
    """Things by name."""

    dots: list[Dot]


class Passed(Out):
    """A thing on a path and what leads to it from the one before, with the words it rests on."""

    dot: Dot
    by: Text = Field(examples=["mentions"])
    says: Text
    text: Text
    cite: str
    at: Time
    speaker: Text
    source: Text


class Path(Out):
    """The likeliest way from one thing to another; empty where none was found."""

    steps: list[Passed]


@router.get("", summary="What is beside a thing, or how all hangs together")
def get_web(
    ask: Asking,
    id: DotId | None = None,
    limit: Annotated[int, Query(ge=1, le=5_000)] = 40,
) -> Web:
    """A thing with its nearest; without an id notes, entities and facts as a whole."""
    with ask.palace("read") as palace:
        looking = palace.looking
        found = looking.overview(limit) if id is None else looking.around(id, limit)
    return Web.model_validate(found)


@router.get("/names", summary="Things by a part of their name")
def get_names(
    ask: Asking,
    q: Annotated[str, Query(min_length=1, max_length=100, examples=["an"])],
    limit: Annotated[int, Query(ge=1, le=50)] = 12,
) -> Dots:
    """Entities whose names begin so, and notes whose titles have it."""
    with ask.palace("read") as palace:
        found = palace.looking.named(q, limit)
    return Dots(dots=[Dot.model_validate(one) for one in found])


@router.get("/path", summary="How two things hang together")
def get_path(ask: Asking, a: DotId, b: DotId, hops: Annotated[int, Query(ge=1, le=8)] = 4) -> Path:
    """The likeliest way between two things, each step with its source."""
    with ask.palace("read") as palace:
        found = palace.looking.path(a, b, hops)
    return Path(steps=[_passed(one) for one in found])


def _passed(one: graph.Passed) -> Passed:
    step = one.step
    return Passed(
        dot=Dot.model_validate(one.dot),
        by=step.by,
        says=step.says,
        text=step.text,
        cite=step.cite,
        at=step.at,
        speaker=step.speaker,
        source=step.source,
    )
