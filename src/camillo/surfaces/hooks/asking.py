"""Asking the resident process: one JSON line there, one back, within a time limit."""

import json
import os
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    import socket

#: The most of a prompt that is sent: a question stands at its end.
PROMPT_LIMIT = 32_000
_ANSWER_LIMIT = 1 << 20


class Answer(NamedTuple):
    """What came of asking: the text to inject, what went wrong, and whether anyone was there.

    ``busy`` means that a process is there and did not answer in time.
    """

    state: Literal["answered", "busy", "absent"]
    text: str = ""
    error: str = ""


def ask(folder: str, request: Mapping[str, object], seconds: float) -> Answer:
    """The answer of the resident process of a state folder; ``absent`` where none can be reached."""
    found = _address(folder)
    if found is None:
        return Answer("absent")
    address, token = found
    line = json.dumps({**request, "token": token}).encode() + b"\n"
    until = time.monotonic() + seconds
    try:
        with _connected(address, seconds) as connection:
            connection.sendall(line)
            return _answer(_line(connection, until))
    except TimeoutError:
        return Answer("busy", error=f"the resident process did not answer in {seconds:g} s")
    except (OSError, ValueError, RecursionError):
        return Answer("absent")


def tell(folder: str, request: Mapping[str, object], seconds: float) -> bool:
    """Give the resident process of a state folder a request whose answer nobody waits for.

    Returns whether a process is there to take it.
    """
    found = _address(folder)
    if found is None:
        return False
    address, token = found
    try:
        with _connected(address, seconds) as connection:
            connection.sendall(json.dumps({**request, "token": token}).encode() + b"\n")
    except TimeoutError:
        return True
    except (OSError, ValueError):
        return False
    return True


def _address(folder: str) -> tuple[str, str] | None:
    try:
        with open(os.path.join(folder, "resident.json"), "rb") as stream:
            found = json.loads(stream.read(_ANSWER_LIMIT))
        address, token = found["address"], found["token"]
    except (OSError, ValueError, RecursionError, TypeError, KeyError):
        return None
    return (address, token) if isinstance(address, str) and isinstance(token, str) else None


def _connected(address: str, seconds: float) -> "socket.socket":
    """A connection to a socket of this machine; nothing else is ever connected to.

    Raises:
        OSError: nobody listens there. ValueError: it is no such address.
    """
    import socket

    host, _, port = address.rpartition(":")
    name: str | tuple[str, int]
    if host == "127.0.0.1" and port.isdecimal():
        family, name = socket.AF_INET, (host, int(port))
    elif os.path.isabs(address) and hasattr(socket, "AF_UNIX"):
        family, name = socket.AF_UNIX, address
    else:
        raise ValueError(address)
    made = socket.socket(family, socket.SOCK_STREAM)
    try:
        made.settimeout(seconds)
        made.connect(name)
    except OSError:
        made.close()
        raise
    return made


def _line(connection: "socket.socket", until: float) -> bytes:
    """The line that comes back, without its end; empty where the other side closed before one.

    Raises:
        TimeoutError: none came in time. ValueError: it is too long.
    """
    kept = bytearray()
    while b"\n" not in kept:
        left = until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        connection.settimeout(left)
        chunk = connection.recv(1 << 16)
        if not chunk:
            return b""
        kept += chunk
        if len(kept) > _ANSWER_LIMIT:
            raise ValueError("too long an answer")
    return bytes(kept).partition(b"\n")[0]


def _answer(line: bytes) -> Answer:
    if not line:
        # It ended, or has too much to do, before it answered.
        return Answer("absent")
    found = json.loads(line)
    if not isinstance(found, dict):
        raise ValueError("no JSON object")
    text, error = found.get("text"), found.get("error")
    return Answer(
        "answered",
        text if isinstance(text, str) else "",
        error if isinstance(error, str) else "",
    )
