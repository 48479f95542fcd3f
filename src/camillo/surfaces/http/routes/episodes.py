"""Episodes: sessions and tool runs."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.shapes import Cursor, Out, PathId, Text, Time, When, WingId

router = APIRouter(tags=["episodes"])

_MOST = 1_000


class Line(Out):
    """One line of a gist, with the id of its very words."""

    id: str
    text: Text
    speaker: Text
    at: Time


class Step(Out):
    """One tool call with its results, by id."""

    tool: Text
    call: str
    results: list[str]
    outcome: str


class Episode(Out):
    """An ordered run of turns of one conversation."""

    id: str
    conversation: Text
    kind: Text
    title: Text = Field(examples=["Choosing a queue"])
    wings: list[Text]
    began: Time
    ended: Time
    turns: int = Field(examples=[14])
    parts: dict[str, int]
    speakers: list[Text]
    stepped: int = Field(description="tool calls")
    failed: int = Field(description="tool calls that ended in an error")
    gist: list[Line]
    ids: list[str] = Field(description="its turns, where one episode is asked for")
    steps: list[Step]


class Episodes(Out):
    """One page of episodes, the newest first."""

    episodes: list[Episode]
    next: str | None = None


@router.get("/episodes", summary="List episodes")
def list_episodes(
    ask: Asking,
    wing: WingId = None,
    since: When = None,
    until: When = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 20,
    cursor: Cursor = None,
) -> Episodes:
    """Sessions and tool runs, the newest first."""
    filters = {"wing": wing, "since": since, "until": until}
    start = ask.start("episodes", filters, cursor)
    asked = min(start + limit + 1, _MOST)
    with ask.palace("read") as palace:
        rows = palace.episodes.list(wing=wing, since=since, until=until, limit=asked)
    shown, after = ask.page("episodes", filters, rows, start, limit)
    return Episodes(episodes=[Episode.model_validate(one) for one in shown], next=after)


@router.get("/episodes/{id}", summary="One episode")
def get_episode(ask: Asking, id: PathId) -> Episode:
    """An episode with its turns, steps and gist; the id may be that of any turn in it."""
    with ask.palace("read") as palace:
        return Episode.model_validate(palace.episodes.get(id))
