"""Entity tags: what was read once is not sent again, and what has changed meanwhile is not written over."""

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Annotated

from fastapi import Header

from camillo.surfaces.http.problems import Refused
from camillo.surfaces.http.replies import Caught, header

if TYPE_CHECKING:
    from pydantic import BaseModel
    from starlette.types import ASGIApp, Receive, Scope, Send

_JSON = "application/json"
IfMatch = Annotated[
    str | None,
    Header(
        alias="If-Match",
        description="the ETag of what you have read: go on only where it is still the same, else 412",
        examples=['"9f86d081884c7d659a2feaa0c55ad015"'],
    ),
]


class Tags:
    """Gives JSON that was read an ETag, and answers 304 to who has it."""

    def __init__(self, app: "ASGIApp") -> None:
        self._app = app

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer one request."""
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        caught = Caught(send)
        await self._app(scope, receive, caught)
        if caught.start is not None and caught.status == 200 and caught.media() == _JSON:
            tag = _tag(json.loads(bytes(caught.content)))
            caught.start["headers"] = [
                *caught.start["headers"],
                (b"etag", tag.encode()),
                (b"cache-control", b"private, no-cache"),
            ]
            if _names(header(scope, b"if-none-match").decode("latin-1"), tag):
                kept = [pair for pair in caught.start["headers"] if pair[0] != b"content-length"]
                caught.start.update(status=304, headers=kept)
                caught.content.clear()
        await caught.release()


def unchanged(wanted: str | None, shown: "BaseModel") -> None:
    """Go on only where what is there now is what the caller's If-Match names, if it names any.

    Raises:
        Refused: it has changed since (412).
    """
    if wanted and not _names(wanted, _tag(json.loads(shown.model_dump_json(by_alias=True)))):
        raise Refused(412, "it has changed since you read it", "read it again")


def _tag(value: object) -> str:
    canonical = json.dumps(value, sort_keys=True, separators=(",", ":")).encode()
    return f'"{sha256(canonical).hexdigest()[:32]}"'


def _names(header: str, tag: str) -> bool:
    return any(one.strip().removeprefix("W/") in (tag, "*") for one in header.split(","))
