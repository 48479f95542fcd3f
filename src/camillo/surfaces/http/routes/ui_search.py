"""Search as the page shows it: conversations with their passages, and how the question was read."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from camillo.domain.errors import InvalidInput
from camillo.domain.moment import Moment
from camillo.domain.search import Filters
from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.routes.search import Question
from camillo.surfaces.http.shapes import Anything, Label, Out, RoomId, Text, Time, When, WingId

router = APIRouter(prefix="/ui", tags=["page"])


class PassageHit(Out):
    """One passage that answers; its `id` is what `ui/conversation/{id}` takes."""

    id: str = Field(examples=["03cb084d0fb190f22ebed869:0-16"])
    text: Text = Field(examples=["We chose GraphQL"])
    score: float
    why: Anything
    at: Time
    speaker: Text
    role: Text
    part: Text
    wing_id: Text = Field(validation_alias="wing")
    room_id: Text = Field(validation_alias="room")
    hall: Text
    source: Text
    source_kind: Text
    conversation: Text
    title: Text
    branch: Text
    current: bool
    document: str
    span: tuple[int, int]
    also: list[str]
    superseded: int = Field(description="facts in it that no longer hold")


class Talk(Out):
    """A conversation or a document: its best passage and the further ones."""

    best: PassageHit
    passages: list[PassageHit]


class Talks(Out):
    """Conversations, best first."""

    talks: list[Talk]
    understood: Anything
    searched: int
    coverage: float
    flags: list[str]
    milliseconds: float


@router.get("/search", summary="Search, grouped by conversation")
def search(
    ask: Asking,
    q: Question,
    wing: WingId = None,
    room: RoomId = None,
    hall: Label = None,
    speaker: Label = None,
    kind: Annotated[Label, Query(description="the kind of source")] = None,
    since: When = None,
    until: When = None,
    limit: Annotated[int, Query(ge=1, le=50)] = 10,
    quick: Annotated[
        bool, Query(description="a first answer, without the transformer tier")
    ] = False,
) -> Talks:
    """Conversations that answer, best first. Asking so counts as no use of a memory."""
    if not q.strip():
        raise InvalidInput("the question is empty", "ask in at least one word")
    with ask.palace("read") as palace:
        filters = Filters(
            wing=wing,
            room=room,
            hall=hall and palace.hall(hall),
            speaker=speaker,
            source_kind=kind,
            since=None if since is None else Moment.parse(since),
            until=None if until is None else Moment.parse(until),
        )
        found = palace.looking.search(q, filters, limit, quick=quick)
    return Talks(
        talks=[
            Talk(best=_shown(one), passages=[_shown(each) for each in one.passages])
            for one in found.results
        ],
        understood=found.understood,  # type: ignore[arg-type]
        searched=found.searched,
        coverage=found.coverage,
        flags=list(found.flags),
        milliseconds=found.milliseconds,
    )


def _shown(hit: object) -> PassageHit:
    told = {name: getattr(hit, name) for name in _FIELDS}
    return PassageHit.model_validate({**told, "superseded": len(told["superseded"])})


_FIELDS = (
    "id", "text", "score", "why", "at", "speaker", "role", "part", "wing", "room", "hall", "source",
    "source_kind", "conversation", "title", "branch", "current", "document", "span", "also", "superseded",
)  # fmt: skip
