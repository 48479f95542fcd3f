"""Diaries: dated entries of agents' roles."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import Field

from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.shapes import Cursor, Done, Id, In, Out, PathId, Text, Time, When, WingId

router = APIRouter(tags=["diaries"])

_MOST = 1_000


class Diary(Out):
    """The diary of a role."""

    role: Text = Field(examples=["reviewer"])
    entries: int
    newest: Time


class Diaries(Out):
    """The roles that have a diary."""

    diaries: list[Diary]


class Entry(Out):
    """One dated entry."""

    id: str
    role: Text
    text: Text = Field(examples=["Orion's tests need Postgres."])
    at: Time
    wing_id: Text = Field(validation_alias="wing")
    hall: Text


class Entries(Out):
    """One page of entries, the newest first."""

    entries: list[Entry]
    next: str | None = None


class Write(In):
    """An entry to be added."""

    text: str = Field(min_length=1, max_length=100_000, examples=["Orion's tests need Postgres."])
    at: str | None = Field(None, max_length=40, examples=["2026-05-01T10:00:00Z"])
    wing_id: Id | None = Field(None, examples=["orion"])


@router.get("/diaries", summary="Roles that have a diary")
def list_diaries(ask: Asking) -> Diaries:
    """The roles that have a diary, by name."""
    with ask.palace("read") as palace:
        roles = palace.diaries.roles()
    return Diaries(diaries=[Diary.model_validate(one) for one in roles])


@router.get("/diaries/{role}", summary="Read a diary")
def read_diary(
    ask: Asking,
    role: PathId,
    since: When = None,
    until: When = None,
    wing: WingId = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    cursor: Cursor = None,
) -> Entries:
    """Entries of a role, the newest first."""
    filters = {"role": role, "since": since, "until": until, "wing": wing}
    start = ask.start("diary", filters, cursor)
    asked = min(start + limit + 1, _MOST)
    with ask.palace("read") as palace:
        rows = palace.diaries.read(role, since=since, until=until, wing=wing, limit=asked)
    shown, after = ask.page("diary", filters, rows, start, limit)
    return Entries(entries=[Entry.model_validate(one) for one in shown], next=after)


@router.post("/diaries/{role}", status_code=201, summary="Write into a diary")
def write_diary(ask: Asking, role: PathId, body: Write) -> Done:
    """Add an entry to a role's diary, word for word."""
    with ask.palace("write") as palace:
        receipt = palace.diaries.write(role, body.text, at=body.at, wing=body.wing_id)
    return Done.model_validate(receipt)
