"""The JSON of requests and answers: camelCase names, no field that a request does not know."""

from datetime import UTC, datetime, timedelta
from typing import Annotated, Any
from urllib.parse import unquote

from fastapi import Path, Query
from pydantic import (
    AfterValidator,
    AliasGenerator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
)
from pydantic.alias_generators import to_camel

from camillo.app.shape import plain
from camillo.domain.moment import Moment

ID_LIMIT = 128
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def _shown(text: object) -> object:
    """Text as JSON can carry it: lone surrogates become U+FFFD; exact bytes are at ``content``."""
    if isinstance(text, str) and not text.isascii():
        return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    return text


def _time(at: object) -> object:
    return at.text if isinstance(at, Moment) else at


def _instant(micros: object) -> object:
    if not isinstance(micros, int):
        return micros
    try:
        return (_EPOCH + timedelta(microseconds=micros)).isoformat().replace("+00:00", "Z")
    except OverflowError:
        return None


def _visible(value: Any) -> Any:
    """JSON types all through, every text as JSON can carry it."""
    if isinstance(value, dict):
        return {str(_shown(key)): _visible(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_visible(one) for one in value]
    return _shown(value)


def _plain(value: object) -> Any:
    return _visible(plain(value))


def _id(part: str) -> str:
    """An id as it stands in a path."""
    id = unquote(part)
    if not 1 <= len(id) <= ID_LIMIT:
        raise ValueError(f"an id has 1 to {ID_LIMIT} characters")
    return id


Text = Annotated[str, BeforeValidator(_shown)]
Time = Annotated[str | None, BeforeValidator(_time)]
Instant = Annotated[str | None, BeforeValidator(_instant)]
Anything = Annotated[dict[str, Any], BeforeValidator(_plain)]
Id = Annotated[str, Field(min_length=1, max_length=ID_LIMIT)]
#: An id in a path; a slash in it is written ``%2F``.
PathId = Annotated[
    str,
    Path(json_schema_extra={"minLength": 1, "maxLength": ID_LIMIT}),
    AfterValidator(_id),
]
#: Filters of lists.
WingId = Annotated[str | None, Query(alias="wingId", min_length=1, max_length=ID_LIMIT)]
RoomId = Annotated[str | None, Query(alias="roomId", min_length=1, max_length=ID_LIMIT)]
Label = Annotated[str | None, Query(min_length=1, max_length=ID_LIMIT)]
When = Annotated[str | None, Query(max_length=40, examples=["2026-01-31"])]
Cursor = Annotated[str | None, Query(max_length=200, description="the `next` of the page before")]
DryRun = Annotated[
    bool, Query(alias="dryRun", description="tell what would be removed, and remove nothing")
]


class In(BaseModel):
    """What a request says. Unknown fields are refused: none of them can name an owner."""

    model_config = ConfigDict(alias_generator=to_camel, extra="forbid")


class Out(BaseModel):
    """What an answer says, read from the palace's own objects."""

    model_config = ConfigDict(
        alias_generator=AliasGenerator(serialization_alias=to_camel), from_attributes=True
    )


class Done(Out):
    """A receipt: what a write did, read back from disk inside its transaction."""

    number: int = Field(examples=[7])
    verb: str = Field(examples=["add"])
    at: str = Field(examples=["2026-11-30T09:30:00Z"])
    counts: dict[str, int] = Field(examples=[{"documents": 1, "turns": 1}])
    ids: list[str] = Field(default_factory=list, examples=[["03cb084d0fb190f22ebed869:0-16"]])
    notes: list[Text] = Field(default_factory=list)
