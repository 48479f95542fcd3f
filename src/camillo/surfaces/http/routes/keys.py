"""Keys of agents, and the end of a token."""

from datetime import UTC, datetime
from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import BeforeValidator, Field

from camillo.domain.errors import InvalidInput
from camillo.domain.moment import Moment
from camillo.surfaces.http.asking import Asking
from camillo.surfaces.http.shapes import Id, In, Out, PathId, Text

router = APIRouter(tags=["keys"])


def _written(seconds: object) -> object:
    if isinstance(seconds, int | float):
        return datetime.fromtimestamp(seconds, UTC).isoformat() if seconds else None
    return seconds


Stamp = Annotated[str | None, BeforeValidator(_written)]


class MakeKey(In):
    """A key to be made."""

    name: Id = Field(examples=["ci agent"])
    scopes: list[Literal["read", "write", "admin"]] = Field(min_length=1, examples=[["read"]])
    expires: str | None = Field(None, max_length=40, examples=["2027-01-01"])


class Key(Out):
    """A key; its secret is told when it is made and never again."""

    id: str = Field(examples=["9f2c4e1ab07d3358"])
    name: Text = Field(examples=["ci agent"])
    scopes: list[str] = Field(examples=[["read"]])
    created: Stamp
    expires: Stamp
    revoked: Stamp


class MadeKey(Key):
    """A new key with its secret."""

    key: str = Field(description="send it as `Authorization: Bearer ...`")


class Keys(Out):
    """Your keys, the newest first."""

    keys: list[Key]


class Ended(Out):
    """Whether a credential was ended."""

    revoked: bool = Field(examples=[True])


@router.post("/keys", status_code=201, summary="Make a key for an agent")
def make_key(ask: Asking, body: MakeKey) -> MadeKey:
    """Make a key bound to your own palace. It needs the scope admin."""
    ask.need("admin")
    expires = Moment.parse(body.expires).micros / 1_000_000 if body.expires else 0.0
    made, written = ask.serving.identity.keys.make(
        ask.caller.owner, body.name, body.scopes, expires
    )
    return MadeKey.model_validate({**Key.model_validate(made).model_dump(), "key": written})


@router.get("/keys", summary="List your keys")
def list_keys(ask: Asking) -> Keys:
    """Your keys without their secrets, the newest first. It needs the scope admin."""
    ask.need("admin")
    found = ask.serving.identity.keys.of(ask.caller.owner)
    return Keys(keys=[Key.model_validate(one) for one in found])


@router.delete("/keys/{id}", summary="Revoke a key")
def revoke_key(ask: Asking, id: PathId) -> Ended:
    """Refuse a key from now on. It needs the scope admin."""
    ask.need("admin")
    ask.serving.identity.keys.revoke(ask.caller.owner, id)
    return Ended(revoked=True)


@router.delete("/token", summary="End the token you call with")
def revoke_token(ask: Asking) -> Ended:
    """Refuse this very token from now on, though it has not expired."""
    if not ask.serving.identity.revoke(ask.caller):
        raise InvalidInput(
            "this is no issuer's token", "revoke a key by its id; take the laptop's token file away"
        )
    return Ended(revoked=True)
