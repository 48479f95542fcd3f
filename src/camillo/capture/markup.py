"""HTML as Markdown; run in the process for hostile content alone."""

import re
from functools import reduce
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

if TYPE_CHECKING:
    from lxml.html import HtmlElement

#: A page that shows fewer letters than this, without a heading or paragraph, is drawn by its scripts.
_DRAWN = 80
#: From less than this, trafilatura gives up on structure, and puts each run of letters on a line.
_SHORT = 250
_AROUND = ("nav", "footer", "aside", "form", "button", "iframe", "img")
#: What a link may lead to: an address of the web or of mail, or a place that is told without a scheme.
_LEADS = re.compile(r"\s*(https?:|mailto:|[^:]*$|[^:]*[/?#])", re.IGNORECASE)
_UNSEEN = ("script", "style", "noscript", "template", "svg")


def page(content: bytes) -> dict[str, str]:
    """The main text of an HTML page in UTF-8, and what its head tells.

    ``scripted`` is set where next to nothing shows without running scripts. The first line is the page's URL.
    """
    import trafilatura

    url, _, html = content.partition(b"\n")
    tree = tree_of(html)
    fields = _told(tree, url.decode())
    tree.make_links_absolute(url.decode(), resolve_base_href=True, handle_failures="ignore")
    fields["scripted"] = "yes" if _is_drawn_by_scripts(tree) else ""
    found = trafilatura.bare_extraction(
        tree,
        url=url.decode() or None,
        output_format="python",
        include_formatting=True,
        include_links=True,
        include_comments=False,
        with_metadata=True,
        date_extraction_params={"extensive_search": False, "original_date": True},
    )
    if found is None or isinstance(found, dict):
        return fields
    named = {"title": found.title, "author": found.author, "site": found.sitename}
    text = found.text or ""
    if len(text) < _SHORT and "\n\n" not in text:
        text = _all_of(tree)
    named |= {"published": fields["published"] or found.date, "markdown": text}
    return fields | {name: value for name, value in named.items() if value}


def _all_of(tree: "HtmlElement") -> str:
    """All that a short page shows, but for what stands around it."""
    for element in tree.xpath("|".join(f"//body//{name}" for name in _AROUND)):
        element.drop_tree()
    return markdown(tree.body if tree.body is not None else tree)


def wechat(content: bytes) -> dict[str, str]:
    """The text of the element that holds an article of WeChat; no field where there is none."""
    found = tree_of(content).xpath("//*[@id='js_content']")
    if not found:
        return {}
    # Left hidden until a script shows it; pictures are loaded by one.
    for element in found[0].xpath(".//script|.//style|.//svg|.//img|.//iframe|.//noscript"):
        element.drop_tree()
    return {"markdown": markdown(found[0])}


def whole(content: bytes) -> dict[str, str]:
    """All that an HTML file shows, and what its head tells."""
    tree = tree_of(content)
    fields = _told(tree, "")
    return fields | {"markdown": markdown(tree.body if tree.body is not None else tree)}


def markdown(tree: "HtmlElement") -> str:
    """What an element shows as Markdown, nothing left out but scripts, styles and what lies in pictures."""
    from lxml import etree
    from markdownify import MarkdownConverter

    for element in tree.xpath(".//script|.//style|.//svg|.//img[starts-with(@src, 'data:')]"):
        element.drop_tree()
    shown = etree.tostring(tree, encoding="unicode", method="html", with_tail=False)
    return str(MarkdownConverter(heading_style="ATX", bullets="-").convert(shown)).strip()


def tree_of(html: bytes) -> "HtmlElement":
    """HTML in UTF-8 as a tree, without comments and links that would run something.

    Raises:
        ValueError: it is nested too deeply to be read whole.
    """
    from lxml import etree
    from lxml import html as reader

    parser = reader.HTMLParser(
        encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True, collect_ids=False
    )
    try:
        tree = reader.document_fromstring(html, parser=parser)
    except etree.ParserError:  # of nothing at all
        return reader.document_fromstring(b"<p></p>")
    if deep := [one for one in parser.error_log if "depth" in one.message.lower()]:
        raise ValueError(f"nested too deeply at line {deep[0].line}")
    for element in tree.xpath("//*[@href]"):
        if not _LEADS.match(element.get("href")):
            del element.attrib["href"]
            if element.tag == "a":
                element.drop_tag()
    return tree


def _told(tree: Any, url: str) -> dict[str, str]:
    """What the head says; the address as a whole one."""
    canonical = _first(
        tree, "//link[@rel='canonical']/@href", "//meta[@property='og:url']/@content"
    )
    return {
        "title": _first(tree, "//meta[@property='og:title']/@content", "//title//text()"),
        "author": _first(tree, "//meta[@name='author']/@content"),
        "published": _first(tree, "//meta[@property='article:published_time']/@content"),
        "language": _first(tree, "/html/@lang"),
        "canonical": _joined(url, _first(tree, "//base/@href"), canonical) if canonical else "",
    }


def _joined(url: str, *steps: str) -> str:
    try:
        return reduce(urljoin, steps, url)
    except ValueError:
        return ""


def _first(tree: Any, *paths: str) -> str:
    for path in paths:
        for found in tree.xpath(path):
            if clean := str(found).strip():
                return clean
    return ""


def _is_drawn_by_scripts(tree: "HtmlElement") -> bool:
    """Whether a page is empty but for its scripts; takes what nobody sees out of the tree."""
    scripts = bool(tree.xpath("//script"))
    for element in tree.xpath("|".join(f"//body//{name}" for name in _UNSEEN)):
        if element.tag != "script" or element.get("type") != "application/ld+json":
            element.drop_tree()
    shown = "".join(tree.xpath("//body//text()[not(parent::script)]"))
    marked = tree.xpath(
        "//body//p[normalize-space()]|//article[normalize-space()]|//body//h1[normalize-space()]"
    )
    return scripts and not marked and sum(map(str.isalnum, shown)) < _DRAWN
