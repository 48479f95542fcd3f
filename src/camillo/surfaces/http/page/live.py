"""What an open page is told: server-sent events, each saying how the palace stands after a change."""

import json
import threading
import time
from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread
from starlette.concurrency import run_in_threadpool

from camillo.domain.errors import CamilloError
from camillo.surfaces.http import problems
from camillo.surfaces.http.problems import Refused
from camillo.surfaces.http.replies import answer, header
from camillo.surfaces.http.wording import PREFIX

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from camillo.app.identity.caller import Caller
    from camillo.app.looking.looking import Beat
    from camillo.app.serving.serving import Serving
    from camillo.domain.owner import Owner

PATH = f"{PREFIX}/ui/events"
#: How often it is looked whether the palace has changed, said that nothing has, and asked who listens.
_LOOK, _SILENCE, _ASK = 1.0, 15.0, 60.0
_MOST = 16
_AT_A_TIME = 4


class Live:
    """Answers the stream itself: it would hold one of an owner's places at the door for hours."""

    def __init__(self, app: "ASGIApp", serving: "Serving", ending: threading.Event) -> None:
        self._app, self._serving, self._ending = app, serving, ending
        self._lock = threading.Lock()
        self._listening: Counter[Owner] = Counter()
        self._turns: dict[Owner, anyio.Lock] = {}
        self._threads: anyio.CapacityLimiter | None = None

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer one request."""
        if scope["type"] != "http" or scope["path"] != PATH or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        scope["mounted"] = PATH
        try:
            caller = await self._caller(scope)
            self._enter(caller)
        except Refused as refused:
            await answer(scope, send, refused)
            return
        try:
            self._serving.audit.note(caller, f"GET {PATH}", 200, scope["request_id"])
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(_until_gone, receive, tasks.cancel_scope)
                await self._stream(caller, scope, send)
                tasks.cancel_scope.cancel()
            # Whoever closes the page ends the stream as it should end.
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._leave(caller)

    async def _caller(self, scope: "Scope") -> "Caller":
        kind, _, credential = header(scope, b"authorization").decode("latin-1").partition(" ")
        if kind.lower() != "bearer":
            raise Refused(401, "no token or key was given", "sign in")
        try:
            caller = await run_in_threadpool(self._serving.identity.caller, credential.strip())
        except CamilloError as error:
            raise problems.of_error(error) from error
        if not caller.may("read"):
            raise Refused(403, "this needs the scope 'read'", "use a token or key that has it")
        return caller

    def _enter(self, caller: "Caller") -> None:
        if self._ending.is_set():
            raise Refused(503, "the server is about to end", "ask again", {"Retry-After": "2"})
        with self._lock:
            if self._listening[caller.owner] >= _MOST:
                raise Refused(429, "too many pages listen", "close some", {"Retry-After": "30"})
            self._listening[caller.owner] += 1

    def _leave(self, caller: "Caller") -> None:
        with self._lock:
            self._listening[caller.owner] -= 1
            if not self._listening[caller.owner]:
                del self._listening[caller.owner]
                self._turns.pop(caller.owner, None)

    async def _stream(self, caller: "Caller", scope: "Scope", send: "Send") -> None:
        media = [(b"content-type", b"text/event-stream"), (b"x-accel-buffering", b"no")]
        await send({"type": "http.response.start", "status": 200, "headers": media})
        seen = -1
        said = asked = time.monotonic()
        while not self._ending.is_set():
            now = time.monotonic()
            if now - asked > _ASK:
                try:
                    await self._caller(scope)
                except Refused:
                    break
                asked = now
            beat = await self._beat_in_turn(caller, seen)
            if beat is not None:
                seen, said = beat.seq, now
                await send(_body(f"event: beat\ndata: {json.dumps(asdict(beat))}\n\n"))
            elif now - said > _SILENCE:
                said = now
                await send(_body(": nothing new\n\n"))
            await anyio.sleep(_LOOK)

    async def _beat_in_turn(self, caller: "Caller", seen: int) -> "Beat | None":
        """Streams wait for a palace that is at work in threads of their own, one of an owner at a time:
        however many there are, requests find the server's threads free.
        """
        if self._threads is None:
            self._threads = anyio.CapacityLimiter(_AT_A_TIME)
        async with self._turns.setdefault(caller.owner, anyio.Lock()):
            return await anyio.to_thread.run_sync(self._beat, caller, seen, limiter=self._threads)

    def _beat(self, caller: "Caller", seen: int) -> "Beat | None":
        """How the palace stands, if it has changed; None too while it is at work for others."""
        try:
            with self._serving.palaces.lease(caller.owner, create=False) as palace:
                if palace.looking.tick().seq == seen:
                    return None
                return palace.looking.beat()
        except CamilloError:
            return None


def _body(text: str) -> "Message":
    return {"type": "http.response.body", "body": text.encode(), "more_body": True}


async def _until_gone(receive: "Receive", scope: anyio.CancelScope) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    scope.cancel()
