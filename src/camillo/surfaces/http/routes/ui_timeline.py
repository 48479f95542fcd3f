"""A palace along time, and facts put right: each correction tells the numbers by which it is undone."""

from typing import Annotated

from fastapi import APIRouter, Body, Query
from pydantic import Field

from camillo.domain.fact import Stated
from camillo.domain.moment import Moment
from camillo.domain.search import Filters
from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.routes.kg import Fact
from camillo.surfaces.http.routes.ui_palace import Glance
from camillo.surfaces.http.shapes import Cursor, In, Label, Out, PathId, Text, When, WingId

router = APIRouter(prefix="/ui", tags=["page"])

_GLANCE = 400


class Stretch(Out):
    """A day, a month or a year, and how many memories it has."""

    name: str = Field(examples=["2026-05-01"])
    memories: int


class Spread(Out):
    """How memories lie along time."""

    stretches: list[Stretch]
    memories: int
    undated: int


class MemoryLine(Out):
    """One page of memories by event time, the newest first."""

    memories: list["Dated"]
    next: str | None = None


class Dated(Glance):
    """A memory on the line, with its wing."""

    wing_id: Text


class PlacedFact(Fact):
    """A fact on the line."""

    held: bool = Field(description="whether it held on the day asked for")
    replaced_by: Text = Field(description="what took its place, in words")


class FactLine(Out):
    """Facts in the order in which they began to hold."""

    facts: list[PlacedFact]
    total: int = Field(description="how many there are; those that began last are told")


class End(In):
    """When a fact ceased to hold."""

    ended: str | None = Field(None, max_length=40, examples=["2026-05-01"])


class Supersede(In):
    """What holds instead, and since when."""

    object: str = Field(min_length=1, max_length=500, examples=["Zeta"])
    at: str | None = Field(None, max_length=40, examples=["2026-05-01"])


class Corrected(Out):
    """What a correction did; `numbers` undo it."""

    fact: Fact
    numbers: list[int]


class Undo(In):
    """Numbers of a correction."""

    numbers: list[int] = Field(min_length=1, max_length=10)


class Undone(Out):
    """What was undone."""

    numbers: list[int]


@router.get("/timeline", summary="How memories lie along time")
def get_spread(
    ask: Asking, wing: WingId = None, hall: Label = None, since: When = None, until: When = None
) -> Spread:
    """Counts by day, month or year, whichever tells the line in not too many."""
    with ask.palace("read") as palace:
        filters = _filters(wing, hall and palace.hall(hall), since, until)
        return Spread.model_validate(palace.looking.spread(filters))


@router.get("/timeline/memories", summary="Memories along time")
def get_line(
    ask: Asking,
    wing: WingId = None,
    hall: Label = None,
    since: When = None,
    until: When = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Cursor = None,
) -> MemoryLine:
    """Memories by event time, the newest first; those without a time come last."""
    told = {"wing": wing, "hall": hall, "since": since, "until": until}
    start = ask.start("timeline", told, cursor)
    with ask.palace("read") as palace:
        filters = _filters(wing, hall and palace.hall(hall), since, until)
        found = palace.looking.line(filters, start, limit)
    after = ask.next("timeline", told, start + limit if found.more else None)
    memories = [
        Dated(
            id=one.id,
            text=one.text[:_GLANCE],
            cut=len(one.text) > _GLANCE,
            at=one.turn.at,
            speaker=one.turn.speaker,
            title=one.title,
            room_id=one.room,
            hall=one.hall,
            wing_id=one.wing,
        )
        for one in found.memories
    ]
    return MemoryLine(memories=memories, next=after)


@router.get("/timeline/facts", summary="Facts along time")
def get_facts(
    ask: Asking,
    entity: Label = None,
    wing: WingId = None,
    as_of: Annotated[When, Query(alias="asOf")] = None,
    known_at: Annotated[When, Query(alias="knownAt")] = None,
    limit: Annotated[int, Query(ge=1, le=1_000)] = 200,
) -> FactLine:
    """What was ever stated of an entity, in a wing or at all, and what of it held on a day."""
    with ask.palace("read") as palace:
        found = palace.looking.facts(
            entity=entity, wing=wing, as_of=as_of, known_at=known_at, limit=limit
        )
    facts = [
        PlacedFact(
            **Fact.model_validate(one.fact).model_dump(),
            held=one.held,
            replaced_by=one.replaced_by,
        )
        for one in found.facts
    ]
    return FactLine(facts=facts, total=found.total)


@router.post("/facts/{fact}/end", summary="Say when a fact ended")
def end_fact(ask: Asking, fact: PathId, body: Annotated[End | None, Body()] = None) -> Corrected:
    """State that a fact holds no longer since a time, else since now."""
    ended = None if body is None else body.ended
    with ask.palace("write") as palace:
        old = palace.facts.get(fact)
        made = palace.facts.end(old.subject, old.predicate, old.object, ended=ended, by=ask.author)
    return _corrected(made)


@router.post("/facts/{fact}/supersede", summary="Say what holds instead of a fact")
def supersede_fact(ask: Asking, fact: PathId, body: Supersede) -> Corrected:
    """End a fact, and begin another at the same instant."""
    with ask.palace("write") as palace:
        old = palace.facts.get(fact)
        made = palace.facts.supersede(
            old.subject, old.predicate, old.object, body.object, at=body.at, by=ask.author
        )
    return _corrected(made)


@router.post("/facts/{fact}/retract", summary="Say that a fact was wrong")
def retract_fact(ask: Asking, fact: PathId) -> Corrected:
    """Take a fact back. What was believed before is still told by `knownAt`."""
    with ask.palace("write") as palace:
        return _corrected(palace.facts.retract(fact, by=ask.author))


@router.post("/facts/undo", summary="Undo a correction of a fact")
def undo_fact(ask: Asking, body: Undo) -> Undone:
    """Take back what a correction stated, the last first."""
    numbers = sorted(set(body.numbers), reverse=True)
    with ask.palace("write") as palace:
        for number in numbers:
            palace.facts.undo(number)
    return Undone(numbers=numbers)


def _corrected(made: Stated) -> Corrected:
    ids = made.receipt.ids if made.receipt else ()
    return Corrected(fact=Fact.model_validate(made.fact), numbers=[int(id) for id in ids])


def _filters(wing: str | None, hall: str | None, since: str | None, until: str | None) -> Filters:
    begin, end = (None if one is None else Moment.parse(one) for one in (since, until))
    return Filters(wing=wing, hall=hall, since=begin, until=end)
