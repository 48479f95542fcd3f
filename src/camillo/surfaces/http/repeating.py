"""Writes with an Idempotency-Key: done once, answered alike whenever and wherever they are sent again."""

import asyncio
import logging
import math
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread
from starlette.concurrency import run_in_threadpool

from camillo.app.identity.caller import Caller
from camillo.app.serving.repeats import BEAT, Begun, Repeat, Repeats, Replay, UnderWay
from camillo.domain.errors import CamilloError
from camillo.ports.repeating import marking
from camillo.surfaces.http import problems, spooling
from camillo.surfaces.http.problems import Refused
from camillo.surfaces.http.replies import Caught, again, answer, header, reply, whole
from camillo.surfaces.http.wording import PREFIX

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_LOG = logging.getLogger("camillo.http")
_WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_NAME = b"idempotency-key"
#: How long a write waits for another request that does it, and how often it looks.
_PATIENCE, _PAUSE = 5.0, 0.1
#: What is filed here is known by its content: done again it adds nothing, and goes on where it was cut off.
_KNOWN = re.compile(rf"{PREFIX}/(memories|import|shares/[^/]+/memories|events/[a-z]+)")


class Repeating:
    """Keeps what was answered to writes that name a key, failures of the server left out."""

    def __init__(self, app: "ASGIApp", repeats: Repeats, limit: int) -> None:
        self._app, self._repeats, self._limit = app, repeats, limit
        # Writes may hold all threads of requests for long; what says so has its own.
        self._beats = anyio.CapacityLimiter(1)

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer one request."""
        caller = scope.get("caller")
        named = any(name == _NAME for name, _ in scope.get("headers", ()))
        if not named or scope["method"] not in _WRITES or not isinstance(caller, Caller):
            await self._app(scope, receive, send)
            return
        try:
            content = await whole(scope, receive, self._limit)
            key = header(scope, _NAME).decode("latin-1")
            repeat = Repeat.of(caller.owner, key, _asked(caller, scope, content))
            known = await self._known(repeat)
        except Refused as refused:
            await answer(scope, send, refused)
            return
        except CamilloError as error:
            await answer(scope, send, problems.of_error(error))
            return
        if isinstance(known, Begun):
            await self._once(known, scope, again(content, receive), send)
            return
        media = "application/json" if known.status < 400 else problems.MEDIA
        told = {"Idempotent-Replayed": "true"}
        await reply(scope, send, known.status, known.content, media, told)

    async def _known(self, repeat: Repeat) -> Replay | Begun:
        """What the write was answered, or that it is this request's to do.

        Raises:
            Refused: another request does it, and was waited for.
        """
        until = anyio.current_time() + _PATIENCE
        while True:
            known = await run_in_threadpool(self._repeats.begin, repeat)
            if not isinstance(known, UnderWay):
                return known
            if anyio.current_time() > until:
                wait = {"Retry-After": str(max(1, math.ceil(known.left)))}
                raise Refused(409, "the same write is under way", "wait for it", wait)
            await anyio.sleep(_PAUSE)

    async def _once(self, begun: Begun, scope: "Scope", receive: "Receive", send: "Send") -> None:
        caught = Caught(send)
        known = scope["method"] == "POST" and _KNOWN.fullmatch(scope["path"])
        try:
            async with self._held(begun):
                with marking(None if known else begun.mark):
                    await self._app(scope, receive, caught)
        except BaseException:
            await _noted(self._repeats.release, begun)
            raise
        if 200 <= caught.status < 500 and caught.status != 429:
            content = bytes(caught.content)
            await _noted(self._repeats.keep, begun, caught.status, content)
        else:
            await _noted(self._repeats.release, begun)
        await caught.release()

    @asynccontextmanager
    async def _held(self, begun: Begun) -> AsyncIterator[None]:
        """Meanwhile the write is said to be under way, again and again."""
        beating = asyncio.create_task(self._beat(begun))
        try:
            yield
        finally:
            beating.cancel()
            await asyncio.wait([beating])

    async def _beat(self, begun: Begun) -> None:
        held = True
        while held:
            await asyncio.sleep(BEAT)
            try:
                held = await anyio.to_thread.run_sync(
                    self._repeats.hold, begun, limiter=self._beats
                )
            except CamilloError as error:
                _LOG.warning("a write could not be held: %s", type(error).__name__)


async def _noted(note: Callable[..., None], *what: object) -> None:
    """Note what became of a write, if it can be noted now: what was done is answered all the same."""
    try:
        await run_in_threadpool(note, *what)
    except CamilloError as error:
        _LOG.warning("an answer was not kept: %s", type(error).__name__)


def _asked(caller: Caller, scope: "Scope", content: bytes) -> bytes:
    """What was asked, and by which credential: one that may do less is not told what another was answered."""
    shown = " ".join((caller.by, *sorted(caller.scopes)))
    parts = (shown.encode(), scope["method"].encode(), scope["path"].encode("utf-8", "replace"))
    return b" ".join((*parts, scope["query_string"], spooling.digest(scope), content))
