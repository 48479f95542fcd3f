"""What capturing a page or file gives."""

import hashlib
from dataclasses import dataclass
from pathlib import PurePosixPath

from camillo.domain.identity import encode_text
from camillo.domain.moment import Moment


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


def one_line(text: object, most: int = 500) -> str:
    r"""A field of a page on one line, without control characters; no text gives the empty one.

    >>> one_line(" a\n b\x00 ")
    'a b'
    """
    if not isinstance(text, str):
        return ""
    clean = "".join(char if char.isprintable() else " " for char in text[: most * 4])
    return " ".join(clean.split())[:most].rstrip()


def titled_by(name: str) -> str:
    """A title for what has none of its own: the end of its path without the suffix.

    >>> titled_by("/a/plan-2025.final.pdf")
    'plan-2025.final'
    """
    return one_line(PurePosixPath(name.rstrip("/")).stem)
