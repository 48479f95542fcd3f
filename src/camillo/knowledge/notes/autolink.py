"""Titles of existing pages become links where a text names them: rather missing than wrong."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache

from camillo.knowledge.notes import inline
from camillo.knowledge.notes.blocks import Block, blocks
from camillo.knowledge.notes.edges import closes, kind, opens
from camillo.knowledge.notes.front import read_front
from camillo.knowledge.notes.links import merged, note_links
from camillo.knowledge.notes.resolve import name_key
from camillo.text.stops import all_function_words

LONGEST_TITLE = 100
_LETTERS, _IDEOGRAPHS = 3, 2
#: What would end a link, or be read as something else inside one.
_UNFIT = re.compile(r"[\[\]|<>`\\*$\x00-\x1f\x7f-\x9f\u2028\u2029]|%%|\{\{")
_UNFIT_SLUG = re.compile(r"[\[\]|#^<>`\\\s\x00-\x1f]")
_DEFINED = re.compile(r"^[ >]*\[[^\[\]\r\n]+\]:[^\r\n]*", re.MULTILINE)
_HTML_BLOCK = re.compile(r"\s{0,3}</?[a-zA-Z][\w-]*[\s/>]")
_TAG = re.compile(r"<(/?)(a|code|kbd|samp|tt|pre|button|h[1-6])\b", re.IGNORECASE)

#: Start, end and slug of a title in a text; the slug is "" where two pages have that title.
Found = tuple[int, int, str]


class Titles:
    """The titles of pages, made ready to be found in texts; built once and used for many.

    Left out: titles of fewer than three letters or two ideographs, function words, and what would
    break a link. A title that two pages have is not linked.
    """

    def __init__(self, pages: Iterable[tuple[str, str]]) -> None:
        """``pages`` are slugs with their titles."""
        self._slugs: dict[str, tuple[str, str]] = {}
        lengths: dict[str, set[int]] = {}
        self._named: dict[str, str] = {}
        listed = list(pages)
        for slug, _ in listed:
            self._named[name_key(slug)] = slug
        for slug, title in listed:
            self._named.setdefault(name_key(title), slug)
            bare, low = _ready(title)
            if not bare or not slug or _UNFIT_SLUG.search(slug):
                continue
            known = self._slugs.get(low)
            self._slugs[low] = (slug if known is None or known[0] == slug else "", bare)
            lengths.setdefault(low[:2], set()).add(len(low))
        self._lengths = {start: sorted(each) for start, each in lengths.items()}

    def linked(self, text: str) -> set[str]:
        """Slugs of the pages that a text links to already."""
        keys = (name_key(link.target) for link in note_links(text))
        return {self._named[key] for key in keys if key in self._named}

    def found(self, text: str, start: int, end: int, low: str) -> Iterator[Found]:
        """All titles within a span, those inside others too; ``low`` is the whole text lowered."""
        for at in range(start, end - 1):
            lengths = self._lengths.get(low[at : at + 2])
            if lengths is None or not opens(text, at):
                continue
            for length in lengths:
                if at + length > end:
                    break
                known = self._slugs.get(low[at : at + length])
                if known is None or not closes(text, at + length):
                    continue
                if _same_case(text[at : at + length], known[1]):
                    yield at, at + length, known[0]


def lowered(text: str) -> str:
    """The text in lower case, character by character, so that places stay."""
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(char.lower() if len(char.lower()) == 1 else char for char in text)


@lru_cache(maxsize=32_768)
def _ready(title: str) -> tuple[str, str]:
    """A title as it is looked for, and in lower case; both "" where it is not linked."""
    bare = " ".join(unicodedata.normalize("NFC", title).split())
    if len(bare) > LONGEST_TITLE or _UNFIT.search(bare) or bare.casefold() in all_function_words():
        return "", ""
    kinds = [kind(char) for char in bare if char.isalpha()]
    dense = sum(each in ("han", "hira", "kata", "hangul") for each in kinds)
    fit = len(kinds) >= _LETTERS or dense >= _IDEOGRAPHS
    return (bare, lowered(bare)) if fit else ("", "")


def _same_case(written: str, title: str) -> bool:
    """A single word must have its capitals: "rust" is not the page "Rust"."""
    if written == title or " " in title:
        return True
    return all(a.isupper() or not b.isupper() for a, b in zip(written, title, strict=True))


def autolink(text: str, titles: Titles, exclude: str = "") -> str:
    """The text with a link at the first place where it names each page; nothing else changes.

    Whole words, longest titles first; between scripts without spaces any place is a word's edge. Never
    in code, comments, headings, links, brackets, addresses, HTML, formulas or front matter, never to the
    page ``exclude`` itself, and not to a page that the text links to already. ``autolink: false`` in the
    front matter turns it off. A second time changes nothing.

    >>> pages = Titles([("oauth", "OAuth"), ("2026-01-02-0a1b2c3d", "知识库")])
    >>> autolink("OAuth, `OAuth` and OAuth in 知识库", pages)
    '[[oauth|OAuth]], `OAuth` and OAuth in [[2026-01-02-0a1b2c3d|知识库]]'
    """
    if not read_front(text).autolink:
        return text
    # A link can free a place beside it (Korean), so it is done until nothing is left to do.
    while (more := _once(text, titles, exclude)) != text:
        text = more
    return text


def _once(text: str, titles: Titles, exclude: str) -> str:
    low = lowered(text)
    rows: set[int] = set()
    found: list[Found] = []
    for block in blocks(text):
        if block.kind not in ("text", "row"):
            continue
        here: list[Found] = []
        for start, end in _open(text, block):
            here += titles.found(text, start, end, low)
        if block.kind == "row":
            rows.update(start for start, _, _ in here)
        found += here
    if not found:
        return text
    done = titles.linked(text) | {exclude, ""}
    parts: list[str] = []
    at = 0
    for start, end, slug in _longest(found):
        beside = text[max(start - 1, 0) : start] + text[end : end + 1]
        if slug in done or "[" in beside or "]" in beside:
            continue
        done.add(slug)
        bar = "\\|" if start in rows else "|"
        shown = text[start:end]
        link = f"[[{slug}]]" if shown == slug else f"[[{slug}{bar}{shown}]]"
        parts += [text[at:start], link]
        at = end
    return "".join([*parts, text[at:]])


def _longest(found: list[Found]) -> list[Found]:
    """Those that no longer one (or an earlier of its length) overlaps, in order."""
    taken: set[int] = set()
    kept: list[Found] = []
    for one in sorted(found, key=lambda each: (each[0] - each[1], each[0])):
        # The ends tell: what is already taken is no shorter.
        if one[0] not in taken and one[1] - 1 not in taken:
            taken.update(range(one[0], one[1]))
            kept.append(one)
    return sorted(kept)


def _open(text: str, block: Block) -> Iterator[tuple[int, int]]:
    """The spans of a block in which links may be put."""
    if _HTML_BLOCK.match(text, block.start, block.end):
        return
    closed = [found.span() for found in _DEFINED.finditer(text, block.start, block.end)]
    opened: dict[str, int] = {}
    for piece in inline.pieces(text, block.start, block.end):
        closed.append((piece.start, piece.end))
        tag = _TAG.match(text, piece.start, piece.end) if piece.kind == "html" else None
        if tag and not tag[1]:
            opened.setdefault(tag[2].lower(), piece.start)
        elif tag and tag[2].lower() in opened:
            closed.append((opened.pop(tag[2].lower()), piece.end))
    closed += [(start, block.end) for start in opened.values()]
    at = block.start
    for start, end in merged(closed):
        if at < start:
            yield at, start
        at = end
    if at < block.end:
        yield at, block.end
