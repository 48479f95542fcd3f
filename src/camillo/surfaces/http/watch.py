"""The outermost layer: each request gets an id, a log line, a count, a span and safe headers.

Nothing of what was asked or answered is told: a route's pattern, a status and a time are.
"""

import asyncio
import logging
import re
import secrets
import time
from typing import TYPE_CHECKING

from starlette.requests import ClientDisconnect

from camillo.app.serving import faults
from camillo.domain.errors import CamilloError
from camillo.surfaces.http import spans
from camillo.surfaces.http.metrics import Metrics
from camillo.surfaces.http.problems import FAULT, Refused
from camillo.surfaces.http.replies import answer
from camillo.surfaces.http.wording import PREFIX

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LOG = logging.getLogger("camillo.http")
_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}")
_PIECE = 1 << 16
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_SAFE = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
)
#: Why an answer that began did not end.
_GONE, _ENDED, _FAULT = "the client hung up", "the server ended", "a fault"
_AGAIN = "look whether it was done, and send it again if not"
_SOON = {"Retry-After": "5"}


class Watch:
    """Answers what nothing else answered with a plain 500 that tells no cause."""

    def __init__(self, app: "ASGIApp", metrics: Metrics) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope["request_id"] = _request_id(scope)
        began, sent = time.perf_counter(), _Sent(scope, send)
        self._metrics.began()
        method, fault = _method(scope), ""
        with spans.serving(scope, method) as span:
            try:
                await self._app(scope, receive, sent)
            except asyncio.CancelledError:
                sent.cut = _ENDED
                if sent.status:
                    raise
                # The time that requests get when the server ends is over; what was begun may still be done.
                await answer(scope, sent, Refused(503, "the server is ending", _AGAIN, _SOON))
            except ClientDisconnect:
                sent.cut = _GONE
            except Exception as error:  # noqa: BLE001 - the last place where a fault can be told
                sent.cut, cause = _FAULT, _cause(error)
                fault = type(cause).__qualname__
                _LOG.error("fault", extra={"told": _fault(scope, cause)})
                if not sent.status:
                    await answer(scope, sent, Refused(500, FAULT))
            finally:
                self._told(scope, method, sent, time.perf_counter() - began)
                route = pattern(scope)
                spans.ended(span, method, "" if route == "none" else route, sent.status, fault)

    def _told(self, scope: "Scope", method: str, sent: "_Sent", seconds: float) -> None:
        route = pattern(scope)
        self._metrics.ended(method, route, sent.status, seconds)
        told: dict[str, object] = {
            "request": scope["request_id"],
            "method": method,
            "route": route,
            "status": sent.status,
            "ms": round(seconds * 1000, 1),
        }
        if why := scope.get("why"):
            told["why"] = why
        if not sent.is_whole:
            told["cut"] = sent.cut
        _LOG.info("answered" if sent.is_whole else "cut off", extra={"told": told})


class _Sent:
    """What of an answer was sent: its status, 0 before it begins, and whether it came to its end."""

    def __init__(self, scope: "Scope", send: "Send") -> None:
        self._scope, self._send = scope, send
        self.status, self.is_whole, self.cut = 0, False, _GONE

    async def __call__(self, message: "Message") -> None:
        """Send a message of the answer, with the headers that all have."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            message = {**message, "headers": _headers(message, self._scope["request_id"])}
        for part in _parts(message):
            await self._send(part)
        if message["type"] == "http.response.body" and not message.get("more_body", False):
            self.is_whole = True


def pattern(scope: "Scope") -> str:
    """The pattern of the route that a request met: of the routes of this server, never the path itself."""
    if "mounted" in scope:
        return str(scope["mounted"])
    path = getattr(scope.get("route"), "path", None)
    if path is None:
        return "none"
    ours = scope["path"] == PREFIX or scope["path"].startswith(f"{PREFIX}/")
    return f"{PREFIX}{path}" if ours else str(path)


def _method(scope: "Scope") -> str:
    return scope["method"] if scope["method"] in _METHODS else "other"


def _parts(message: "Message") -> "Iterator[Message]":
    """A long body in pieces: who takes them slowly keeps a place at the door, and no copy in memory."""
    body = message.get("body", b"")
    if message["type"] != "http.response.body" or len(body) <= _PIECE:
        yield message
        return
    for start in range(0, len(body), _PIECE):
        more = start + _PIECE < len(body) or message.get("more_body", False)
        yield {**message, "body": body[start : start + _PIECE], "more_body": more}


def _request_id(scope: "Scope") -> str:
    for name, value in scope["headers"]:
        if name == b"x-request-id" and _ID.fullmatch(value):
            return str(value.decode("ascii"))
    return secrets.token_hex(8)


def _headers(message: "Message", request: str) -> list[tuple[bytes, bytes]]:
    given = [(name.lower(), value) for name, value in message.get("headers", ())]
    names = {name for name, _ in given}
    added = [(name, value) for name, value in _SAFE if name not in names]
    if b"cache-control" not in names:
        added.append((b"cache-control", b"no-store"))
    return [*given, *added, (b"x-request-id", request.encode("ascii"))]


def _cause(error: Exception) -> BaseException:
    """What went wrong: the framework hides what can be answered no more, for the answer has begun."""
    hidden = isinstance(error, RuntimeError) and isinstance(
        error.__cause__, (CamilloError, Refused)
    )
    return error.__cause__ or error if hidden else error


def _fault(scope: "Scope", error: BaseException) -> dict[str, object]:
    return {"request": scope["request_id"], **faults.told(error)}
