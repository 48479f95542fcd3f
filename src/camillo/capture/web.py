"""Capturing an address: whatever lies there, as Markdown."""

import json
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import unquote, urlsplit

from camillo.capture.addresses import Resolver
from camillo.capture.captured import Captured
from camillo.capture.charset import decoded
from camillo.capture.fetch import Fetched, Limits, fetch
from camillo.capture.files import kind_of, read_file
from camillo.capture.page import of_video, read_page
from camillo.capture.video import Video, lines_of, video
from camillo.domain.errors import CamilloError, Unreadable

Get = Callable[[str], Fetched]


def capture(
    url: str,
    *,
    limits: Limits | None = None,
    allowed: frozenset[str] = frozenset(),
    resolve: Resolver | None = None,
) -> Captured:
    """Fetch an address and read what is there: a page, an article, a video's page, or a document.

    Raises:
        InvalidInput: the address must not be fetched, what is there is too large, or the extra is not installed.
        Unreachable: there is no good answer in time.
        Unreadable: there is an answer without text that can be read.
    """

    def get(address: str) -> Fetched:
        return fetch(address, limits=limits, allowed=allowed, resolve=resolve)

    return read(get(url), get)


def read(fetched: Fetched, get: Get | None = None) -> Captured:
    """What was fetched, as Markdown; ``get`` fetches the transcript that a video's page points at.

    Raises:
        InvalidInput: it is too large, or the extra is not installed.
        Unreadable: it has no text that can be read.
    """
    url, content = fetched.final_url, fetched.content
    if not content.strip():
        raise Unreadable(f"{url} is empty", "open it in a browser, and capture what it shows")
    name = unquote(urlsplit(url).path).rstrip("/").rpartition("/")[2]
    if kind_of(content, name, fetched.media_type) != "html":
        return read_file(
            content, name or url, media_type=fetched.media_type, charset=fetched.charset, url=url
        )
    shown = video(url, decoded(content, fetched.charset, url)) if get else None
    if get and shown and shown.captions and not shown.lines:
        return of_video(_with_captions(shown, get), url)
    return read_page(content, url, charset=fetched.charset)


def _with_captions(shown: Video, get: Get) -> Video:
    """The video with the transcript that its page points at; without one where that is not to be had."""
    try:
        told = json.loads(get(shown.captions).content)
    except (CamilloError, ValueError, RecursionError):
        return shown
    return replace(shown, lines=lines_of(told))
