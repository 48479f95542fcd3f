"""How an archive tells documents, whichever store they come from."""

import base64
from collections.abc import Mapping
from typing import Any


def told_document(row: dict[str, Any]) -> dict[str, Any]:
    """A document as an archive tells it: its ``content`` as ``text`` where that gives each byte back, else ``base64``.

    >>> told_document({"encoding": "utf-8", "content": b"hi"})
    {'encoding': 'utf-8', 'text': 'hi'}
    """
    content = row.pop("content")
    encoding = row["encoding"]
    try:
        text = content.decode("utf-8") if encoding == "utf-8" else None
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
