"""Writes with an Idempotency-Key: done once, answered alike whenever they are sent again."""

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool

from camillo.app.identity.caller import Caller
from camillo.app.serving.repeats import Repeat, Repeats
from camillo.domain.errors import CamilloError
from camillo.surfaces.http import problems, spooling
from camillo.surfaces.http.problems import Refused
from camillo.surfaces.http.replies import Caught, again, answer, header, reply, whole

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

_LOG = logging.getLogger("camillo.http")
_WRITES = frozenset({"POST", "PUT", "PATCH", "DELETE"})
_NAME = b"idempotency-key"


class Repeating:
    """Keeps what was answered to writes that name a key, failures of the server left out."""

    def __init__(self, app: "ASGIApp", repeats: Repeats, limit: int) -> None:
        self._app, self._repeats, self._limit = app, repeats, limit
        self._lock = threading.Lock()
        self._running: set[bytes] = set()

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
            self._claim(repeat)
        except Refused as refused:
            await answer(scope, send, refused)
            return
        except CamilloError as error:
            await answer(scope, send, problems.of_error(error))
            return
        try:
            await self._once(repeat, scope, again(content, receive), send)
        finally:
            with self._lock:
                self._running.discard(repeat.id)

    def _claim(self, repeat: Repeat) -> None:
        with self._lock:
            if repeat.id in self._running:
                raise Refused(
                    409, "the same write is under way", "wait for it", {"Retry-After": "1"}
                )
            self._running.add(repeat.id)

    async def _once(self, repeat: Repeat, scope: "Scope", receive: "Receive", send: "Send") -> None:
        try:
            known = await run_in_threadpool(self._repeats.begin, repeat)
        except CamilloError as error:
            await answer(scope, send, problems.of_error(error))
            return
        if known is not None:
            media = "application/json" if known.status < 400 else problems.MEDIA
            told = {"Idempotent-Replayed": "true"}
            await reply(scope, send, known.status, known.content, media, told)
            return
        caught = Caught(send)
        try:
            await self._app(scope, receive, caught)
        except BaseException:
            await _noted(self._repeats.drop, repeat)
            raise
        if 200 <= caught.status < 500 and caught.status != 429:
            content = bytes(caught.content)
            await _noted(self._repeats.keep, repeat, caught.status, content)
        else:
            await _noted(self._repeats.drop, repeat)
        await caught.release()


async def _noted(note: Callable[..., None], *what: object) -> None:
    """Note what became of a write, if it can be noted now: what was done is answered all the same, and sent again
    it is done again, as one that was cut off.
    """
    try:
        await run_in_threadpool(note, *what)
    except CamilloError as error:
        _LOG.warning("an answer was not kept: %s", type(error).__name__)


def _asked(caller: Caller, scope: "Scope", content: bytes) -> bytes:
    """What was asked, and by which credential: one that may do less is not told what another was answered."""
    shown = " ".join((caller.by, *sorted(caller.scopes)))
    parts = (shown.encode(), scope["method"].encode(), scope["path"].encode("utf-8", "replace"))
    return b" ".join((*parts, scope["query_string"], spooling.digest(scope), content))
