"""The exact characters of a value inside a JSON text that is known to be valid."""

import json
import re

from camillo.formats.shapes import dumps

#: Letters written as escapes could not be found again, so such a value is written out in letters.
_ESCAPED = re.compile(r"\\u(?!00[01])")

_DECODER = json.JSONDecoder()
_SPACE = " \t\r\n"


def exact(text: str, *path: str | int) -> str | None:
    """The characters of the value at a path of keys and indexes; None where there is none.

    Of a key that stands twice the last one counts, as in ``json.loads``.

    >>> exact('{"a": [1, {"b":  {"x":1.0} }]}', "a", 1, "b")
    '{"x":1.0}'
    """
    try:
        at = _skip(text, 0)
        for step in path:
            found = _member(text, at, step) if isinstance(step, str) else _item(text, at, step)
            if found is None:
                return None
            at = found
        return text[at : _end(text, at)]
    except (ValueError, RecursionError):
        return None


def written(text: str, value: object, *path: str | int) -> str:
    r"""How a JSON text writes the value at a path; canonically where letters stand in it as escapes.

    >>> written('[{"q":1.0}]', {"q": 1.0}, 0), written(r'["\u00fc"]', "\u00fc", 0)
    ('{"q":1.0}', '"ü"')
    """
    own = exact(text, *path)
    return dumps(value) if own is None or _ESCAPED.search(own) else own


def _member(text: str, at: int, wanted: str) -> int | None:
    found = None
    if text[at : at + 1] != "{":
        return None
    at = _skip(text, at + 1)
    while text[at : at + 1] == '"':
        key, at = _DECODER.raw_decode(text, at)
        at = _skip(text, _skip(text, at) + 1)
        if key == wanted:
            found = at
        at = _skip(text, _skip(text, _end(text, at)) + 1)
    return found


def _item(text: str, at: int, wanted: int) -> int | None:
    if text[at : at + 1] != "[":
        return None
    at = _skip(text, at + 1)
    for _ in range(wanted):
        at = _skip(text, _end(text, at))
        if text[at : at + 1] != ",":
            return None
        at = _skip(text, at + 1)
    return at


def _end(text: str, at: int) -> int:
    return _DECODER.raw_decode(text, at)[1]


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in _SPACE:
        at += 1
    return at
