"""One look at one entry of the watch list: what is new there becomes a source and is recorded."""

import time
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from threading import Event
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from camillo.app.notes.tagging import Tagging
from camillo.app.watchlist.items import Items, key_of
from camillo.app.watchlist.marks import Mark
from camillo.domain.errors import CamilloError, InvalidInput
from camillo.domain.report import Problem
from camillo.ports.notes import NoteRow
from camillo.ports.store import PalaceStore

if TYPE_CHECKING:
    from camillo.app.notes.capturing import Capturing
    from camillo.app.watchlist.watchlist import Watched
    from camillo.capture.captured import Captured
    from camillo.capture.feeds import Entry, Feed
    from camillo.capture.fetch import Fetched
    from camillo.capture.robots import Robots

#: What is fetched unasked is no larger.
MOST_BYTES = 16 * 1024 * 1024
#: One look brings so many items at the most, the newest: no feed floods a palace.
MOST_ITEMS = 100
_NOT_MODIFIED = 304


@dataclass(slots=True)
class Round:
    """What one round did: ``looked`` addresses were asked, ``new`` are slugs of sources, ``briefs`` days.

    ``busy`` says that another process was at it.
    """

    looked: int = 0
    new: list[str] = field(default_factory=list)
    briefs: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    busy: bool = False


@dataclass(frozen=True, slots=True)
class Means:
    """What looks have in common. ``hub`` captures from the RSSHub at ``rsshub`` too; ``pause`` are seconds."""

    store: PalaceStore
    items: Items
    capturing: "Capturing"
    hub: "Capturing"
    rsshub: str
    robots: "Robots"
    tagging: Tagging
    now: datetime
    pause: float
    stop: Event | None

    @property
    def stopped(self) -> bool:
        """Whether to leave the rest for another time."""
        return self.stop is not None and self.stop.is_set()


class Look:
    """One look at one entry."""

    def __init__(self, means: Means, entry: "Watched", done: Round) -> None:
        self._means = means
        self._entry = entry
        self._done = done

    def run(self, mark: Mark) -> Mark | None:
        """Fetch it and keep what is new; the mark from now on, None where it was stopped halfway.

        What goes wrong is told, and tried again later.
        """
        entry, now = self._entry, self._means.now.timestamp()
        self._done.looked += 1
        try:
            etag, last_modified = self._looked(mark)
        except CamilloError as error:
            self._done.problems.append(Problem(entry.url, error.what, error.mend))
            return mark.failed(entry.url, entry.hours, now)
        if self._means.stopped:
            return None
        return mark.seen(entry.url, entry.hours, now, etag, last_modified)

    def _looked(self, mark: Mark) -> tuple[str, str]:
        """The tags of the answer."""
        from camillo.capture.feeds import address, looks_like_feed, read_feed

        url = address(self._entry.url, self._means.rsshub)
        if not self._means.robots.allow(url):
            raise InvalidInput(
                f"the robots.txt of {urlsplit(url).hostname} asks programs not to fetch {url}, or cannot be read",
                "watch another address of the site, or capture by hand what you need",
            )
        by = self._means.capturing if url == self._entry.url else self._means.hub
        fetched = by.fetched(url, MOST_BYTES, mark.etag, mark.last_modified)
        if fetched.status == _NOT_MODIFIED:
            return mark.etag, mark.last_modified
        if looks_like_feed(fetched):
            if not self._feed(read_feed(fetched)):
                return "", ""  # so that the next look is given the rest
        else:
            self._page(fetched)
        return fetched.etag, fetched.last_modified

    # ---- pages -----------------------------------------------------------------------------

    def _page(self, fetched: "Fetched") -> None:
        from camillo.capture.web import read

        found = read(fetched, self._get)
        if (row := self._row(found.url)) is not None and row.deleted:
            return
        tags = self._means.tagging.of(found.title, self._entry.tags)
        note = self._means.capturing.keep(found, wing=self._entry.wing or None, tags=tags).note
        row = self._row(note.url)
        key = key_of(self._entry.url, f"version {note.version}")
        self._record(key, row, once=False)

    # ---- feeds -----------------------------------------------------------------------------

    def _feed(self, feed: "Feed") -> bool:
        """Keep the items of a feed that are new, the oldest first; whether that was all of them."""
        items = {key_of(self._entry.url, one.id): one for one in feed.entries}
        unknown = self._means.items.unknown(items)
        fresh = [key for key in items if key in unknown]
        for key in reversed(fresh[:MOST_ITEMS]):
            if self._means.stopped:
                return False
            self._take(key, items[key], feed)
        if len(fresh) > MOST_ITEMS:
            left = len(fresh) - MOST_ITEMS
            told = f"has {left:,} more new items than the {MOST_ITEMS} of one look"
            self._done.problems.append(Problem(self._entry.url, told, "the next looks bring them"))
        return len(fresh) <= MOST_ITEMS

    def _take(self, key: str, item: "Entry", feed: "Feed") -> None:
        row = self._row(item.url) if item.url else None
        if row is None:
            found = self._captured(item, feed)
            tags = self._means.tagging.of(found.title, self._entry.tags)
            address = f"{feed.url}#{key}"
            try:
                kept = self._means.capturing.keep(
                    found, wing=self._entry.wing or None, tags=tags, address=address
                )
            except InvalidInput as error:  # such as a text that was forgotten for good
                self._done.problems.append(Problem(item.url or address, error.what, error.mend))
            else:
                row = self._row(kept.note.url)
        self._record(key, row, once=True)

    def _captured(self, item: "Entry", feed: "Feed") -> "Captured":
        """The item's page, else what the feed says of it."""
        from camillo.capture.captured import Captured
        from camillo.capture.web import read

        if item.url:
            with suppress(CamilloError):
                if self._means.robots.allow(item.url):
                    self._rest()
                    return read(self._get(item.url), self._get)
        text = item.summary or (f"<{item.url}>" if item.url else item.title)
        return Captured(
            item.url, item.title, item.author, item.published, feed.title, feed.language, text, "feed"
        )  # fmt: skip

    def _rest(self) -> None:
        """Do not ask a site again at once."""
        if self._means.stop is not None:
            self._means.stop.wait(self._means.pause)
        else:
            time.sleep(self._means.pause)

    # ---- both ------------------------------------------------------------------------------

    def _get(self, url: str) -> "Fetched":
        return self._means.capturing.fetched(url, MOST_BYTES)

    def _row(self, url: str) -> NoteRow | None:
        with self._means.store.snapshot() as snapshot:
            number = snapshot.note_at(url)
            return snapshot.notes([number])[0] if number else None

    def _record(self, key: str, row: NoteRow | None, *, once: bool) -> None:
        native = row.native if row is not None and not row.deleted else ""
        day = self._means.now.date().isoformat()
        if self._means.items.record(key, native, day, self._entry.url, once=once) and row:
            self._done.new.append(row.slug)
