"""Spool entries: what a hook noted down, read with the suspicion that any file deserves."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from camillo.domain.errors import InvalidInput
from camillo.domain.moment import Moment

VERSION = 1
#: The largest entry that is read, in bytes.
ENTRY_LIMIT = 64 << 20


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of a host: ``input`` is what the hook got, ``transcript`` None where it named none."""

    path: Path
    host: str
    event: str
    session: str
    at: Moment | None
    transcript: Path | None
    cwd: str
    input: Mapping[str, Any] = field(default_factory=dict)


def read(path: Path, opened: Callable[[bytes], bytes] = bytes) -> Entry:
    """The entry in a file; ``opened`` gives its text where it may be sealed.

    Raises:
        PalaceLocked: it is sealed, and the key is missing or another one.
        InvalidInput: it is no entry of a version that is known.
        OSError: it cannot be read.
    """
    with path.open("rb") as stream:
        content = stream.read(ENTRY_LIMIT + 1)
    if len(content) > ENTRY_LIMIT:
        raise InvalidInput(f"the entry has more than {ENTRY_LIMIT:,} bytes")
    try:
        given = json.loads(opened(content))
    except (ValueError, RecursionError) as error:
        raise InvalidInput("the entry is no JSON") from error
    if not isinstance(given, dict):
        raise InvalidInput("the entry is no JSON object")
    if given.get("version") != VERSION:
        raise InvalidInput("the entry is of another version", "upgrade Camillo")
    host = _text(given, "host")
    if not host:
        raise InvalidInput("the entry names no host")
    inner = given.get("input")
    return Entry(
        path=path,
        host=host,
        event=_text(given, "event"),
        session=_text(given, "session"),
        at=_moment(given.get("at")),
        transcript=as_path(given.get("transcript")),
        cwd=_text(given, "cwd"),
        input=inner if isinstance(inner, dict) else {},
    )


def _text(given: Mapping[str, object], name: str) -> str:
    value = given.get(name)
    return value if isinstance(value, str) else ""


def _moment(value: object) -> Moment | None:
    try:
        if isinstance(value, str):
            return Moment.parse(value)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return Moment.from_epoch(value)
    except InvalidInput:
        return None
    return None


def as_path(value: object) -> Path | None:
    """The whole path that a value is, else None."""
    if not isinstance(value, str) or not value or "\0" in value:
        return None
    try:
        path = Path(value).expanduser()
    except RuntimeError:
        return None
    return path if path.is_absolute() else None
