"""A key set at an address: cached, fetched again when it is old, and once for a key it does not know."""

import json
import threading
import time
from collections.abc import Callable, Mapping
from http.client import HTTPException
from urllib.parse import urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from camillo.app.identity.caller import KeysUnreachable
from camillo.app.identity.keys import VerifyingKey, from_jwks
from camillo.domain.errors import InvalidInput

_LARGEST = 1 << 20
_FETCH_SECONDS = 5.0
_LOOPBACK = ("127.0.0.1", "::1", "localhost")

Fetch = Callable[[str], bytes]


class _NoRedirects(HTTPRedirectHandler):
    """A key set that moves is named anew by whoever runs the server, not by whoever answers."""

    def redirect_request(self, *_: object) -> None:
        """Follow nothing."""


def fetch(url: str) -> bytes:
    """What is at the address, at most a mebibyte.

    Raises:
        OSError: it cannot be fetched within five seconds, however slowly it comes.
    """
    found: list[bytes] = []
    # A time for the whole of it: that of a socket begins anew with every byte.
    worker = threading.Thread(target=_fetched, args=(url, found), daemon=True)
    worker.start()
    worker.join(_FETCH_SECONDS)
    if not found:
        raise OSError("the key set cannot be fetched")
    return found[0]


def _fetched(url: str, found: list[bytes]) -> None:
    """Put what is at the address into the list, if it comes in time and is not too large."""
    request = Request(url, headers={"Accept": "application/json"})  # noqa: S310 - checked by KeySet
    until, content = time.monotonic() + _FETCH_SECONDS, b""
    try:
        with build_opener(_NoRedirects).open(request, timeout=_FETCH_SECONDS) as answer:
            while piece := answer.read1(1 << 16):
                content += piece
                if len(content) > _LARGEST or time.monotonic() > until:
                    return
    except (OSError, HTTPException, ValueError):
        # Whoever waits tells that nothing came.
        return
    found.append(content)


class KeySet:
    """Public keys of an issuer, by name.

    They are fetched again after ``fresh`` seconds. A key it does not know has it fetched at once, but not
    within ``pause`` seconds of the last try, whoever asks. Where fetching fails, what is at hand is used
    until it is ``stale`` seconds old; after that nothing is.
    """

    def __init__(
        self,
        url: str,
        *,
        fresh: float = 300.0,
        pause: float = 30.0,
        stale: float = 3_600.0,
        fetch: Fetch = fetch,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        address = urlsplit(url)
        if address.scheme != "https" and address.hostname not in _LOOPBACK:
            raise InvalidInput(f"the key set's address {url!r} is not https", "use https")
        if address.scheme not in ("http", "https"):
            raise InvalidInput(f"{url!r} is no address of a key set", "use https")
        self._url, self._fetch, self._clock = url, fetch, clock
        self._fresh, self._pause, self._stale = fresh, pause, stale
        self._lock = threading.Lock()
        self._keys: Mapping[str, VerifyingKey] = {}
        self._fetched: float | None = None
        self._tried: float | None = None

    def find(self, kid: str) -> VerifyingKey | None:
        """The key of this name, or None where the issuer has none.

        Raises:
            KeysUnreachable: the keys are too old or were never fetched, and cannot be fetched now.
        """
        if self._age() > self._fresh or kid not in self._keys:
            # Whoever comes while the keys are fetched goes on with those at hand, if they serve.
            serves = kid in self._keys and self._age() <= self._stale
            if self._lock.acquire(blocking=not serves):
                try:
                    self._refresh(kid)
                finally:
                    self._lock.release()
        if self._age() > self._stale:
            raise KeysUnreachable("the issuer's keys cannot be fetched", "try again later")
        return self._keys.get(kid)

    def _age(self) -> float:
        return float("inf") if self._fetched is None else self._clock() - self._fetched

    def _refresh(self, kid: str) -> None:
        now = self._clock()
        if self._age() <= self._fresh and kid in self._keys:
            return  # another request fetched them meanwhile
        if self._tried is not None and now - self._tried < self._pause:
            return
        self._tried = now
        try:
            self._keys = from_jwks(json.loads(self._fetch(self._url)))
            self._fetched = now
        except (OSError, ValueError, RecursionError, InvalidInput):
            # What is at hand serves until it is stale; `find` tells then.
            return
