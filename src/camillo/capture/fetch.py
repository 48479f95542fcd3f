"""Fetching one address: checked, bounded in time, bytes and redirects, and honest about who asks.

The standard library's client is used: it connects where it is told to (the address that was checked), reads no
proxies or credentials from the environment, and needs nothing installed.
"""

import http.client
import socket
import ssl
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from email.message import Message
from urllib.parse import urldefrag, urljoin

from camillo.capture.addresses import Resolver, Target, target
from camillo.capture.streams import Clocked, unpacked
from camillo.domain.errors import InvalidInput, Unreachable

#: How the owner's programs name themselves to servers, and in their robots.txt.
AGENT = "camillo"
USER_AGENT = f"{AGENT} (a personal memory palace; fetches what its owner asked for)"
_REDIRECTS = (301, 302, 303, 307, 308)
#: What a server tells by these may pass.
_PASSING = (408, 425, 429)
_NOT_MODIFIED = 304


@dataclass(frozen=True, slots=True)
class Limits:
    """What one fetch may cost: seconds for all of it, bytes of content (unpacked as well), redirects."""

    seconds: float = 30.0
    bytes: int = 64 * 1024 * 1024
    redirects: int = 5


@dataclass(frozen=True, slots=True)
class Fetched:
    """What a server answered. ``content`` is unpacked and whole, and empty where ``status`` is 304.

    ``media_type`` is in lower case without parameters, ``charset`` as told by the header; both, ``etag`` and
    ``last_modified`` are empty where nothing was told.
    """

    url: str
    final_url: str
    status: int
    media_type: str
    charset: str
    content: bytes
    etag: str = ""
    last_modified: str = ""


def fetch(
    url: str,
    *,
    limits: Limits | None = None,
    allowed: frozenset[str] = frozenset(),
    etag: str = "",
    last_modified: str = "",
    resolve: Resolver | None = None,
) -> Fetched:
    """Get a page or file. With the ``etag`` or ``last_modified`` of an earlier answer, 304 means it is the same.

    Raises:
        InvalidInput: the address, or one it redirects to, must not be fetched; or the content is too large.
        Unreachable: there is no answer in time, too many redirects, or an answer that tells of a fault.
    """
    limits = limits or Limits()
    until = time.monotonic() + limits.seconds
    asked = _headers(etag, last_modified)
    at, seen = urldefrag(url)[0], set[str]()
    while at not in seen and len(seen) <= limits.redirects:
        seen.add(at)
        try:
            where = target(at, allowed=allowed, resolve=resolve, seconds=until - time.monotonic())
            answer = _ask(where, at, asked, limits, until)
        except TimeoutError as error:
            raise Unreachable(
                f"{at} did not answer whole within {limits.seconds:g} seconds", "try again later"
            ) from error
        except (OSError, http.client.HTTPException) as error:
            raise Unreachable(
                f"{at} cannot be read ({type(error).__name__}: {error})", "try again later"
            ) from error
        if isinstance(answer, Fetched):
            return replace(answer, url=url)
        at = answer
    told = "redirects in a circle" if at in seen else f"redirects {len(seen)} times and more"
    raise Unreachable(
        f"{url} {told}", "open it in a browser and give the last address", passing=False
    )


def _headers(etag: str, last_modified: str) -> dict[str, str]:
    asked = {
        "User-Agent": USER_AGENT,
        "Accept": "text/html, application/xhtml+xml, application/pdf;q=0.9, */*;q=0.8",
        "Accept-Encoding": "gzip, deflate",
        "Connection": "close",
    }
    conditions = {"If-None-Match": etag, "If-Modified-Since": last_modified}
    # What a server sent earlier is sent back to it: never with a line feed in it.
    return asked | {name: value for name, value in conditions.items() if _is_plain(value)}


def _is_plain(value: str) -> bool:
    return bool(value) and value.isascii() and value.isprintable()


