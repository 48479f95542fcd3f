"""Feeds: RSS, Atom and JSON Feed as entries."""

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from urllib.parse import urljoin, urlsplit

from camillo.capture.bounded import Bounds, need, read_apart
from camillo.capture.embedded import at
from camillo.capture.fetch import Fetched
from camillo.capture.video import moment
from camillo.domain.errors import InvalidInput, Unreadable
from camillo.domain.identity import encode_text
from camillo.domain.moment import Moment
from camillo.knowledge.notes.addresses import canonical_url
from camillo.knowledge.notes.slugs import one_line

#: No feed of this size is one to be watched.
LARGEST = 16 * 1024 * 1024
_BOUNDS = Bounds(seconds=30.0, memory=1024**3)
_TYPES = ("application/rss+xml", "application/atom+xml", "application/feed+json")
_ROOT = re.compile(
    rb"(?:<\?[^>]{0,2000}\?>|<!--(?:(?!-->).){0,5000}-->|<!DOCTYPE[^>\[]{0,2000}|\s){0,99}+<(?:rss|feed|rdf:RDF)\b",
    re.S | re.I,
)
_RSSHUB = "rsshub:"


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of a feed. ``id`` is the feed's own or made of its address or words; ``url`` is canonical or empty.

    ``summary`` is the longest text the feed gives for it, as Markdown and whole; never to be trusted.
    """

    id: str
    url: str
    title: str
    author: str
    published: Moment | None
    summary: str


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed as it was fetched from ``url``: its title, the page it belongs to, and its entries in its order."""

    url: str
    title: str
    site: str
    language: str
    entries: tuple[Entry, ...]


def address(told: str, rsshub: str = "") -> str:
    """The address of what is to be watched; ``rsshub:/path`` is one below an owner's RSSHub.

    Raises:
        InvalidInput: it is such a path, and no RSSHub is named.

    >>> address("rsshub:/bilibili/user/video/2", "https://hub.example/")
    'https://hub.example/bilibili/user/video/2'
    """
    if not told.startswith(_RSSHUB):
        return told
    if not rsshub:
        raise InvalidInput(f"{told!r} needs an RSSHub", "name the address of one in the settings")
    return f"{rsshub.rstrip('/')}/{told.removeprefix(_RSSHUB).lstrip('/')}"


def looks_like_feed(fetched: Fetched) -> bool:
    """Whether what was fetched is a feed rather than a page, by its bytes."""
    head = fetched.content[:16_384].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith(b"{"):
        return b"jsonfeed.org/version" in head or fetched.media_type == "application/feed+json"
    return bool(_ROOT.match(head)) or (head.startswith(b"<?xml") and fetched.media_type in _TYPES)


def read_feed(fetched: Fetched, *, bounds: Bounds = _BOUNDS) -> Feed:
    """The entries of a feed, each once.

    Raises:
        InvalidInput: it is larger than 16 MB, or the extra is not installed.
        Unreadable: it is no feed, declares entities, or costs more than the bounds.
    """
    url = fetched.final_url
    if len(fetched.content) > LARGEST:
        raise InvalidInput(f"the feed {url} is larger than {LARGEST:,} bytes", "watch another one")
    if fetched.content.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        return _json_feed(fetched)
    need("feedparser", "markdownify")
    media = f"{fetched.media_type or 'application/xml'}{'; charset=' * bool(fetched.charset)}{fetched.charset}"
    content = encode_text(f"{url}\n{one_line(media, 200)}\n") + fetched.content
    told = read_apart("feed", content, f"the feed {url}", bounds)
    rows = json.loads(told["rows"])
    return Feed(
        url,
        one_line(told["title"]),
        _link(told["site"], url),
        told["language"],
        _entries(rows, url),
    )


def _json_feed(fetched: Fetched) -> Feed:
    url = fetched.final_url
    try:
        told = json.loads(fetched.content.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise Unreadable(
            f"the feed {url} is no JSON", "see whether its address is right"
        ) from error
    items = at(told, "items")
    if not isinstance(items, list):
        raise Unreadable(f"{url} is no feed", "see whether its address is right")
    rows = [_item(item) for item in items if isinstance(item, dict)]
    site = _string(at(told, "home_page_url"))
    title, language = _string(at(told, "title")), _string(at(told, "language"))
    return Feed(url, one_line(title), _link(site, url), language, _entries(rows, url))


def _item(item: Mapping[str, object]) -> dict[str, str]:
    number = item.get("id")
    texts = [_string(item.get(name)) for name in ("content_text", "summary")]
    return {
        "id": str(number) if isinstance(number, int) else _string(number),
        "url": _string(item.get("url")) or _string(item.get("external_url")),
        "title": _string(item.get("title")),
        "author": _string(at(item, "authors", 0, "name")) or _string(at(item, "author", "name")),
        "published": _string(item.get("date_published")) or _string(item.get("date_modified")),
        "summary": max(texts, key=len) or _string(item.get("content_html")),
    }


def _entries(rows: Iterable[Mapping[str, str]], base: str) -> tuple[Entry, ...]:
    found: dict[str, Entry] = {}
    for row in rows:
        url = _link(row["url"], base)
        title, summary = one_line(row["title"]), row["summary"].strip()
        words = encode_text(f"{title}\0{row['published']}\0{summary}")
        name = one_line(row["id"], 1_000) or url or hashlib.sha256(words).hexdigest()
        day = _day(row["published"]) or moment(row.get("parsed", ""))
        shown = title or one_line(summary, 100) or url
        found.setdefault(name, Entry(name, url, shown, one_line(row["author"]), day, summary))
    return tuple(found.values())


def _day(told: str) -> Moment | None:
    """A date as feeds write it, its own zone kept: of a letter's head, or ISO 8601."""
    if found := moment(told.strip()):
        return found
    try:
        return Moment.parse(parsedate_to_datetime(told[:200]))
    except (ValueError, TypeError, IndexError, OverflowError, InvalidInput):
        return None


def _link(told: str, base: str) -> str:
    """A link as a canonical address of the web, empty where it is none."""
    try:
        whole = urljoin(base, told.strip()) if told.strip() else ""
        return canonical_url(whole) if urlsplit(whole).scheme in ("http", "https") else ""
    except (ValueError, InvalidInput):
        return ""


def _string(told: object) -> str:
    return told if isinstance(told, str) else ""
