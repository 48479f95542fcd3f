"""A body that is refused unread: the rest is let in for a moment, so that its sender gets to hear the answer.

Ended at once, the connection would be reset, and most clients tell of that instead of what was answered.
"""

from typing import TYPE_CHECKING

import anyio

from camillo.surfaces.http.replies import header

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_SECONDS = 2.0


class Lingering:
    """Passes over what is left of a body once its refusal has been sent, for two seconds at the most."""

    def __init__(self, app: "ASGIApp") -> None:
        self._app = app

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer one request."""
        if scope["type"] != "http" or not _has_body(scope):
            await self._app(scope, receive, send)
            return
        left, refused = True, False

        async def taken() -> "Message":
            nonlocal left
            message = await receive()
            left = message["type"] == "http.request" and message.get("more_body", False)
            return message

        async def sent(message: "Message") -> None:
            nonlocal refused
            if message["type"] == "http.response.start":
                refused = message["status"] >= 400
            elif left and refused and not message.get("more_body", False):
                await send({**message, "more_body": True})
                with anyio.move_on_after(_SECONDS):
                    while left:
                        await taken()
                message = {"type": "http.response.body", "body": b""}
            await send(message)

        await self._app(scope, taken, sent)


def _has_body(scope: "Scope") -> bool:
    told = header(scope, b"content-length")
    return told.strip(b"0") != b"" or bool(header(scope, b"transfer-encoding"))
