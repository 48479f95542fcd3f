"""How an archive tells documents, whichever store they come from."""

import base64
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from camillo.domain.errors import InvalidInput

_Shape = TypeVar("_Shape")

#: A longer text is told in base64, so that no line is longer than a third above the longest text: some
#: letters take six characters for each of their bytes.
_TOLD_AS_TEXT = 8 << 20


def told_document(row: dict[str, Any]) -> dict[str, Any]:
    """A document as an archive tells it: its ``content`` as ``text`` or as ``base64``.

    A text is told as one where that gives each byte back and it is not long.

    >>> told_document({"encoding": "utf-8", "content": b"hi"})
    {'encoding': 'utf-8', 'text': 'hi'}
    """
    content = row.pop("content")
    encoding = row["encoding"]
    try:
        text = (
            content.decode("utf-8")
            if encoding == "utf-8" and len(content) <= _TOLD_AS_TEXT
            else None
        )
    except UnicodeDecodeError:
        text = None
    if text is not None:
        return {**row, "text": text}
    return {**row, "base64": base64.b64encode(content).decode("ascii")}


def kept_document(row: Mapping[str, Any]) -> dict[str, Any]:
    """The document with its ``content``.

    Raises:
        KeyError: it has neither form. ValueError: it is no base64.
    """
    if "text" in row:
        return {**row, "content": str(row["text"]).encode("utf-8")}
    return {**row, "content": base64.b64decode(str(row["base64"]), validate=True)}


def fitting(sizes: Sequence[int], most: int) -> int:
    """How many things of these sizes, from the first on, have no more than ``most`` in all; one at least.

    >>> fitting([3, 3, 3], 6), fitting([9, 1], 6)
    (2, 1)
    """
    total = 0
    for count, size in enumerate(sizes):
        total += size
        if count and total > most:
            return count
    return max(1, len(sizes))


def shape_of(kinds: Mapping[str, _Shape], kind: str) -> _Shape:
    """How rows of a kind lie in a store.

    Raises:
        InvalidInput: there is no such kind.
    """
    if kind not in kinds:
        raise InvalidInput(f"there is no kind {kind!r} of row", "use an archive as it was written")
    return kinds[kind]
