"""The large structure of a text: where sections start, and which stretches should stay whole."""

import re
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field

_MARK = re.compile(
    r"^(?:[ \t]*(`{3,}|~{3,})| {0,3}(#{1,6})(?=[ \t\r\n])| {0,3}(?:=+|-{2,})[ \t\r]*$)",
    re.MULTILINE,
)
_FRONT = re.compile(r"\ufeff?---[ \t]*\r?\n(?:.*\n){0,400}?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)")
_TOP_LEVEL = re.compile(r"^[ \t\r]*\n(?=[^\s)\]}])", re.MULTILINE)
_BLANK = re.compile(r"[ \t\r]*\n(?:[ \t\r]*\n)*")


@dataclass(frozen=True, slots=True)
class Outline:
    """Positions, ascending: where sections start, stretches to keep whole, places never to part at."""

    sections: list[int] = field(default_factory=list)
    blocks: list[tuple[int, int]] = field(default_factory=list)
    glued: frozenset[int] = frozenset()

    def sections_between(self, first: int, last: int) -> list[int]:
        """Section starts from ``first`` to ``last``, both included."""
        return self.sections[bisect_left(self.sections, first) : bisect_right(self.sections, last)]

    def blocks_between(self, first: int, last: int) -> list[tuple[int, int]]:
        """Stretches that a part at some place from ``first`` to ``last`` would tear."""
        low = max(0, bisect_left(self.blocks, (first, first)) - 1)
        high = bisect_right(self.blocks, (last, last))
        return [block for block in self.blocks[low:high] if block[1] > first]


def outline(text: str, markdown: bool) -> Outline:
    r"""The outline of a text, in time linear in its length.

    Markdown: headings outside code start sections; fenced code stays whole; a heading is
    never parted from what follows it. Anything else: a line without indent after a blank line
    starts a section, as a definition in source code does.

    >>> outline("# A\n\ntext\n\n# B\n", markdown=True).sections
    [0, 11]
    """
    if not markdown:
        return Outline(sections=[match.end() for match in _TOP_LEVEL.finditer(text)])
    found = Outline()
    glued: set[int] = set()
    front = _FRONT.match(text)
    # What lies before the floor is code or a heading already: no heading for an underline.
    floor = front.end() if front else 0
    fence, opened = "", 0
    for match in _MARK.finditer(text, floor):
        mark = match.group(1)
        if fence:
            if mark and mark.startswith(fence) and not _line(text, match.end()).strip():
                floor, fence = _after(text, match.end()), ""
                found.blocks.append((opened, floor))
        elif mark:
            fence, opened = mark, match.start()
        elif match.group(2):
            found.sections.append(match.start())
            glued.add(_text_after(text, match.end()))
        elif (start := _underlined(text, match.start(), floor)) is not None:
            floor = _after(text, match.end())
            found.sections.append(start)
            glued.update((match.start(), _text_after(text, match.end())))
    if fence:
        found.blocks.append((opened, len(text)))
    return Outline(found.sections, found.blocks, frozenset(glued))


def _line(text: str, position: int) -> str:
    end = text.find("\n", position)
    return text[position : min(end if end >= 0 else len(text), position + 200)]


def _after(text: str, position: int) -> int:
    """Where the next line starts."""
    end = text.find("\n", position)
    return end + 1 if end >= 0 else len(text)


def _text_after(text: str, position: int) -> int:
    """Where the next line that is not blank starts."""
    end = text.find("\n", position)
    blank = _BLANK.match(text, end) if end >= 0 else None
    return blank.end() if blank else len(text)


def _underlined(text: str, position: int, first: int) -> int | None:
    """Where the heading line above an underline starts, or None where the line above is blank."""
    start = text.rfind("\n", first, max(first, position - 1)) + 1 or first
    above = text[start : max(start, position - 1)]
    if not above.strip() or len(above) > 300 or above.lstrip()[0] in "-*+>|#":
        return None
    return start
