"""HTTP to one host under bounds: a deadline over every byte, a largest answer, no other host.

This module imports the network: import it where an endpoint is asked, nowhere else.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import httpcore2
import httpx2

#: Seconds for a connection, unless less is left.
_CONNECT = 5.0
#: All that an answer may be in bytes, headers aside: the longest vectors of a batch fit.
LARGEST = 16 << 20
#: What leaves: nothing of the client library's own (it tells of platform and environment).
_HEADERS = ("accept", "authorization", "content-length", "content-type", "host", "user-agent")
_deadline: ContextVar[float] = ContextVar("deadline")


@contextmanager
def within(deadline: float) -> Iterator[None]:
    """Everything that is sent and received inside ends at this time of ``time.monotonic``."""
    token = _deadline.set(deadline)
    try:
        yield
    finally:
        _deadline.reset(token)


def _left(timeout: float | None, late: type[httpcore2.TimeoutException]) -> float:
    left = _deadline.get() - time.monotonic()
    if left <= 0:
        raise late("the time is over")
    return left if timeout is None else min(left, timeout)


class _Stream(httpcore2.NetworkStream):
    """A connection none of whose waits goes past the deadline, however slowly bytes drip in."""

    def __init__(self, inner: httpcore2.NetworkStream) -> None:
        self._inner = inner

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, _left(timeout, httpcore2.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, _left(timeout, httpcore2.WriteTimeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: Any, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        left = _left(_CONNECT, httpcore2.ConnectTimeout)
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, left))

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


class _Backend(httpcore2.NetworkBackend):
    def __init__(self) -> None:
        self._inner = httpcore2.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Any = None,
    ) -> httpcore2.NetworkStream:
        left = _left(_CONNECT, httpcore2.ConnectTimeout)
        return _Stream(self._inner.connect_tcp(host, port, left, local_address, socket_options))


class _Body(httpx2.SyncByteStream):
    """An answer's bytes, no more than the largest."""

    def __init__(self, stream: Any, request: httpx2.Request) -> None:
        self._stream = stream
        self._request = request

    def __iter__(self) -> Iterator[bytes]:
        size = 0
        with _translated(self._request):
            for part in self._stream:
                size += len(part)
                if size > LARGEST:
                    raise httpx2.ReadError("the answer has no end", request=self._request)
                yield part

    def close(self) -> None:
        self._stream.close()


class BoundedTransport(httpx2.BaseTransport):
    """Sends to the one origin it is made for, with no header but those that the API needs.

    Proxies, certificates and credentials of the environment are not looked at, and no redirect is
    followed: what leaves goes to the host that the user named.
    """

    def __init__(self, url: httpx2.URL, authorization: str | None) -> None:
        self._origin = (url.scheme, url.host, url.port)
        self._authorization = authorization
        # To read the certificates of all authorities takes longer than many an answer.
        seals = httpx2.create_ssl_context(trust_env=False) if url.scheme == "https" else None
        self._pool = httpcore2.ConnectionPool(
            ssl_context=seals,
            max_connections=8,
            keepalive_expiry=30.0,
            network_backend=_Backend(),
        )

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send it, and give the answer back with a body that is read on demand."""
        url = request.url
        if (url.scheme, url.host, url.port) != self._origin:
            raise httpx2.ConnectError(f"{url.host} is not the endpoint", request=request)
        content = request.read()
        inner = httpcore2.Request(
            method=request.method,
            url=httpcore2.URL(
                scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path
            ),
            headers=self._headers(request),
            content=content,
        )
        with _translated(request):
            answer = self._pool.handle_request(inner)
        told = httpx2.Headers(answer.headers)
        body = _Body(answer.stream, request)
        if told.get("content-encoding", "identity") != "identity":
            body.close()
            raise httpx2.ReadError("the answer is compressed unasked", request=request)
        # A media type without parameters: no answer chooses the codec that it is read with.
        kept = {
            "content-type": told.get("content-type", "").partition(";")[0].strip().lower(),
            "retry-after": told.get("retry-after", ""),
        }
        return httpx2.Response(answer.status, headers=kept, stream=body)

    def close(self) -> None:
        """Close its connections."""
        self._pool.close()

    def _headers(self, request: httpx2.Request) -> list[tuple[bytes, bytes]]:
        kept = [
            (name, value)
            for name, value in request.headers.raw
            if name.lower().decode("ascii") in _HEADERS and name.lower() != b"authorization"
        ]
        if self._authorization is not None:
            kept.append((b"Authorization", self._authorization.encode("ascii")))
        return [*kept, (b"Accept-Encoding", b"identity")]


@contextmanager
def _translated(request: httpx2.Request) -> Iterator[None]:
    """The errors of the layer below as those that the client library knows."""
    try:
        yield
    except httpcore2.TimeoutException as error:
        raise httpx2.ReadTimeout(str(error), request=request) from error
    except (
        httpcore2.NetworkError,
        httpcore2.ProtocolError,
        httpcore2.UnsupportedProtocol,
    ) as error:
        raise httpx2.ReadError(str(error), request=request) from error
