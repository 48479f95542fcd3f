"""Reading what the host writes to a hook's stdin: JSON, soon, and not without end."""

import json
import os
import sys
import time

from camillo.domain.errors import InvalidInput

#: The longest input that is read, in bytes: beyond it no host sends a turn.
LIMIT = 16 << 20
_SECONDS = 5.0
_CHUNK = 1 << 20


def drain() -> bytes:
    """All that the host writes; at most one byte more than the limit is kept, the rest read and dropped.

    A host that leaves the pipe open is waited for 5 seconds.
    """
    if sys.stdin is None or os.isatty(0):
        return b""
    until = time.monotonic() + _SECONDS
    parts: list[bytes] = []
    size = 0
    while _ready(until - time.monotonic()):
        try:
            chunk = os.read(0, _CHUNK)
        except OSError:
            break
        if not chunk:
            break
        if size <= LIMIT:
            parts.append(chunk[: LIMIT + 1 - size])
        size += len(chunk)
    return b"".join(parts)


def parse(raw: bytes) -> dict[str, object]:
    r"""The JSON object in an input; bytes that are no UTF-8 become lone surrogates, and so survive.

    Raises:
        InvalidInput: it is empty, too long, or no JSON object.

    >>> parse(b'{"prompt": "caf\xe9"}')
    {'prompt': 'caf\udce9'}
    """
    if len(raw) > LIMIT:
        raise InvalidInput(
            f"the host's input is longer than {LIMIT >> 20} MB", "mine its transcript yourself"
        )
    if not raw.strip():
        raise InvalidInput("the host's input is empty", "let the host run this command")
    try:
        found = _load(raw)
    except (ValueError, RecursionError) as error:
        told = "too deeply nested" if isinstance(error, RecursionError) else str(error)
        raise InvalidInput(f"the host's input is no JSON ({told})", "update the host") from error
    if not isinstance(found, dict):
        raise InvalidInput("the host's input is no JSON object", "update the host")
    return found


def _load(raw: bytes) -> object:
    try:
        return json.loads(raw)
    except UnicodeDecodeError:
        return json.loads(raw.decode("utf-8", "surrogateescape"))


def _ready(seconds: float) -> bool:
    """Whether something can be read within the time; always so where a pipe cannot be waited for."""
    if os.name != "posix":
        return True
    import select

    return seconds > 0 and bool(select.select([0], [], [], seconds)[0])
