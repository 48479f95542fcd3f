"""Which paths there are, and what may be done there: no secret, so it is told before who asks is known."""

from collections.abc import Iterable
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

from starlette.routing import compile_path

from camillo.surfaces.http.problems import Refused
from camillo.surfaces.http.replies import answer

if TYPE_CHECKING:
    from re import Pattern

    from starlette.types import ASGIApp, Message, Receive, Scope, Send


class Paths:
    """Answers 404 where there is no such path, and 405 where it does not take the method. HEAD is GET without a body.

    Whether an id in a path is one of the caller's is asked further in, of a caller who has proven who they are.
    """

    def __init__(self, app: "ASGIApp", known: Iterable[tuple[str, set[str]]]) -> None:
        self._app = app
        methods: dict[str, set[str]] = {}
        for path, taken in known:
            methods.setdefault(path, set()).update(taken)
        self._known = [(compile_path(path)[0], taken) for path, taken in methods.items()]

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope["path"] = plain_path(scope)
        methods = methods_at(self._known, scope["path"])
        if scope["method"] == "HEAD" and "HEAD" in methods:
            scope["method"] = "GET"
            await self._app(scope, receive, _without_body(send))
        elif scope["method"] in methods:
            await self._app(scope, receive, send)
        elif methods:
            told = ", ".join(sorted(methods))
            refused = Refused(405, f"this path takes {told}", "", {"Allow": told})
            await answer(scope, send, refused)
        else:
            await answer(scope, send, Refused(404, "there is no such path", "see /openapi.json"))


def _without_body(send: "Send") -> "Send":
    async def sent(message: "Message") -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return sent


def methods_at(known: "Iterable[tuple[Pattern[str], set[str]]]", path: str) -> set[str]:
    """All methods of the routes that a path meets; several patterns may stand for the same path."""
    found: set[str] = set()
    for pattern, methods in known:
        if pattern.match(path):
            found |= methods
    return found


def plain_path(scope: "Scope") -> str:
    """The path, with what is an encoded slash in one of its parts still encoded: ids may have slashes.

    >>> plain_path({"path": "/wings/a/b", "raw_path": b"/wings/a%2Fb"})
    '/wings/a%2Fb'
    >>> plain_path({"path": "/wings/100%", "raw_path": b"/wings/100%25"})
    '/wings/100%25'
    """
    raw = scope.get("raw_path")
    if not isinstance(raw, bytes) or b"%" not in raw:
        return str(scope["path"]).replace("%", "%25")
    parts = [unquote_to_bytes(part).decode("utf-8", "replace") for part in raw.split(b"/")]
    return "/".join(part.replace("%", "%25").replace("/", "%2F") for part in parts)
