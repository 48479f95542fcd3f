"""Reading what the host writes to a hook's stdin: JSON, soon, and not without end."""

import json
import os
import sys
import time

from camillo.domain.errors import InvalidInput

#: The longest input that is read, in bytes: beyond it no host sends a turn.
LIMIT = 16 << 20
#: A host that is slow to go on is waited for so long each time, and so long altogether.
_PAUSE_SECONDS, _SECONDS = 5.0, 30.0
_SILENCE_SECONDS = 0.3
_CHUNK = 1 << 20


def drain() -> bytes | None:
    """All that the host writes; None where a person is typing.

    One byte more than the limit is kept at the most, the rest read and dropped. A host that leaves
    the pipe open is not waited for once an object is whole; one that writes on is, for 30 seconds.
    """
    if sys.stdin is None:
        return b""
    if os.isatty(0):
        return None
    began = heard = time.monotonic()
    kept = bytearray()
    while (now := time.monotonic()) < min(heard + _PAUSE_SECONDS, began + _SECONDS):
        if not _ready(_SILENCE_SECONDS):
            if _is_whole(kept):
                break
            continue
        heard = now
        try:
            chunk = os.read(0, _CHUNK)
        except OSError:
            break
        if not chunk:
            break
        kept += chunk[: LIMIT + 1 - len(kept)]
    return bytes(kept)


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


def _is_whole(kept: bytearray) -> bool:
    """Whether an object has come to its end: a brace alone may close an inner one."""
    if not kept.rstrip().endswith(b"}"):
        return False
    try:
        _load(bytes(kept))
    except (ValueError, RecursionError):
        return False
    return True


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

    return bool(select.select([0], [], [], seconds)[0])
