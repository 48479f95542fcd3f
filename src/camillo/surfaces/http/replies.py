"""Answers below the routes: problems, whole bodies read and sent again."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import anyio

from camillo.surfaces.http import problems
from camillo.surfaces.http.problems import Refused

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope, Send

_BODY_SECONDS = 60.0


def header(scope: "Scope", name: bytes) -> bytes:
    """A header of the request; empty where it is missing or there more than once."""
    given = [value for key, value in scope["headers"] if key == name]
    return given[0] if len(given) == 1 else b""


async def answer(scope: "Scope", send: "Send", refused: Refused) -> None:
    """Answer with a problem, without a route."""
    told = problems.body(refused.status, refused.detail, refused.mend, scope.get("request_id", ""))
    await reply(scope, send, refused.status, told, problems.MEDIA, refused.headers)


async def reply(
    scope: "Scope",
    send: "Send",
    status: int,
    content: bytes,
    media: str,
    headers: Mapping[str, str] | None = None,
) -> None:
    """Answer with a whole body."""
    told = [(b"content-type", media.encode()), (b"content-length", b"%d" % len(content))]
    told += [(name.lower().encode(), value.encode()) for name, value in (headers or {}).items()]
    await send({"type": "http.response.start", "status": status, "headers": told})
    await send(
        {"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else content}
    )


async def whole(scope: "Scope", receive: "Receive", limit: int) -> bytes:
    """The request's whole body.

    Raises:
        Refused: it is larger than the limit, comes too slowly, or its sender has gone.
    """
    told = header(scope, b"content-length")
    if told and (not told.isdigit() or int(told) > limit):
        raise too_large(limit)
    parts: list[bytes] = []
    size = 0
    with anyio.move_on_after(_BODY_SECONDS):
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Refused(400, "the body ended too early", "send it again")
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > limit:
                raise too_large(limit)
            if not message.get("more_body"):
                return b"".join(parts)
    raise Refused(408, "the body came too slowly", "send it again")


def too_large(limit: int) -> Refused:
    """A body is larger than a limit."""
    return Refused(
        413,
        f"the body is larger than {limit:,} bytes",
        "send less at a time",
        {"Connection": "close"},
    )


def again(content: bytes, receive: "Receive") -> "Receive":
    """What gives a body that was read already, and then whatever else comes."""
    given = False

    async def replayed() -> "Message":
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": content, "more_body": False}

    return replayed


@dataclass(slots=True)
class Caught:
    """An answer that is held back until it is whole, unless it streams."""

    send: "Send"
    start: "Message | None" = None
    content: bytearray = field(default_factory=bytearray)
    passed: bool = False

    async def __call__(self, message: "Message") -> None:
        """Take a message of the answer."""
        if self.passed:
            await self.send(message)
        elif message["type"] == "http.response.start":
            self.start = message
            self.passed = b"content-length" not in {name.lower() for name, _ in message["headers"]}
            if self.passed:
                await self.send(message)
        else:
            self.content += message.get("body", b"")

    @property
    def status(self) -> int:
        """The status, 0 where there was no answer or it streamed."""
        return self.start["status"] if self.start and not self.passed else 0

    def media(self) -> str:
        """The content's type."""
        headers = self.start["headers"] if self.start else ()
        return next((v.decode("latin-1") for n, v in headers if n.lower() == b"content-type"), "")

    async def release(self) -> None:
        """Send what was held back."""
        if self.start is not None and not self.passed:
            await self.send(self.start)
            await self.send({"type": "http.response.body", "body": bytes(self.content)})
