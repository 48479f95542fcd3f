"""The blocks of a Markdown text: which lines are code, raw HTML, headings, table rows or prose.

CommonMark's block structure, kept by lines: containers (quotes, list items), fences, indented code, raw
HTML, paragraphs with lazy lines. It is read here and not by a Markdown library, because those give no
places of inline code and take seconds for a hostile megabyte; the tests hold it against markdown-it-py.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from camillo.knowledge.notes.front import read_front

Kind = Literal["front", "code", "html", "heading", "row", "text"]

#: Quotes and lists that are deeper count as text of the last one.
_DEEPEST = 32
_LINES = re.compile(r"[^\r\n]*+(?:\r\n|[\r\n])|[^\r\n]++\Z")
_FENCE = re.compile(r"(`{3,}+)[^`]*$|(~{3,}+)")
_HEADING = re.compile(r"#{1,6}(?: |$)")
_SETEXT = re.compile(r"(?:=++|-++) *$")
_RULE = re.compile(r"(?:(?:- *+){3,}+|(?:\* *+){3,}+|(?:_ *+){3,}+)$")
_ITEM = re.compile(r"([-+*]|(\d{1,9})[.)])(?= |$)")
_DELIMITER = re.compile(r"\|? *+:?-++:? *+(?:\| *+:?-++:? *+)*+\|? *+$")
_RAW = re.compile(r"<(?:(!--)|(pre|script|style|textarea)(?=[\s>]|$))", re.IGNORECASE)
_QUOTE = -1


@dataclass(frozen=True, slots=True)
class Block:
    """Whole lines of one kind: ``start`` and ``end`` count characters of the text.

    ``heading`` covers its underline; ``row`` is one line of a table; ``text`` a paragraph.
    """

    kind: Kind
    start: int
    end: int


def blocks(text: str) -> Iterator[Block]:
    r"""The blocks of a text in order, with blank lines and rules between them left out.

    Takes time linear in the text.

    >>> [(one.kind, one.start) for one in blocks("# A\n\n- b\n\n      c\n\n~~~\nd")]
    [('heading', 0), ('text', 5), ('code', 10), ('code', 19)]
    """
    body = read_front(text).end
    if body:
        yield Block("front", 0, body)
    yield from _Scanner(text).scan(body)


def heading_text(text: str, block: Block) -> str:
    r"""The words of a heading's block, without marks.

    >>> text = "## One two ##"
    >>> heading_text(text, next(blocks(text)))
    'One two'
    """
    lines = text[block.start : block.end].replace("\ufeff", "").strip().splitlines()
    first = re.sub(r"^[>\s]+", "", lines[0]) if lines else ""
    if len(lines) > 1:
        return " ".join(line.lstrip("> \t").rstrip() for line in lines[:-1])
    bare = re.sub(r"^(?:(?:[-+*>]|\d{1,9}[.)]) +)*#{1,6}", "", first).strip()
    shorn = bare.rstrip("#")
    return shorn.rstrip() if not shorn or shorn[-1] in " \t" else bare


class _Scanner:
    """One pass over the lines. ``containers`` are -1 for a quote, else the indent of an item's content."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._containers: list[int] = []
        self._closing = ""
        #: Whether the last line opened an item and held nothing more.
        self._hollow = False
        self._raw: Kind | None = None
        self._raw_start = 0
        #: Line starts of the open paragraph, and whether it is a table by now.
        self._lines: list[int] = []
        self._table = False
        self._end = 0

    def scan(self, start: int) -> Iterator[Block]:
        for found in _LINES.finditer(self._text, start):
            line = found[0].rstrip("\r\n")
            if not found.start():
                line = line.removeprefix("\ufeff")
            if "\t" in line:
                line = line.expandtabs(4)
            yield from self._line(line, found.start(), found.end())
        yield from self._close_raw(len(self._text))
        yield from self._close_paragraph()

    def _line(self, line: str, start: int, end: int) -> Iterator[Block]:
        depth, at = self._matched(line)
        if self._hollow and depth == len(self._containers) and not line[at:].strip(" "):
            depth -= 1
            del self._containers[depth:]
        self._hollow = False
        whole = depth == len(self._containers)
        if self._raw and whole:
            if self._closes(line[at:]):
                yield from self._close_raw(end)
            return
        if self._raw:
            yield from self._close_raw(start)
        lazy = bool(self._lines)
        opened, at = self._opened(line, at, depth, lazy and whole)
        content = line[at:].lstrip(" ")
        indent = len(line) - at - len(content)
        if not opened and not whole and lazy and self._continues(content, indent):
            self._lines.append(start)
            self._end = end
            return
        if opened or not whole:
            yield from self._close_paragraph()
            self._containers[depth:] = opened
            self._hollow = bool(opened) and opened[-1] != _QUOTE and not content
        yield from self._leaf(content, indent, start, end)

    def _matched(self, line: str) -> tuple[int, int]:
        """How many of the open containers a line is in, and where its content begins."""
        at = depth = 0
        for container in self._containers:
            rest = len(line) - at
            indent = (
                rest - len(line[at : at + 512].lstrip(" ")) if rest <= 512 else _indent(line, at)
            )
            if container == _QUOTE:
                if indent > 3 or line[at + indent : at + indent + 1] != ">":
                    break
                at += indent + 1
                at += line[at : at + 1] == " "
            elif indent == rest:
                at = len(line)
            elif indent >= container:
                at += container
            else:
                break
            depth += 1
        return depth, at

    def _opened(self, line: str, at: int, depth: int, interrupts: bool) -> tuple[list[int], int]:
        """The containers that a line opens, and where its content begins then."""
        opened: list[int] = []
        while depth + len(opened) < _DEEPEST:
            indent = _indent(line, at)
            mark = at + indent
            if indent > 3:
                break
            if line[mark : mark + 1] == ">":
                opened.append(_QUOTE)
                at = mark + 1
                at += line[at : at + 1] == " "
            elif (item := _ITEM.match(line, mark)) and not _RULE.match(line, mark):
                gap = _indent(line, item.end())
                empty = item.end() + gap == len(line)
                if interrupts and not opened and (empty or item[2] not in (None, "1")):
                    break
                gap = 1 if empty or gap > 4 else gap
                opened.append(item.end() + gap - at)
                at = min(item.end() + gap, len(line))
            else:
                break
        return opened, at

    def _continues(self, content: str, indent: int) -> bool:
        """Whether a line outside its containers goes on with their paragraph."""
        if not content:
            return False
        if indent > 3:
            return True
        ends = (_FENCE, _HEADING, _RULE, _RAW)
        return not any(pattern.match(content) for pattern in ends)

    def _leaf(self, content: str, indent: int, start: int, end: int) -> Iterator[Block]:
        if not content:
            yield from self._close_paragraph()
        elif indent > 3 and not self._lines:
            yield Block("code", start, end)
        elif indent > 3:
            self._grow(start, end)
        elif fence := _FENCE.match(content):
            yield from self._close_paragraph()
            self._raw, self._raw_start, self._closing = "code", start, fence[1] or fence[2]
        elif (raw := _RAW.match(content)) and not self._ends_here(content, raw):
            yield from self._close_paragraph()
            self._raw, self._raw_start = "html", start
            self._closing = "-->" if raw[1] else f"</{raw[2].lower()}"
        elif _HEADING.match(content):
            yield from self._close_paragraph()
            yield Block("heading", start, end)
        elif self._lines and not self._table and _SETEXT.match(content):
            yield Block("heading", self._lines[0], end)
            self._lines = []
        elif _RULE.match(content):
            yield from self._close_paragraph()
        else:
            self._grow(start, end)
            self._table = self._table or self._heads_table(content, start)

    def _ends_here(self, content: str, raw: re.Match[str]) -> bool:
        """A comment that ends on its line is left to the paragraph that goes on behind it."""
        return bool(raw[1]) and "-->" in content[4:]

    def _grow(self, start: int, end: int) -> None:
        self._lines.append(start)
        self._end = end

    def _heads_table(self, content: str, start: int) -> bool:
        if len(self._lines) < 2 or "|" not in content or not _DELIMITER.match(content):
            return False
        return "|" in self._text[self._lines[-2] : start]

    def _closes(self, content: str) -> bool:
        if self._raw == "html":
            return self._closing in content.lower()
        bare = content.strip(" ")
        closing = len(bare) >= len(self._closing) and not bare.strip(self._closing[0])
        return closing and _indent(content, 0) < 4

    def _close_raw(self, end: int) -> Iterator[Block]:
        if self._raw:
            yield Block(self._raw, self._raw_start, end)
            self._raw = None

    def _close_paragraph(self) -> Iterator[Block]:
        lines, self._lines = self._lines, []
        table, self._table = self._table, False
        if not lines:
            return
        if not table:
            yield Block("text", lines[0], self._end)
            return
        head = self._head(lines)
        if head:
            yield Block("text", lines[0], lines[head])
        bounds = [*lines[head:], self._end]
        for start, end in pairwise(bounds):
            yield Block("row", start, end)

    def _head(self, lines: list[int]) -> int:
        """Which line is a table's head: the one before the first that delimits."""
        for at in range(1, len(lines) - 1):
            line = self._text[lines[at] : lines[at + 1]].strip("\r\n >")
            if "|" in line and _DELIMITER.match(line.expandtabs(4)):
                return at - 1
        return max(len(lines) - 2, 0)


def _indent(line: str, at: int) -> int:
    """Spaces from a place on."""
    end = at
    while line.startswith(" " * 64, end):
        end += 64
    while end < len(line) and line[end] == " ":
        end += 1
    return end - at
