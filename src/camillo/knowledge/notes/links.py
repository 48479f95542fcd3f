"""The links and tags of a note, with where each stands."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote

from camillo.knowledge.notes import inline
from camillo.knowledge.notes.blocks import blocks
from camillo.knowledge.notes.front import Source, read_front
from camillo.text.scripts import WORD

LinkKind = Literal["link", "embed", "markdown", "source"]

_LONGEST = 1_000
_TAG = re.compile(rf"(?<![^\s(（,，、;；])#((?:{WORD}|[/-])++)")
_PAGE = re.compile(r"(?P<path>.*\.(?:md|markdown))(?:#(?P<part>.*))?", re.IGNORECASE | re.DOTALL)
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//|\\\\")
#: Files that are shown in a note but are no notes.
_ATTACHED = re.compile(
    r"\.(?:avif|bmp|gif|jpe?g|png|svg|webp|heic|tiff?|flac|m4a|mp3|ogg|wav|3gp|mkv|mov|mp4|ogv|webm"
    r"|pdf|canvas|base|zip|docx?|xlsx?|pptx?|csv|html?)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class NoteLink:
    """A link as it is written. ``start`` and ``end`` count characters of the text.

    ``target`` is what it names, with its ``kb:`` if there is one; ``heading`` and ``block`` the part it
    means; ``alias`` the words it shows, "" for none. ``row`` says that it stands in a table, where
    ``|`` is written with a backslash.
    """

    kind: LinkKind
    target: str
    heading: str
    block: str
    alias: str
    start: int
    end: int
    row: bool = False


def note_links(text: str) -> tuple[NoteLink, ...]:
    r"""The links to other notes, in the order in which they stand; none from code or comments.

    ``[[slug]]``, ``[[Title#Heading|alias]]``, ``[[a#^block]]``, ``![[embed]]``, Markdown links to relative
    ``.md`` files, and ``sources:`` of the front matter. Attachments and links inside the note are left
    out. Takes time linear in the text.

    >>> [(one.kind, one.target, one.alias) for one in note_links("[[a|b]] `[[c]]` [d](e%20f.md#g)")]
    [('link', 'a', 'b'), ('markdown', 'e f.md', 'd')]
    """
    return tuple(_links(text))


def _links(text: str) -> Iterator[NoteLink]:
    for source in read_front(text).sources:
        if found := _source(source):
            yield found
    for block in blocks(text):
        if block.kind in ("text", "row", "heading"):
            found_here = []
            for piece in inline.pieces(text, block.start, block.end):
                link = _link(text, piece, block.kind == "row")
                if link:
                    found_here.append(link)
            yield from sorted(found_here, key=lambda one: one.start)


def _link(text: str, piece: inline.Piece, row: bool) -> NoteLink | None:
    if piece.end - piece.start > 2 * _LONGEST:
        return None
    if piece.kind == "wiki":
        return wiki_link(text[piece.start : piece.end], piece.start, row)
    if piece.kind == "markdown":
        return _markdown(text, piece, row)
    return None


def wiki_link(written: str, start: int = 0, row: bool = False) -> NoteLink | None:
    r"""What ``[[...]]`` or ``![[...]]`` means, None where it names no other note.

    >>> link = wiki_link(r"[[kb:a#H#I\|b]]")
    >>> link.target, link.heading, link.alias
    ('kb:a', 'H#I', 'b')
    """
    embed = written.startswith("!")
    inner = written[3 if embed else 2 : -2]
    named, _, alias = inner.partition("|")
    named = named.removesuffix("\\") if "|" in inner else named
    target, _, part = named.partition("#")
    target, part = target.strip(), part.strip()
    if not target or len(target) > _LONGEST or _ATTACHED.search(target):
        return None
    heading, block = ("", part[1:]) if part.startswith("^") else (part, "")
    kind: LinkKind = "embed" if embed else "link"
    return NoteLink(kind, target, heading, block, alias.strip(), start, start + len(written), row)


def asked(reference: str) -> str:
    """The target of what a person or an agent gave as a note: a slug, a title, a path or a ``[[link]]``.

    >>> asked("[[kb:plan#Cost|the plan]]"), asked(" Plan B ")
    ('kb:plan', 'Plan B')
    """
    bare = reference.strip()
    link = wiki_link(bare) if bare.endswith("]]") and bare.startswith(("[[", "![[")) else None
    return link.target if link else bare


def _markdown(text: str, piece: inline.Piece, row: bool) -> NoteLink | None:
    destination = text[piece.inner : piece.stop]
    if _SCHEME.match(destination):
        return None
    found = _PAGE.fullmatch(destination)
    if not found:
        return None
    # Percent-encoding may hide a `#` or what would be no path.
    target = unquote(found["path"], errors="replace").strip()
    part = unquote(found["part"] or "", errors="replace").strip()
    if not target or "\n" in target or "\0" in target:
        return None
    heading, block = ("", part[1:]) if part.startswith("^") else (part, "")
    words = text[piece.start + 1 : text.rfind("](", piece.start, piece.inner)]
    return NoteLink("markdown", target, heading, block, words, piece.start, piece.end, row)


def _source(source: Source) -> NoteLink | None:
    """An entry of ``sources:`` names a note with or without brackets; an address is none."""
    written = source.written
    if written.startswith("[[") and written.endswith("]]"):
        link = wiki_link(written)
        if link is None or re.search(r"[\[\]\n]", written[2:-2]):
            return None
        return NoteLink(
            "source", link.target, link.heading, link.block, link.alias, source.start, source.end
        )
    if "://" in written or re.search(r"[\[\]|\n]", written):
        return None
    return NoteLink("source", written, "", "", "", source.start, source.end)


def note_tags(text: str) -> tuple[str, ...]:
    r"""The tags of a note, of its front matter first, each once (whatever its case), without ``#``.

    >>> note_tags("---\ntags: [a]\n---\nOn #b/c and #A, not `#d` or #12")
    ('a', 'b/c')
    """
    found = {tag.casefold(): tag for tag in reversed(read_front(text).tags)}
    kept = dict(reversed(found.items()))
    for block in blocks(text):
        if block.kind not in ("text", "row", "heading"):
            continue
        hidden = [(piece.start, piece.end) for piece in inline.pieces(text, block.start, block.end)]
        for tag in outside(_TAG.finditer(text, block.start, block.end), hidden):
            name = tag[1].strip("/")
            if name.strip("0123456789/-_"):
                kept.setdefault(name.casefold(), name)
    return tuple(kept.values())


def outside(
    found: Iterator[re.Match[str]], hidden: list[tuple[int, int]]
) -> Iterator[re.Match[str]]:
    """The matches, given in order, that touch none of the hidden spans."""
    spans = merged(hidden)
    at = 0
    for match in found:
        while at < len(spans) and spans[at][1] <= match.start():
            at += 1
        if at == len(spans) or spans[at][0] >= match.end():
            yield match


def merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order, those that overlap as one.

    >>> merged([(4, 6), (0, 3), (2, 4), (8, 9)])
    [(0, 6), (8, 9)]
    """
    found: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if found and start <= found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found
