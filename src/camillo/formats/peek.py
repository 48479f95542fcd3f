"""A look at the head of a file, for sniffing: cheap, and never an error."""

import json
from collections.abc import Iterator
from typing import Any

from camillo.ports.reader import SourceFile

_DECODER = json.JSONDecoder()
_SPACE = " \t\r\n"
_LINES = 40


def head_text(head: bytes) -> str:
    """The head as text; a character cut at its end does not matter."""
    return head.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")


def first_records(file: SourceFile) -> Iterator[dict[str, Any]]:
    """The objects among the first lines of what may be JSON Lines, the last as far as it is seen.

    None for a text that merely quotes such lines, as documentation does: at least half of the
    lines must look like JSON.
    """
    lines = head_text(file.head).split("\n")[:_LINES]
    begun = [line.lstrip(_SPACE) for line in lines if line.strip(_SPACE)]
    if sum(line.startswith(("{", "[")) for line in begun) * 2 < len(begun):
        return
    for line in lines:
        if line.lstrip(_SPACE).startswith("{"):
            yield dict(fields(line, 0))


def first_objects(head: bytes) -> Iterator[dict[str, Any]]:
    """The objects that a JSON text starts with: itself, or the first elements of its array."""
    text = head_text(head)
    at = _skip(text, 0)
    if text[at : at + 1] == "[":
        at = _skip(text, at + 1)
    for _ in range(_LINES):
        if text[at : at + 1] != "{":
            return
        yield dict(fields(text, at))
        try:
            at = _skip(text, _DECODER.raw_decode(text, at)[1])
        except (ValueError, RecursionError):
            return
        at = _skip(text, at + 1)


def fields(text: str, at: int) -> Iterator[tuple[str, Any]]:
    """The fields of the object at a place in a text, as far as the text goes.

    A value that is cut off is None.

    >>> dict(fields('{"a": 1, "b": [1, 2', 0))
    {'a': 1, 'b': None}
    """
    at = _skip(text, at) + 1
    try:
        while text[_skip(text, at) : _skip(text, at) + 1] == '"':
            key, at = _DECODER.raw_decode(text, _skip(text, at))
            at = _skip(text, at)
            if text[at : at + 1] != ":":
                return
            try:
                value, at = _DECODER.raw_decode(text, _skip(text, at + 1))
            except (ValueError, RecursionError):
                yield key, None
                return
            yield key, value
            at = _skip(text, at)
            if text[at : at + 1] != ",":
                return
            at += 1
    except ValueError:
        return


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at] in _SPACE:
        at += 1
    return at
