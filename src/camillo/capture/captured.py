"""What capturing a page or file gives."""

import hashlib
from dataclasses import dataclass
from pathlib import PurePosixPath

from camillo.domain.identity import encode_text
from camillo.domain.moment import Moment
from camillo.knowledge.notes.slugs import one_line


@dataclass(frozen=True, slots=True)
class Captured:
    """One page or file as Markdown, with what it says of itself.

    ``url`` is canonical, or empty for a file; what a page does not tell stays empty, ``published`` None.
    ``how`` names the way: ``page``, ``wechat``, ``bilibili``, ``youtube``, ``text``, or a kind of file.
    All of it is text of others: one line in each field but ``markdown``, yet never to be trusted.
    """

    url: str
    title: str
    author: str
    published: Moment | None
    site: str
    language: str
    markdown: str
    how: str

    @property
    def digest(self) -> str:
        """SHA-256 of title and text in hex: alike when the page is alike, whatever else its HTML holds."""
        return hashlib.sha256(encode_text(f"{self.title}\0{self.markdown}")).hexdigest()


def titled_by(name: str) -> str:
    """A title for what has none of its own: the end of its path without the suffix.

    >>> titled_by("/a/plan-2025.final.pdf")
    'plan-2025.final'
    """
    return one_line(PurePosixPath(name.rstrip("/")).stem)
