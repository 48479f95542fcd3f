"""Values of untrusted JSON, taken only where they have the type that is asked for."""

import json
import math
from typing import Any
from urllib.parse import unquote, urlsplit

from camillo.domain.errors import InvalidInput
from camillo.domain.moment import Moment
from camillo.domain.report import Problem


def as_dict(value: object) -> dict[str, Any]:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def as_list(value: object) -> list[Any]:
    """The value if it is an array, else an empty one."""
    return value if isinstance(value, list) else []


def as_text(value: object) -> str:
    """The value if it is a string, else an empty one."""
    return value if isinstance(value, str) else ""


def first_text(record: dict[str, Any], *keys: str) -> str:
    """The first of these fields that holds a string with something in it.

    >>> first_text({"a": 1, "b": "", "c": "x"}, "a", "b", "c")
    'x'
    """
    return next((record[key] for key in keys if as_text(record.get(key))), "")


def dumps(value: object) -> str:
    """The one way a JSON value is written where its own characters are not at hand.

    >>> dumps({"q": "Zürich"})
    '{"q": "Zürich"}'
    """
    return json.dumps(value, ensure_ascii=False)


def is_plain(value: object, depth: int = 32) -> bool:
    """Whether a JSON value can be written anywhere: no deeper than this, its numbers finite.

    >>> is_plain({"a": [1, None]}), is_plain([[[]]], depth=1), is_plain([float("nan")])
    (True, False, False)
    """
    level = [value]
    while level and depth >= 0:
        if any(isinstance(one, float) and not math.isfinite(one) for one in level):
            return False
        depth -= 1
        inner = [one for one in level if isinstance(one, (dict, list))]
        level = [each for one in inner for each in (one.values() if isinstance(one, dict) else one)]
    return not level


def moment(value: object, where: str) -> tuple[Moment | None, Problem | None]:
    """A time as text or as seconds since 1970; what cannot be read is a problem, never now.

    >>> moment("yesterday", "x.json")[1].what
    "'yesterday' is not a date or time"
    """
    if value is None or value == "":
        return None, None
    try:
        if isinstance(value, str):
            return Moment.parse(value), None
        if isinstance(value, (int, float)) and not isinstance(value, bool) and _finite(value):
            return Moment.from_epoch(value), None
    except InvalidInput as error:
        return None, Problem(where, error.what, "the turn is kept without a time")
    shown = f"a {type(value).__name__}" if not isinstance(value, str) else repr(value)
    return None, Problem(where, f"{shown} is not a date or time", "the turn is kept without a time")


def milliseconds(value: object, where: str) -> tuple[Moment | None, Problem | None]:
    """A time as text or as milliseconds since 1970, else as `moment` takes it.

    >>> milliseconds(1759400001000, "x.json")[0].text
    '2025-10-02T10:13:21Z'
    """
    if isinstance(value, (int, float)) and not isinstance(value, bool) and _finite(value):
        value = value / 1000
    return moment(value, where)


def folder_of(uri: object) -> str:
    """The path that a uri names, or nothing.

    >>> folder_of("file:///home/kai/my%20app"), folder_of(7)
    ('/home/kai/my app', '')
    """
    try:
        return unquote(urlsplit(as_text(uri)).path)
    except ValueError:
        return ""


def _finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:
        return False
