"""The knowledge graph: facts of entities, their history, contradictions, and what is stated by hand."""

from typing import Annotated, Any

from fastapi import APIRouter, Query
from pydantic import Field

from camillo.domain.fact import Stated as StatedFact
from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.shapes import Done, Id, In, Out, PathId, Text, Time, When, WingId

router = APIRouter(prefix="/kg", tags=["facts"])

_LONGEST = 500


class Fact(Out):
    """A triple with two times: when it held in the world, and when the palace believed it."""

    id: str
    subject: Text = Field(examples=["Ana"])
    predicate: Text = Field(examples=["works at"])
    object: Text = Field(examples=["Acme"])
    valid_from: Time = Field(examples=["2019-03-01"])
    valid_to: Time
    recorded_at: Time
    retracted_at: Time
    confidence: float
    by: Text
    asserted: bool
    cite: str = Field(description="the id of the text it rests on")
    current: bool
    contested: str
    superseded_by: str
    wings: list[Text]


class Facts(Out):
    """Facts."""

    facts: list[Fact]


class Contradiction(Out):
    """Two facts that cannot both hold."""

    fact: Fact
    other: Fact
    since: Time
    until: Time


class Contradictions(Out):
    """Pairs of facts that cannot both hold."""

    contradictions: list[Contradiction]


class StateFact(In):
    """A fact to be stated."""

    subject: str = Field(min_length=1, max_length=_LONGEST, examples=["Ana"])
    predicate: str = Field(min_length=1, max_length=_LONGEST, examples=["works at"])
    object: str = Field(min_length=1, max_length=_LONGEST, examples=["Acme"])
    valid_from: str | None = Field(None, max_length=40, examples=["2019-03-01"])
    valid_to: str | None = Field(None, max_length=40)
    confidence: float = Field(1.0, ge=0, le=1)
    cite: Id | None = Field(None, description="the id of the text it rests on")


class Invalidate(In):
    """A fact that holds no longer."""

    subject: str = Field(min_length=1, max_length=_LONGEST, examples=["Ana"])
    predicate: str = Field(min_length=1, max_length=_LONGEST, examples=["works at"])
    object: str = Field(min_length=1, max_length=_LONGEST, examples=["Acme"])
    ended: str | None = Field(None, max_length=40, examples=["2023-06-01"])


class Stated(Out):
    """What stating a fact did; no receipt: it was known."""

    fact: Fact
    known: bool
    ended: list[Fact]
    contradicts: list[Fact]
    receipt: Done | None


@router.get("/entity/{entity}", summary="Facts of an entity")
def facts_about(
    ask: Asking,
    entity: PathId,
    as_of: Annotated[When, Query(alias="asOf")] = None,
    known_at: Annotated[When, Query(alias="knownAt")] = None,
    hops: Annotated[int, Query(ge=1, le=3)] = 1,
) -> Facts:
    """What holds of an entity now, or held on a day, by what was known on a day."""
    with ask.palace("read") as palace:
        found = palace.facts.about(entity, as_of=as_of, known_at=known_at, hops=hops)
    return _facts(found)


@router.get("/timeline/{entity}", summary="The history of an entity")
def timeline(
    ask: Asking, entity: PathId, known_at: Annotated[When, Query(alias="knownAt")] = None
) -> Facts:
    """All that was ever stated of an entity, in the order in which it began to hold."""
    with ask.palace("read") as palace:
        return _facts(palace.facts.timeline(entity, known_at=known_at))


@router.get("/contradictions", summary="Facts that cannot both hold")
def contradictions(ask: Asking, wing: WingId = None) -> Contradictions:
    """Pairs of facts that cannot both hold, of your palace or of one wing."""
    with ask.palace("read") as palace:
        found = palace.facts.contradictions(wing)
    return Contradictions(contradictions=[Contradiction.model_validate(one) for one in found])


@router.post("/facts", status_code=201, summary="State a fact")
def add_fact(ask: Asking, body: StateFact) -> Stated:
    """State a fact. A new value of what can have one at a time ends the one before."""
    with ask.palace("write") as palace:
        made = palace.facts.add(
            body.subject,
            body.predicate,
            body.object,
            valid_from=body.valid_from,
            valid_to=body.valid_to,
            confidence=body.confidence,
            cite=body.cite,
            by=ask.author,
        )
    return _stated(made)


@router.post("/facts/invalidate", summary="End a fact")
def invalidate_fact(ask: Asking, body: Invalidate) -> Stated:
    """State that a fact holds no longer; it stays in history."""
    with ask.palace("write") as palace:
        made = palace.facts.end(
            body.subject, body.predicate, body.object, ended=body.ended, by=ask.author
        )
    return _stated(made)


def _facts(found: Any) -> Facts:
    return Facts(facts=[Fact.model_validate(one) for one in found])


def _stated(made: StatedFact) -> Stated:
    return Stated.model_validate(made)
