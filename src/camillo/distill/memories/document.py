r"""A memory as Markdown, and read back: headings for sections, a list item for each line.

>>> made = write(Memory((Line("Ana likes tea", "preferences"), Line("Ana lives here", "profile", until=0)), "en"))
>>> print(made.text)
## Preferences
<BLANKLINE>
- Ana likes tea
<BLANKLINE>
## Earlier
<BLANKLINE>
- Ana lives here (→ 1970-01-01)
<BLANKLINE>
>>> [line.text for line in read(made.text, [], "en").lines]
['Ana likes tea', 'Ana lives here']
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from camillo.distill.memories.headings import EARLIER, heading, section_of
from camillo.distill.memories.memory import NOTES, SECTIONS, Line, Memory
from camillo.domain.identity import encode_text

_HEADING = re.compile(r" {0,3}#{1,6}[ \t]+(.+?)[ \t#]*$")
_ITEM = re.compile(r"[ \t]*[-*+][ \t]+(.*)$")
_REPLACED = re.compile(r" \(→ (\d{4}-\d\d-\d\d)\)$")
_GONE = re.compile(r"(?: \(→ \d{4}-\d\d-\d\d: [^()\n]*\))+$")
_UNBRACED = re.compile(r"[()\s]+")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Document:
    """The text of a memory and its lines in the order in which the text has them."""

    text: str
    lines: tuple[Line, ...]

    def spans(self) -> tuple[tuple[int, int], ...]:
        """Where each line's row stands, end of line included, as byte offsets of the text in UTF-8."""
        return tuple((start, end) for _, _, start, end in _rows(self.text))


def write(memory: Memory) -> Document:
    """The document of a memory; the same lines give the same document, in whatever order they come."""
    parts: list[str] = []
    lines: list[Line] = []
    for section, group in _grouped(memory.lines).items():
        parts.append(f"## {heading(section, memory.language)}\n")
        parts.append("".join(f"- {_item(line)}\n" for line in group))
        lines += group
    return Document("\n".join(parts), tuple(lines))


def _grouped(lines: Iterable[Line]) -> Mapping[str, list[Line]]:
    known = {name: at for at, name in enumerate(SECTIONS)}
    groups: dict[str, list[Line]] = {}
    for line in sorted(lines, key=lambda line: (line.order, line.key, line.text)):
        groups.setdefault(EARLIER if line.until is not None else line.section, []).append(line)

    def place(section: str) -> tuple[bool, int, str]:
        return section == EARLIER, known.get(section, len(known)), section

    return {section: groups[section] for section in sorted(groups, key=place)}


def _item(line: Line) -> str:
    if line.until is not None:
        return f"{line.text} (→ {_day(line.until)})"
    gone = (f" (→ {_day(order)}: {_UNBRACED.sub(' ', object)})" for object, order in line.gone)
    return line.text + "".join(gone)


def _day(order: int) -> str:
    try:
        return (_EPOCH + timedelta(microseconds=order)).date().isoformat()
    except OverflowError:
        return "9999-12-31"


def read(text: str, told: Sequence[Line], language: str) -> Memory:
    """The memory of a document. ``told`` are its lines as they were noted, without texts and sections.

    Where there are as many as the text has, each gives its times and cites; else the lines have none.
    """
    found = [_line(item, section) for section, item, _, _ in _rows(text)]
    if len(told) == len(found):
        found = [_told(line, note) for line, note in zip(found, told, strict=True)]
    return Memory(tuple(found), language)


def _rows(text: str) -> Iterator[tuple[str, str, int, int]]:
    """Rows that say something: their section, their words, and where they stand in bytes."""
    section, end = NOTES, 0
    for row in text.splitlines(keepends=True):
        start, end = end, end + len(encode_text(row))
        title, item = _HEADING.match(row.rstrip()), _ITEM.match(row.rstrip())
        words = item[1].strip() if item else row.strip()
        if title:
            section = section_of(title[1])
        elif words:
            yield section, words, start, end


def is_list(text: str) -> bool:
    r"""Whether a text is nothing but headings and list items, so that writing it anew loses no form.

    >>> is_list("## Plan\n\n- rest\n"), is_list("A letter.\n\n- one\n"), is_list("- a\n  - b\n")
    (True, False, False)
    """
    return all(
        not row.strip()
        or _HEADING.match(row.rstrip())
        or (_ITEM.match(row.rstrip()) and row[0] in "-*+")
        for row in text.splitlines()
    )


def _line(item: str, section: str) -> Line:
    replaced = _REPLACED.search(item) if section == EARLIER else None
    if replaced is None:
        item = _GONE.sub("", item) or item
        return Line(
            item, NOTES if section == EARLIER else section, until=0 if section == EARLIER else None
        )
    day = datetime.fromisoformat(replaced[1]).replace(tzinfo=UTC)
    return Line(item[: replaced.start()], NOTES, until=(day - _EPOCH) // timedelta(microseconds=1))


def _told(line: Line, note: Line) -> Line:
    section = note.section if line.until is not None else line.section
    return replace(
        note, text=line.text, section=section, until=note.until if line.until is not None else None
    )
