"""Drafts of pages that nobody has written yet: of a link that leads nowhere, and of a source."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from camillo.distill.sentences import sentences
from camillo.knowledge.notes.blocks import Block, blocks, heading_text
from camillo.knowledge.notes.front import read_front, with_keys
from camillo.knowledge.notes.links import wiki_link
from camillo.knowledge.notes.slugs import one_line

_POINTS, _LONGEST, _TITLE = 12, 300, 120
_LINK = re.compile(r"!?\[\[[^\[\]\r\n]{1,500}\]\]")
#: What Markdown would read as more than words, and what could open a tag.
_MARKUP = re.compile(r"[\\`*_\[\]<>#|~$^=]")


@dataclass(frozen=True, slots=True)
class Point:
    """One thing that a source says: ``text`` tells it, ``start`` and ``end`` are where in the source.

    ``heading`` is the part of the source in which it stands; "" for none.
    """

    text: str
    start: int
    end: int
    heading: str = ""


def wanted_page(title: str, lines: Iterable[tuple[str, str]]) -> str:
    """The page that a link asks for: what other pages say around it. ``lines`` are slugs with a line of each.

    >>> print(wanted_page("Budget", [("home", "See [[Budget|the budget]] by May.")]), end="")
    # Budget
    <BLANKLINE>
    - See the budget by May. ([[home]])
    """
    rows = [f"- {plain(line)} ([[{slug}]])\n" for slug, line in lines]
    return f"# {plain(title)}\n\n{''.join(rows)}"


def source_page(title: str, slug: str, points: Sequence[Point]) -> str:
    """The page that is drawn from a source: each point with the part of the source that says it.

    Its description is the title, since no word of a source may stand in for a page's own.
    """
    rows = [f"- {plain(one.text)} ({_cite(slug, one.heading)})\n" for one in points]
    body = f"# {plain(title)}\n\n{''.join(rows)}"
    line = one_line(title, _TITLE)
    return with_keys(body, {"title": line, "description": line, "sources": [f"[[{slug}]]"]})


def _cite(slug: str, heading: str) -> str:
    part = one_line(heading, _TITLE)
    fit = part and not re.search(r"[\[\]|#^]", part)
    return f"[[{slug}#{part}]]" if fit else f"[[{slug}]]"


def outline(text: str) -> tuple[Point, ...]:
    r"""The first sentence below each heading of a source, and the first of all, in their order.

    >>> [(one.heading, one.text) for one in outline("Intro here. More.\n\n# A\n\nOne. Two.")]
    [('', 'Intro here.'), ('A', 'One.')]
    """
    found: list[Point] = []
    heading, open_ = "", True
    for block in blocks(text):
        if block.kind == "heading":
            heading, open_ = heading_text(text, block), True
        elif block.kind == "text" and open_ and (point := _first(text, block, heading)):
            found.append(point)
            open_ = False
            if len(found) == _POINTS:
                break
    return tuple(found)


def _first(text: str, block: Block, heading: str) -> Point | None:
    for start, end in sentences(text[block.start : block.end])[:1]:
        at = block.start + start
        said = text[at : block.start + end].strip()
        if any(map(str.isalpha, said)):
            return Point(one_line(said, _LONGEST), at, at + len(said), heading)
    return None


def plain(text: str) -> str:
    r"""Words on one line that Markdown shows as they are, links by what they read as.

    >>> print(plain("a [[b|c]] *d*\n# <e>"))
    a c \*d\* \# \<e\>
    """
    told = _LINK.sub(lambda found: _reads(found[0]), text)
    return _MARKUP.sub(lambda found: "\\" + found[0], one_line(told, _LONGEST))


def _reads(written: str) -> str:
    link = wiki_link(written)
    return (link.alias or link.target.removeprefix("kb:")) if link else ""


def merged(kept: str, gone: str, names: Sequence[str]) -> str:
    r"""A page with the lines of another that it does not have, and ``names`` as further aliases.

    Lines are told apart by their words; those of front matter and the other's headings that say nothing stay out.

    >>> print(merged("# A\n\nOne.\n", "# B\n\nOne.\nTwo.\n", ["B"]), end="")
    ---
    aliases:
      - B
    ---
    # A
    <BLANKLINE>
    One.
    <BLANKLINE>
    Two.
    """
    known = {_folded(line) for line in kept.splitlines()} | {_folded(name) for name in names}
    body = gone[read_front(gone).end :]
    more = [line for line in body.splitlines() if not line.strip() or _folded(line) not in known]
    added = re.sub(r"\n{3,}", "\n\n", "\n".join(more)).strip("\n")
    text = f"{kept.rstrip()}\n\n{added}\n" if added else kept
    aliases = [*read_front(kept).aliases, *read_front(gone).aliases, *names]
    return with_keys(text, {"aliases": [*dict.fromkeys(one for one in aliases if one)]})


def _folded(line: str) -> str:
    return " ".join(line.strip("#>*- \t").split()).casefold()
