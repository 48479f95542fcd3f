"""What is to be reviewed: proposals, links that tending made, texts that repeat each other."""

from collections import Counter
from collections.abc import Mapping
from typing import Annotated, Literal

from fastapi import APIRouter, Body, Query
from pydantic import Field

from camillo.app.shape import plain
from camillo.domain.repeated import Repeated as Found
from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.shapes import Anything, Cursor, Done, In, Out, PathId, Text, Time, WingId

router = APIRouter(prefix="/ui/review", tags=["page"])

Kind = Literal["contradiction", "stale", "alias", "link", "merge", "insight", "page"]


class Evidence(Out):
    """The very words that a proposal rests on."""

    id: str
    text: Text
    speaker: Text
    at: Time


class Proposal(Out):
    """One thing to be reviewed; nothing of it is done before somebody accepts it."""

    id: str
    kind: Kind
    text: Text
    evidence: list[Evidence]
    would: Anything = Field(description="what accepting does")
    wing_id: Text = Field(validation_alias="wing")
    by: Text = Field(description="the language model that said it; empty: found by rule")
    score: float


class Proposals(Out):
    """Proposals in the order in which to review them."""

    proposals: list[Proposal]
    flags: list[str]


class Accept(In):
    """The words to be used instead of those proposed."""

    edited: str | None = Field(None, min_length=1, max_length=100_000)


class Reject(In):
    """Why not."""

    reason: str = Field("", max_length=500)


class Decision(Out):
    """A decision that stands; `number` undoes it."""

    number: int
    at: str
    verdict: Literal["accepted", "edited", "rejected"]
    proposal: str
    kind: Kind
    reason: Text
    evidence: list[str]


class Decisions(Out):
    """Decisions, the newest first."""

    decisions: list[Decision]


class Decided(Out):
    """What deciding did; `number` undoes it."""

    number: int
    receipt: Done


class Pointed(Out):
    """A link that tending made from a memory to a page; `number` undoes it."""

    number: int
    memory: str
    slug: Text
    title: Text


class TendedLinks(Out):
    """TendedLinks that tending made, the newest first."""

    links: list[Pointed]


class Repeat(Out):
    """A text that repeats another, and how."""

    id: str
    how: Literal["words", "near", "part"]
    wing_id: Text = Field(validation_alias="wing")
    room_id: Text = Field(validation_alias="room")
    source: Text
    at: Time
    alone: bool = Field(
        description="whether it can be forgotten alone: one text in several places is forgotten in all of them"
    )


class Repeated(Out):
    """A text with all that repeat it."""

    id: str
    text: Text
    wing_id: Text = Field(validation_alias="wing")
    room_id: Text = Field(validation_alias="room")
    source: Text
    at: Time
    repeats: list[Repeat]


class Duplicates(Out):
    """One page of texts that are there more than once."""

    duplicates: list[Repeated]
    next: str | None = None


@router.get("/proposals", summary="What is proposed")
def get_proposals(
    ask: Asking, wing: WingId = None, limit: Annotated[int, Query(ge=1, le=200)] = 50
) -> Proposals:
    """What is open. It needs the scope `write`: a language model that is asked leaves its proposals here."""
    with ask.palace("write") as palace:
        found = palace.reflection.propose(wing, limit)
    shown = [Proposal.model_validate(one) for one in found]
    return Proposals(proposals=shown, flags=list(found.flags))


@router.post("/proposals/{proposal}/accept", summary="Accept a proposal")
def accept(ask: Asking, proposal: PathId, body: Annotated[Accept | None, Body()] = None) -> Decided:
    """Do what is proposed, or the same with other words."""
    edited = None if body is None else body.edited
    with ask.palace("write") as palace:
        receipt = palace.reflection.accept(proposal, edited, by=ask.author)
    return Decided(number=int(receipt.ids[0]), receipt=Done.model_validate(receipt))


@router.post("/proposals/{proposal}/reject", summary="Reject a proposal")
def reject(ask: Asking, proposal: PathId, body: Annotated[Reject | None, Body()] = None) -> Decided:
    """Say no: it does not come again unless what it rests on changes."""
    reason = "" if body is None else body.reason
    with ask.palace("write") as palace:
        receipt = palace.reflection.reject(proposal, reason, by=ask.author)
    return Decided(number=int(receipt.ids[0]), receipt=Done.model_validate(receipt))


@router.get("/decisions", summary="What was decided")
def get_decisions(ask: Asking) -> Decisions:
    """The decisions that stand, the newest first."""
    with ask.palace("read") as palace:
        found = palace.reflection.standing()
    return Decisions(decisions=[Decision.model_validate(one) for one in found])


@router.post("/decisions/{number}/undo", summary="Undo a decision")
def undo(ask: Asking, number: int) -> Done:
    """Take a decision back, with all that accepting did."""
    with ask.palace("write") as palace:
        return Done.model_validate(palace.reflection.undo(number))


@router.get("/links", summary="TendedLinks that tending made")
def get_links(ask: Asking) -> TendedLinks:
    """TendedLinks from memories to the pages that they name, the newest first."""
    with ask.palace("read") as palace:
        found = palace.upkeep.standing()
    return TendedLinks(links=[Pointed.model_validate(one) for one in found])


@router.post("/links/{number}/undo", summary="Take back a link that tending made")
def undo_link(ask: Asking, number: int) -> TendedLinks:
    """Take a link back; it is not made again."""
    with ask.palace("write") as palace:
        palace.upkeep.undo(number)
        found = palace.upkeep.standing()
    return TendedLinks(links=[Pointed.model_validate(one) for one in found])


@router.get("/duplicates", summary="Texts that repeat each other")
def get_duplicates(
    ask: Asking,
    wing: WingId = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Cursor = None,
) -> Duplicates:
    """Texts that others repeat, those with the most repeats first; nothing is written."""
    start = ask.start("duplicates", {"wing": wing}, cursor)
    with ask.palace("read") as palace:
        rows = palace.duplicates(wing=wing)
        page, after = ask.page("duplicates", {"wing": wing}, rows, start, limit)
        ids = [id for one in page for id in (one.id, *(each.id for each in one.repeats))]
        addresses = palace.looking.addresses(ids)
    return Duplicates(duplicates=[_repeated(one, addresses) for one in page], next=after)


def _repeated(found: Found, addresses: Mapping[str, str]) -> Repeated:
    group = Counter(addresses.get(id) for id in (found.id, *(one.id for one in found.repeats)))
    told = plain(found)
    for one in told["repeats"]:  # type: ignore[index]
        one["alone"] = group[addresses.get(one["id"])] == 1
    return Repeated.model_validate(told)
