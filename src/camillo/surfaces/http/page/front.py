"""The front of the house: the page's files, signing in and out, and requests of those who are signed in.

A request with a cookie is let on only with the session's proof in a header of its own, which no other
site can send (nobody else's origin is ever allowed to), and never from another site.
"""

import json
import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool

from camillo.domain.errors import CamilloError
from camillo.surfaces.http import problems
from camillo.surfaces.http.page.files import POLICY, PageFile, page_files
from camillo.surfaces.http.page.sessions import Sessions
from camillo.surfaces.http.problems import Refused
from camillo.surfaces.http.replies import answer, header, reply, whole

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from camillo.app.serving.serving import Serving

SESSION = "/session"
COOKIE = "camillo"
PROOF = b"x-camillo-page"
_LONGEST = 16_384
_COOKIE = re.compile(rf"(?:^|;)\s*{COOKIE}=([A-Za-z0-9_-]{{20,100}})\s*(?:;|$)")


class Front:
    """Serves the page, and turns the cookie of who is signed in into the credential it stands for."""

    def __init__(self, app: "ASGIApp", serving: "Serving", sessions: Sessions) -> None:
        self._app, self._serving, self._sessions = app, serving, sessions

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        file = page_files().get(scope["path"])
        try:
            if file is not None:
                scope["mounted"] = "/"
                if scope["method"] not in ("GET", "HEAD"):
                    raise Refused(405, "this path takes GET, HEAD", "", {"Allow": "GET, HEAD"})
                await _file(file, scope, send)
            elif scope["path"] == SESSION:
                scope["mounted"] = SESSION
                await self._session(scope, receive, send)
            else:
                self._signed_in(scope)
                await self._app(scope, receive, send)
        except Refused as refused:
            await answer(scope, send, refused)

    def _signed_in(self, scope: "Scope") -> None:
        """Put in the credential of a session that has proven itself; leave all else as it came."""
        id = _cookie(scope)
        if not id or header(scope, b"authorization"):
            return
        _own_site(scope)
        proof = header(scope, PROOF).decode("latin-1")
        credential = self._sessions.credential(id, proof) if proof else None
        if credential is not None:
            told = (b"authorization", b"Bearer " + credential.encode("utf-8"))
            scope["headers"] = [*scope["headers"], told]

    async def _session(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        _own_site(scope)
        if scope["method"] == "DELETE":
            self._sessions.end(_cookie(scope))
            gone = {"Set-Cookie": f"{COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict"}
            await reply(scope, send, 200, b"{}", "application/json", gone)
            return
        if scope["method"] != "POST":
            raise Refused(405, "one signs in by POST", "", {"Allow": "POST, DELETE"})
        if header(scope, b"content-type").partition(b";")[0].strip() != b"application/json":
            raise Refused(422, "the body is not JSON", "send application/json")
        credential = await self._credential(_key(await whole(scope, receive, _LONGEST)))
        id, proof = self._sessions.begin(credential)
        secure = "; Secure" if header(scope, b"origin").startswith(b"https:") else ""
        cookie = {"Set-Cookie": f"{COOKIE}={id}; Path=/; HttpOnly; SameSite=Strict{secure}"}
        told = json.dumps({"proof": proof}).encode()
        await reply(scope, send, 200, told, "application/json", cookie)

    async def _credential(self, key: str) -> str:
        """The credential that a one-time key stands for, or the key itself where it is one."""
        given = self._sessions.accept(key) or key
        try:
            await run_in_threadpool(self._serving.identity.caller, given)
        except CamilloError as error:
            raise problems.of_error(error) from error
        return given


def _key(content: bytes) -> str:
    try:
        told = json.loads(content)
    except ValueError:
        told = None
    key = told.get("key") if isinstance(told, dict) else None
    if not isinstance(key, str) or not key.strip() or not key.isascii():
        raise Refused(422, "there is no key in the body", 'send {"key": "..."}')
    return key.strip()


def _own_site(scope: "Scope") -> None:
    """Go on only where the request comes from this very origin.

    Raises:
        Refused: another site sent it.
    """
    origin = header(scope, b"origin").decode("latin-1")
    host = header(scope, b"host").decode("latin-1")
    fetched = header(scope, b"sec-fetch-site")
    alien = bool(origin) and urlsplit(origin).netloc.lower() != host.lower()
    if alien or fetched not in (b"", b"same-origin", b"none"):
        raise Refused(403, "another site sent this", "use Camillo's own page")


def _cookie(scope: "Scope") -> str:
    found = _COOKIE.search(header(scope, b"cookie").decode("latin-1"))
    return found[1] if found else ""


async def _file(file: PageFile, scope: "Scope", send: "Send") -> None:
    headers = {
        "ETag": file.tag,
        "Cache-Control": "no-cache",
        "Content-Security-Policy": POLICY,
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Vary": "Accept-Encoding",
    }
    if header(scope, b"if-none-match").decode("latin-1") == file.tag:
        await reply(scope, send, 304, b"", file.media, headers)
        return
    content = file.content
    if b"gzip" in header(scope, b"accept-encoding"):
        content, headers["Content-Encoding"] = file.packed, "gzip"
    await reply(scope, send, 200, content, file.media, headers)
