"""The JSON of requests and answers: camelCase names, no field that a request does not know."""

from typing import Annotated, Any

from pydantic import AliasGenerator, BaseModel, BeforeValidator, ConfigDict, Field
from pydantic.alias_generators import to_camel

from camillo.app.shape import plain
from camillo.domain.moment import Moment

ID_LIMIT = 128


def _shown(text: object) -> object:
    """Text as JSON can carry it: lone surrogates become U+FFFD; exact bytes are at ``/content``."""
    if isinstance(text, str) and not text.isascii():
        return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    return text


def _time(at: object) -> object:
    return at.text if isinstance(at, Moment) else at


def _visible(value: Any) -> Any:
    """JSON types all through, every text as JSON can carry it."""
    if isinstance(value, dict):
        return {str(_shown(key)): _visible(one) for key, one in value.items()}
    if isinstance(value, list):
        return [_visible(one) for one in value]
    return _shown(value)


def _plain(value: object) -> Any:
    return _visible(plain(value))


Text = Annotated[str, BeforeValidator(_shown)]
Time = Annotated[str | None, BeforeValidator(_time)]
Anything = Annotated[dict[str, Any], BeforeValidator(_plain)]
Id = Annotated[str, Field(min_length=1, max_length=ID_LIMIT)]


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

    number: int
    verb: str
    at: str
    counts: dict[str, int]
    ids: list[str] = []
    notes: list[Text] = []
