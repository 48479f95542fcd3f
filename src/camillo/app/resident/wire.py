"""What goes over the resident's socket: one JSON line there, one JSON line back."""

import hmac
import json
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass

from camillo.domain.errors import InvalidInput

#: The longest request, in bytes of its line.
LINE_LIMIT = 1 << 20
VERBS = ("start", "prompt", "ping", "file", "end")
_CHUNK = 1 << 16
_WORDS = ("verb", "host", "session", "cwd", "prompt", "source")


@dataclass(frozen=True, slots=True)
class Request:
    """What a hook asks: ``budget`` is in tokens of the answer, 0 for the usual one."""

    verb: str
    host: str = ""
    session: str = ""
    cwd: str = ""
    prompt: str = ""
    source: str = ""
    budget: int = 0

    @classmethod
    def of(cls, given: Mapping[str, object]) -> "Request":
        """The request in a JSON object; what is no text there is empty.

        Raises:
            InvalidInput: its verb is unknown.

        >>> Request.of({"verb": "start", "cwd": "/x", "session": 7}).session
        ''
        """
        words = {name: value for name in _WORDS if isinstance(value := given.get(name), str)}
        if words.get("verb") not in VERBS:
            raise InvalidInput("the request has no verb that is known", f"use {', '.join(VERBS)}")
        budget = given.get("budget")
        allowed = budget if isinstance(budget, int) and 0 < budget <= 20_000 else 0
        return cls(**words, budget=allowed)


def receive(connection: socket.socket, seconds: float) -> bytes | None:
    """The first line that comes within the time, without its end; None for none, or too long a one."""
    until = time.monotonic() + seconds
    kept = bytearray()
    while b"\n" not in kept:
        left = until - time.monotonic()
        if left <= 0 or len(kept) > LINE_LIMIT:
            return None
        connection.settimeout(left)
        try:
            chunk = connection.recv(_CHUNK)
        except OSError:
            return None
        if not chunk:
            return None
        kept += chunk
    line = bytes(kept).split(b"\n", 1)[0]
    return line if len(line) <= LINE_LIMIT else None


def parse(line: bytes, token: str) -> Request:
    """The request in a line that carries the token.

    Raises:
        InvalidInput: it is no JSON object, the token is another, or the verb unknown.
    """
    try:
        given = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise InvalidInput("the request is no JSON") from error
    if not isinstance(given, dict):
        raise InvalidInput("the request is no JSON object")
    told = given.get("token")
    shown = told.encode("utf-8", "backslashreplace") if isinstance(told, str) else b""
    if not hmac.compare_digest(shown, token.encode()):
        raise InvalidInput("the token is not this process's", "read resident.json again")
    return Request.of(given)


def send(connection: socket.socket, text: str, error: str, seconds: float) -> None:
    """Send the answer; a client that does not take it in time is left."""
    connection.settimeout(seconds)
    try:
        connection.sendall(json.dumps({"text": text, "error": error}).encode() + b"\n")
    except OSError:
        return