class _Connection(http.client.HTTPConnection):
    """A connection to the addresses of a target, and to no other."""

    def __init__(self, where: Target, until: float) -> None:
        super().__init__(where.host, where.port)
        self._where, self._until = where, until

    def connect(self) -> None:
        """Connect to the first of the checked addresses that answers; TLS vouches for the host's name."""
        plain = _connected(self._where, self._until)
        if self._where.scheme == "https":
            plain.settimeout(_left(self._until))
            plain = ssl.create_default_context().wrap_socket(
                plain, server_hostname=self._where.host
            )
        plain.settimeout(_left(self._until))
        # Of a socket, http.client uses the three methods that Clocked has.
        self.sock = Clocked(plain, self._until)


def _connected(where: Target, until: float) -> socket.socket:
    failed: OSError = OSError("no address")
    for number, ip in enumerate(where.ips):
        share = _left(until) / (len(where.ips) - number)
        try:
            return socket.create_connection((ip, where.port), timeout=share)
        except OSError as error:
            failed = error
    raise failed


def _left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


def _ask(
    where: Target, url: str, asked: dict[str, str], limits: Limits, until: float
) -> Fetched | str:
    """The answer of one server, or the address that it redirects to."""
    connection = _Connection(where, until)
    try:
        connection.putrequest("GET", where.path, skip_host=True, skip_accept_encoding=True)
        for name, value in ({"Host": where.authority} | asked).items():
            connection.putheader(name, value)
        connection.endheaders()
        with connection.getresponse() as response:
            return _answered(response, url, limits)
    finally:
        connection.close()


def _answered(response: http.client.HTTPResponse, url: str, limits: Limits) -> Fetched | str:
    if response.status in _REDIRECTS and (place := response.headers.get("Location")):
        try:
            return urldefrag(urljoin(url, _readable(place)))[0]
        except ValueError as error:
            raise Unreachable(f"{url} redirects to what is no address", passing=False) from error
    _refuse_fault(url, response.status)
    content = b"" if response.status == _NOT_MODIFIED else _content(url, response, limits)
    told = _typed(response.headers)
    return Fetched(
        url, url, response.status, told.get_content_type() if told["content-type"] else "",
        told.get_content_charset() or "", content,
        response.headers.get("ETag", ""), response.headers.get("Last-Modified", ""),
    )  # fmt: skip


def _readable(place: str) -> str:
    """A Location header, which http.client reads as Latin-1 and servers write in UTF-8."""
    try:
        return place.strip().encode("latin-1").decode("utf-8")
    except UnicodeError:
        return place.strip()


def _typed(headers: Message) -> Message:
    """The type of an answer alone: one header, as several would be joined."""
    message = Message()
    if told := headers.get("Content-Type"):
        message["content-type"] = told
    return message


def _refuse_fault(url: str, status: int) -> None:
    if 200 <= status < 300 or status == _NOT_MODIFIED:
        return
    passing = status >= 500 or status in _PASSING
    mend = "try again later" if passing else "see in a browser whether it is open to everybody"
    raise Unreachable(f"{url} answers with status {status}", mend, passing=passing)


def _content(url: str, response: http.client.HTTPResponse, limits: Limits) -> bytes:
    told = response.headers.get("Content-Length", "")
    if told.isdecimal() and int(told) > limits.bytes:
        raise _too_large(url, limits)
    packing = response.headers.get("Content-Encoding", "").strip().lower()
    found = bytearray()
    for piece in unpacked(_pieces(response, limits, url), packing):
        found += piece
        if len(found) > limits.bytes:
            raise _too_large(url, limits)
    return bytes(found)


def _pieces(response: http.client.HTTPResponse, limits: Limits, url: str) -> Iterator[bytes]:
    size = 0
    while piece := response.read(65_536):
        size += len(piece)
        if size > limits.bytes:
            raise _too_large(url, limits)
        yield piece
    if response.length:
        raise http.client.IncompleteRead(b"", response.length)


def _too_large(url: str, limits: Limits) -> InvalidInput:
    return InvalidInput(
        f"{url} is larger than {limits.bytes:,} bytes", "fetch it yourself and capture the file"
    )
