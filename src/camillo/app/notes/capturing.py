"""Capturing: a web page or a file becomes a source note, with where it comes from."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app import values
from camillo.domain.note import Note
from camillo.knowledge.notes.slugs import one_line
from camillo.knowledge.notes.yaml_write import entry

if TYPE_CHECKING:
    from camillo.app.notes.notes import Notes
    from camillo.capture.captured import Captured
    from camillo.capture.fetch import Fetched

_WEB = re.compile(r"https?://", re.IGNORECASE)
#: What stands between a page's title and the name of its site.
_SITE = re.compile(r"\s+[|\u2013\u2014\u00b7_:-]\s*|\s*[|_\u2014]\s*")


@dataclass(frozen=True, slots=True)
class Kept:
    """A source as it stands; ``written`` is False where the same text was there already."""

    note: Note
    written: bool


class Capturing:
    """Captures into the notes of one palace; ``allowed`` are private hosts that the owner named."""

    def __init__(self, notes: "Notes", allowed: Sequence[str] = ()) -> None:
        self._notes = notes
        self._allowed = frozenset(allowed)

    def capture(self, place: str, *, wing: str | None = None) -> Kept:
        """Keep what lies at an address or in a file. The same article again is the same source, changed, a version.

        Raises:
            InvalidInput, Unreachable, Unreadable, NotFound: as :func:`camillo.capture.web.capture` and
                :func:`camillo.capture.files.capture_file`.
        """
        if _WEB.match(place):
            from camillo.capture.web import capture

            return self.keep(capture(place, allowed=self._allowed), wing=wing)
        from camillo.capture.files import capture_file

        path = values.named(place)
        return self.keep(capture_file(path), wing=wing, address=_file_address(path))

    def fetched(self, url: str, most: int, etag: str = "", last_modified: str = "") -> "Fetched":
        """What lies at an address, of at most so many bytes; with the tags of an earlier answer only if it changed.

        Raises:
            InvalidInput, Unreachable: as :func:`camillo.capture.fetch.fetch`.
        """
        from camillo.capture.fetch import Limits, fetch

        return fetch(
            url,
            limits=Limits(bytes=most),
            allowed=self._allowed,
            etag=etag,
            last_modified=last_modified,
        )

    def keep(
        self,
        found: "Captured",
        *,
        wing: str | None = None,
        address: str = "",
        tags: Sequence[str] = (),
    ) -> Kept:
        """Keep what was read already; ``address`` is that of what has no URL."""
        title = bare_title(found.title, found.site)
        note, written = self._notes.capture(
            source_text(found, title, address, tags),
            title=title,
            url=found.url or address,
            wing=wing,
            at=found.published,
            author=found.author,
            about={"how": found.how, "sha256": found.digest, "site": found.site},
        )
        return Kept(note, written)


def source_text(found: "Captured", title: str, address: str, tags: Sequence[str] = ()) -> str:
    """The text of a source: where it comes from as front matter of ours, then what was captured, as it was.

    Whatever the captured text begins with is no front matter any more, so that it cannot name aliases or tags.
    """
    told: dict[str, object] = {
        "title": title,
        "url": found.url or address,
        "author": found.author,
        "published": found.published.text if found.published else "",
        "site": found.site,
        "language": found.language,
        "how": found.how,
        "sha256": found.digest,
        "tags": list(tags),
    }
    front = "".join(entry(key, value) for key, value in told.items() if value)
    return f"---\n{front}---\n\n{found.markdown}"


def bare_title(title: str, site: str) -> str:
    """A title on one line without the site's name at its end, and without what links are made of.

    >>> bare_title("How  we moved | Example News", "Example News"), bare_title("[[a]] b", "")
    ('How we moved', 'a b')
    """
    title = one_line(title.replace("[[", " ").replace("]]", " "))
    parts = [*_SITE.finditer(title)]
    if parts and site and title[parts[-1].end() :].casefold() == site.casefold():
        title = title[: parts[-1].start()].rstrip()
    return title or "Untitled"


def _file_address(path: Path) -> str:
    return path.resolve().as_uri()
