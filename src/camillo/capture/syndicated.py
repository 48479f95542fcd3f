"""RSS and Atom as rows; run in the process for hostile content alone."""

import io
import json
import re
from html import unescape
from time import struct_time
from typing import Any

#: A feed has no use for entities of its own, and they are what XML bombs are made of.
_ENTITY = re.compile(rb"<!ENTITY\s", re.IGNORECASE)
_MARKUP = re.compile(r"<\w|&\w+;|&#")
_EMPTY = re.compile(r"<[^>]{0,1000}>")


def feed(content: bytes) -> dict[str, str]:
    """The rows of a feed in one field, as JSON; the first line is its URL, the second its content type.

    Raises:
        ValueError: it is no feed, or declares entities.
    """
    import feedparser

    url, _, rest = content.partition(b"\n")
    media, _, rest = rest.partition(b"\n")
    if _ENTITY.search(rest):
        raise ValueError("it declares entities, as XML bombs do")
    told = {"content-location": url.decode(), "content-type": media.decode()}
    parsed = feedparser.parse(io.BytesIO(rest), response_headers=told)
    if not parsed.version and not parsed.entries:
        raise ValueError("it is no feed")
    top = parsed.feed
    return {
        "title": _line(top.get("title")),
        "site": _string(top.get("link")),
        "language": _string(top.get("language")),
        "rows": json.dumps([_row(entry) for entry in parsed.entries]),
    }


def _row(entry: Any) -> dict[str, str]:
    texts = [_string(one.get("value")) for one in entry.get("content", ())]
    texts.append(_string(entry.get("summary")))
    links = [one for one in entry.get("links", ()) if one.get("rel") == "alternate"]
    return {
        "id": _string(entry.get("id")),
        "url": _string(links[0].get("href")) if links else _string(entry.get("link")),
        "title": _line(entry.get("title")),
        "author": _line(entry.get("author")),
        "published": _string(entry.get("published")) or _string(entry.get("updated")),
        "parsed": _day(entry.get("published_parsed") or entry.get("updated_parsed")),
        "summary": _text(max(texts, key=len)),
    }


def _text(html: str) -> str:
    from camillo.capture.markup import markdown, tree_of

    return (
        markdown(tree_of(html.encode("utf-8", "replace"))) if _MARKUP.search(html) else html.strip()
    )


def _line(told: object) -> str:
    """A title, which feeds write as HTML."""
    return " ".join(unescape(_EMPTY.sub("", _string(told))).split())


def _string(told: object) -> str:
    return told if isinstance(told, str) else ""


def _day(told: object) -> str:
    if not isinstance(told, struct_time):
        return ""
    return f"{told.tm_year:04}-{told.tm_mon:02}-{told.tm_mday:02}T{told.tm_hour:02}:{told.tm_min:02}:{told.tm_sec:02}Z"
