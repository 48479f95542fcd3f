"""The door: who calls is verified here, before any route; what may be asked is bounded here."""

from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool

from camillo.app.identity.caller import Caller
from camillo.domain.errors import CamilloError
from camillo.surfaces.http import problems
from camillo.surfaces.http.problems import Refused

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from camillo.app.serving.serving import Serving

#: Paths that tell nothing of anybody.
OPEN = frozenset({"/health", "/ready", "/metrics", "/openapi.json", "/docs"})


class Door:
    """Lets a request in with its caller, or answers it.

    The caller stands in ``scope["caller"]``; whatever a request says of itself there is overwritten.
    """

    def __init__(self, app: "ASGIApp", serving: "Serving") -> None:
        self._app, self._serving = app, serving

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer one request."""
        if scope["type"] != "http" or scope["path"] in OPEN:
            await self._app(scope, receive, send)
            return
        try:
            caller = await self._caller(scope)
            wait = self._serving.limits.enter(caller.owner)
            if wait:
                raise Refused(
                    429,
                    "too many requests",
                    "wait",
                    {"Retry-After": str(max(1, round(wait + 0.5)))},
                )
        except Refused as refused:
            await answer(scope, send, refused)
            return
        except CamilloError as error:
            await answer(scope, send, problems.of_error(error))
            return
        try:
            await self._inside(caller, scope, receive, send)
        finally:
            self._serving.limits.leave(caller.owner)

    async def _caller(self, scope: "Scope") -> Caller:
        given = [value for name, value in scope["headers"] if name == b"authorization"]
        kind, _, credential = (
            (given[0] if len(given) == 1 else b"").decode("latin-1").partition(" ")
        )
        if kind.lower() != "bearer" or not credential.strip():
            raise Refused(
                401,
                "no token or key was given",
                "send `Authorization: Bearer ...`",
                {"WWW-Authenticate": 'Bearer realm="camillo"'},
            )
        return await run_in_threadpool(self._serving.identity.caller, credential.strip())

    async def _inside(
        self, caller: Caller, scope: "Scope", receive: "Receive", send: "Send"
    ) -> None:
        inner = {**scope, "caller": caller}

        async def watched(message: "Message") -> None:
            if message["type"] == "http.response.start":
                request = scope.get("request_id", "")
                self._serving.audit.note(caller, did(inner), message["status"], request)
            await send(message)

        await self._app(inner, receive, watched)


def did(scope: "Scope") -> str:
    """The method and the pattern of the route, without what stands in it."""
    route = scope.get("route")
    return f"{scope['method']} {getattr(route, 'path', 'unknown')}"


async def answer(scope: "Scope", send: "Send", refused: Refused) -> None:
    """Answer with a problem, without a route."""
    told = problems.body(refused.status, refused.detail, refused.mend, scope.get("request_id", ""))
    headers = [(b"content-type", problems.MEDIA.encode()), (b"content-length", b"%d" % len(told))]
    headers += [(name.lower().encode(), value.encode()) for name, value in refused.headers.items()]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else told})
