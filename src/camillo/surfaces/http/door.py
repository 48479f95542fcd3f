"""The door: who calls is verified here, before any route; what may be asked is bounded here."""

import threading
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, asynccontextmanager
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread

from camillo.app import telemetry
from camillo.app.identity.api_keys import PREFIX as PREFIX_OF_KEYS
from camillo.app.identity.caller import Caller, Unauthenticated
from camillo.domain.errors import CamilloError
from camillo.domain.owner import Owner
from camillo.surfaces.http import problems, spooling
from camillo.surfaces.http.problems import Refused
from camillo.surfaces.http.replies import again, answer, header, whole
from camillo.surfaces.http.watch import pattern
from camillo.surfaces.http.wording import PREFIX

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from camillo.app.serving.serving import Serving

#: Paths that tell nothing of anybody.
OPEN = frozenset({"/health", "/ready", "/metrics", "/openapi.json"})
_AT_A_TIME = 2
_PROVED_AT_A_TIME = 2
#: Where a scope keeps the event that says: all that is left of a request is to send what lies ready.
SENDING = "camillo.sending"
_BODILESS = frozenset({"GET", "HEAD", "OPTIONS"})


class Door:
    """Lets a request in with its caller, or answers it.

    The caller stands in ``scope["caller"]``, which nothing of a request reaches.
    """

    def __init__(self, app: "ASGIApp", serving: "Serving") -> None:
        self._app, self._serving = app, serving
        self._gates = _Gates()
        # Proving may be slow, and who proves nothing is counted for nobody: it takes no thread of requests.
        self._keys = anyio.CapacityLimiter(_PROVED_AT_A_TIME)
        self._tokens = anyio.CapacityLimiter(_PROVED_AT_A_TIME)

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope.pop("caller", None)
        if scope["path"] in OPEN:
            await self._app(scope, receive, send)
            return
        try:
            caller = await self._caller(scope)
            self._admit(caller)
        except Refused as refused:
            await answer(scope, send, refused)
            return
        except CamilloError as error:
            if isinstance(error, Unauthenticated):
                scope["why"] = error.why
            await answer(scope, send, problems.of_error(error))
            return
        try:
            async with self._gates.through(caller.owner) as leave:
                await self._inside(caller, scope, receive, send, leave)
        finally:
            self._serving.limits.leave(caller.owner)

    async def _caller(self, scope: "Scope") -> Caller:
        given = header(scope, b"authorization").decode("latin-1")
        kind, _, credential = given.partition(" ")
        if kind.lower() != "bearer" or not credential.strip():
            raise Refused(
                401,
                "no token or key was given",
                "send `Authorization: Bearer ...`",
                {"WWW-Authenticate": 'Bearer realm="camillo"'},
            )
        credential = credential.strip()
        limiter = self._keys if credential.startswith(PREFIX_OF_KEYS) else self._tokens
        prove = self._serving.identity.caller
        with telemetry.step("prove the caller"):
            return await anyio.to_thread.run_sync(prove, credential, limiter=limiter)

    def _admit(self, caller: Caller) -> None:
        wait = self._serving.limits.enter(caller.owner)
        if wait:
            seconds = str(max(1, round(wait + 0.5)))
            raise Refused(429, "too many requests", f"wait {seconds} s", {"Retry-After": seconds})

    async def _inside(
        self,
        caller: Caller,
        scope: "Scope",
        receive: "Receive",
        send: "Send",
        leave: Callable[[], None],
    ) -> None:
        sending = scope[SENDING] = threading.Event()

        async def noted(message: "Message") -> None:
            if message["type"] == "http.response.start":
                # Noted before anything is sent: who cannot be written down reads nothing.
                did = f"{scope['method']} {pattern(scope)}"
                self._serving.audit.note(caller, did, message["status"], scope["request_id"])
                if sending.is_set():
                    leave()
            await send(message)

        scope["caller"] = caller
        if scope["method"] not in _BODILESS:
            try:
                receive = await self._body(scope, receive)
            except Refused as refused:
                await answer(scope, noted, refused)
                return
        try:
            await self._app(scope, receive, noted)
        finally:
            spooling.drop(scope)
        # What was deleted whole is not opened again, which would begin a new one.
        whole_gone = scope["method"] == "DELETE" and scope["path"] == PREFIX
        if scope["method"] not in _BODILESS and not whole_gone:
            self._serving.wrote(caller.owner)

    async def _body(self, scope: "Scope", receive: "Receive") -> "Receive":
        """What gives the whole body; an archive's lies in a spool beside, and it is empty then."""
        settings = self._serving.settings
        if scope["method"] == "POST" and scope["path"] == f"{PREFIX}/import":
            receive = await spooling.spooled(scope, receive, settings)
        return again(await whole(scope, receive, settings.body_limit), receive)


class _Gates:
    """Two requests of an owner at a time; the others wait here, where they hold no thread."""

    def __init__(self) -> None:
        self._open: dict[Owner, tuple[anyio.Semaphore, list[None]]] = {}

    @asynccontextmanager
    async def through(self, owner: Owner) -> AsyncIterator[Callable[[], None]]:
        """Wait for a place; what is given lets the next in before the end, called as often as wanted."""
        gate, users = self._open.setdefault(owner, (anyio.Semaphore(_AT_A_TIME), []))
        users.append(None)
        try:
            await gate.acquire()
            with ExitStack() as place:
                place.callback(gate.release)
                yield place.close
        finally:
            users.pop()
            if not users:
                del self._open[owner]
