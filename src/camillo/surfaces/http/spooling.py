"""Archives in bodies of requests: they go to the disk as they come, and no larger than they may be."""

from typing import TYPE_CHECKING

import anyio
import anyio.to_thread

from camillo.app.archive import lines
from camillo.app.archive.spool import Spool
from camillo.app.serving.palaces import private_folder
from camillo.surfaces.http.problems import Refused
from camillo.surfaces.http.replies import header, too_large

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope

    from camillo.app.serving.settings import ServerSettings

_NAME = "spool"
#: An archive may come for so long, and for a second more for each of so many bytes.
_SECONDS, _BYTES_A_SECOND = 60.0, 64 << 10
_WRITTEN = 1 << 20
_EMPTY: "Message" = {"type": "http.request", "body": b"", "more_body": False}


def of(scope: "Scope") -> Spool | None:
    """The archive that came with a request, if one did."""
    found = scope.get(_NAME)
    return found if isinstance(found, Spool) else None


def digest(scope: "Scope") -> bytes:
    """The SHA-256 of the archive that came with a request; empty where none did."""
    spool = of(scope)
    return b"" if spool is None else spool.digest


def drop(scope: "Scope") -> None:
    """Let go of the archive that came with a request."""
    if spool := of(scope):
        spool.close()


def no_room() -> Refused:
    """An archive does not fit on the server's disk."""
    return Refused(507, "the server has no room for the archive", "tell whoever runs it")


async def spooled(scope: "Scope", receive: "Receive", settings: "ServerSettings") -> "Receive":
    """Take the body to the disk if it is an archive; what is returned gives it from its beginning otherwise.

    Raises:
        Refused: it is too large, comes too slowly, or its sender has gone.
    """
    first: list[Message] = []
    head = b""
    with anyio.move_on_after(_SECONDS) as waited:
        while len(head) < lines.HEAD:
            first.append(await receive())
            head += first[-1].get("body", b"")
            if not first[-1].get("more_body"):
                break
    if waited.cancelled_caught:
        raise Refused(408, "the body came too slowly", "send it again")
    rest = _rest(first, receive)
    if not lines.looks_packed(head):
        return rest
    limit = settings.archive_limit
    told = header(scope, b"content-length")
    if told and (not told.isdigit() or int(told) > limit):
        raise too_large(limit)
    folder = settings.data / "spool"
    private_folder(folder)
    spool = scope[_NAME] = Spool(folder)
    try:
        await _fill(spool, rest, limit)
    except OSError as error:
        spool.close()
        raise no_room() from error
    except BaseException:
        spool.close()
        raise
    scope["headers"] = [pair for pair in scope["headers"] if pair[0] != b"content-length"]
    return _nothing(receive)


async def _fill(spool: Spool, receive: "Receive", limit: int) -> None:
    began = anyio.current_time()
    kept = bytearray()
    more = True
    while more:
        size = spool.size + len(kept)
        patience = began + _SECONDS + size / _BYTES_A_SECOND - anyio.current_time()
        with anyio.move_on_after(patience) as waited:
            message = await receive()
        if waited.cancelled_caught:
            raise Refused(408, "the body came too slowly", "send it again")
        if message["type"] == "http.disconnect":
            raise Refused(400, "the body ended too early", "send it again")
        kept += message.get("body", b"")
        more = bool(message.get("more_body"))
        if spool.size + len(kept) > limit:
            raise too_large(limit)
        if len(kept) >= _WRITTEN or not more:
            await anyio.to_thread.run_sync(spool.write, bytes(kept))
            kept.clear()
    await anyio.to_thread.run_sync(spool.end)


def _rest(first: "list[Message]", receive: "Receive") -> "Receive":
    left = list(first)

    async def given() -> "Message":
        return left.pop(0) if left else await receive()

    return given


def _nothing(receive: "Receive") -> "Receive":
    left = [_EMPTY]

    async def given() -> "Message":
        return left.pop() if left else await receive()

    return given
