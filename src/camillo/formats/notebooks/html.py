"""HTML of note applications as Markdown, by the converter of the extra ``capture``."""

import warnings
from collections.abc import Mapping
from types import MappingProxyType

from camillo.domain.errors import InvalidInput
from camillo.domain.missing import unloadable


def markdown_of(html: str, files: Mapping[str, str] = MappingProxyType({})) -> str:
    r"""The Markdown of a page's body; scripts and styles are left out.

    ``files`` are names of files by the hash that Evernote names them by.

    Raises:
        InvalidInput: the converter is not installed, or the page nests too deep for it.

    >>> markdown_of("<h1>A</h1><script>x()</script><p>b <b>c</b></p>")
    '# A\n\nb **c**\n'
    """
    try:
        from bs4 import BeautifulSoup, MarkupResemblesLocatorWarning
        from markdownify import MarkdownConverter
    except ImportError as error:
        raise InvalidInput(
            *unloadable(error, "what converts HTML", ["bs4", "markdownify"], "capture")
        ) from error
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MarkupResemblesLocatorWarning)
        soup = BeautifulSoup(html, "html.parser")
    for name in ("script", "style", "head", "template"):
        for found in soup.find_all(name):
            found.decompose()
    _named(soup, files)
    try:
        told = MarkdownConverter(heading_style="ATX", bullets="-").convert_soup(soup)
    except RecursionError:
        raise InvalidInput("the page nests too deep to be converted", "") from None
    return str(told).strip() + "\n"


def _named(soup: object, files: Mapping[str, str]) -> None:
    """Evernote's own elements as text: boxes to tick, and files."""
    from bs4 import BeautifulSoup

    assert isinstance(soup, BeautifulSoup)  # noqa: S101 - what was just made
    for box in soup.find_all("en-todo"):
        box.insert_before("[x] " if box.get("checked") == "true" else "[ ] ")
        box.unwrap()
    for file in soup.find_all("en-media"):
        name = files.get(str(file.get("hash")), file.get("type"))
        file.insert_before(f"(attachment {name})")
        file.unwrap()
