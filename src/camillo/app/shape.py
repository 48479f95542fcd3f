"""The JSON shape of results: a dataclass becomes an object with its fields' names."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from math import isfinite

from camillo.domain.moment import Moment


def plain(value: object) -> object:
    """The value as JSON types; a moment is its own text, and bytes are left out of objects.

    >>> plain({"at": None, "span": (0, 4), "content": b"word"})
    {'at': None, 'span': [0, 4]}
    """
    if isinstance(value, Moment):
        return value.text
    if is_dataclass(value) and not isinstance(value, type):
        return plain({one.name: getattr(value, one.name) for one in fields(value)})
    if isinstance(value, Mapping):
        return {str(k): plain(v) for k, v in value.items() if not isinstance(v, bytes)}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(one) for one in value]
    if value is None or isinstance(value, str | bool | int):
        return value
    return _number(value)


def _number(value: object) -> object:
    """Floats of any make; those that JSON cannot hold become null, everything else its text."""
    try:
        number = float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        return str(value)
    if not isfinite(number):
        return None
    return int(number) if _is_integral(value) else number


def _is_integral(value: object) -> bool:
    return hasattr(value, "__index__")
