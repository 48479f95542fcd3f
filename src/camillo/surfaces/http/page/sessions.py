"""Who is signed in at the page: a cookie that scripts cannot read, and a proof that only the page has."""

import hmac
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

_IDLE = 12 * 3600.0
_MOST = 1_000


@dataclass(slots=True)
class _Session:
    credential: str
    proof: bytes
    used: float


class Sessions:
    """Sessions of one server, in memory: a restart ends them. Threads may share it.

    A session stands for the credential that began it, which is verified again at each request. Cookies
    are sent to every port of a host; the proof, kept by the page's own origin, is not.

    >>> sessions = Sessions()
    >>> id, proof = sessions.begin("token")
    >>> sessions.credential(id, proof), sessions.credential(id, "forged")
    ('token', None)
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic, idle: float = _IDLE) -> None:
        self._clock, self._idle = clock, idle
        self._lock = threading.Lock()
        self._open: OrderedDict[bytes, _Session] = OrderedDict()
        self._keys: dict[bytes, tuple[str, float]] = {}

    def invite(self, credential: str, seconds: float = 600.0) -> str:
        """A key that begins one session for a credential, once and within so many seconds."""
        key = secrets.token_urlsafe(32)
        with self._lock:
            self._keys[_digest(key)] = (credential, self._clock() + seconds)
        return key

    def accept(self, key: str) -> str | None:
        """The credential that a key stands for; the key is void from now on."""
        with self._lock:
            credential, until = self._keys.pop(_digest(key), ("", 0.0))
        return credential if credential and self._clock() <= until else None

    def begin(self, credential: str) -> tuple[str, str]:
        """A new session's id, for the cookie, and its proof, for the page."""
        id, proof = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        with self._lock:
            self._open[_digest(id)] = _Session(credential, _digest(proof), self._clock())
            while len(self._open) > _MOST:
                self._open.popitem(last=False)
        return id, proof

    def credential(self, id: str, proof: str) -> str | None:
        """What the session stands for; None where it is over or the proof is not its own."""
        now, name = self._clock(), _digest(id)
        with self._lock:
            session = self._open.get(name)
            if session is None:
                return None
            if now - session.used > self._idle:
                del self._open[name]
                return None
            if not hmac.compare_digest(session.proof, _digest(proof)):
                return None
            session.used = now
            self._open.move_to_end(name)
            return session.credential

    def end(self, id: str) -> None:
        """End a session, if there is one."""
        with self._lock:
            self._open.pop(_digest(id), None)


def _digest(text: str) -> bytes:
    return sha256(text.encode("utf-8", "surrogatepass")).digest()
