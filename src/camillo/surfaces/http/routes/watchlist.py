"""The watch list: feeds and pages that the server looks at while their owner is quiet."""

from typing import Annotated, Literal

from fastapi import APIRouter, Body, Query
from pydantic import Field

from camillo.app.watchlist.watchlist import HOURS, MOST_HOURS
from camillo.surfaces.http.asking import Ask, Asking
from camillo.surfaces.http.problems import Refused
from camillo.surfaces.http.shapes import Id, In, Out, Text

router = APIRouter(prefix="/watchlist", tags=["watchlist"])

_LONGEST = 2_000
Url = Annotated[
    str, Field(min_length=1, max_length=_LONGEST, examples=["https://example.org/feed"])
]
AskedUrl = Annotated[
    str, Query(min_length=1, max_length=_LONGEST, examples=["https://example.org/feed"])
]


class Watch(In):
    """A feed or page to look at every so many hours."""

    url: Url
    wing_id: Id | None = None
    tags: list[Annotated[str, Field(max_length=60)]] = Field(default=[], max_length=20)
    hours: int = Field(default=HOURS, ge=1, le=MOST_HOURS)


class Approval(In):
    """The entry that its owner says yes to."""

    url: Url


class Watched(Out):
    """An entry; nothing is fetched while it is `waiting` for its owner's yes."""

    url: Text
    wing_id: Text = Field(validation_alias="wing", examples=["reading"])
    tags: list[Text]
    hours: int
    by: Text = Field(examples=["user"])
    state: Literal["watched", "waiting"]


class Watchlist(Out):
    """The whole list, by address."""

    watched: list[Watched]


@router.get("", summary="What is watched")
def watched(ask: Asking) -> Watchlist:
    """List the entries, those that wait too."""
    with ask.palace("read") as palace:
        return Watchlist(
            watched=[Watched.model_validate(one) for one in palace.watchlist.entries()]
        )


@router.post("", status_code=201, summary="Watch a feed or page")
def watch(ask: Asking, body: Annotated[Watch, Body()]) -> Watched:
    """Add an entry; what an agent's key adds waits for its owner's yes."""
    with ask.palace("write") as palace:
        made = palace.watchlist.add(
            body.url, wing=body.wing_id or "", tags=body.tags, hours=body.hours, by=ask.author
        )
    return Watched.model_validate(made)


@router.post("/approve", summary="Say yes to an entry that waits")
def approve(ask: Asking, body: Annotated[Approval, Body()]) -> Watched:
    """Let an entry be fetched from now on; no agent's key may."""
    _by_the_owner(ask)
    with ask.palace("write") as palace:
        return Watched.model_validate(palace.watchlist.approve(body.url))


@router.delete("", summary="Watch no longer")
def unwatch(ask: Asking, url: AskedUrl) -> Watched:
    """Take an entry off the list; what came from it stays."""
    with ask.palace("write") as palace:
        return Watched.model_validate(palace.watchlist.remove(url))


def _by_the_owner(ask: Ask) -> None:
    if ask.author != "user":
        raise Refused(403, "an agent's key approves nothing", "use the token of the owner")
