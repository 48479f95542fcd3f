"""Sentences of a text, as spans of characters: what an excerpt is made of."""

import re
from collections.abc import Iterator

_STOP, _CLEAR_STOP = "[.!?…։᙮܀]", "[。！？｡．‼⁇⁈⁉။៕၊។।॥።፧؟۔]"
#: Each run of stops or of blanks is tried from its first sign alone: the time is that of the text's length.
_END = re.compile(
    rf"(?<!{_STOP}){_STOP}++[\"'”’»)\]*_]*+\s++(?![a-z])|{_CLEAR_STOP}++[\"'”’」』）】》〉]*+\s*+|(?<!\s)\s*\n\s*"
)
#: What opens a line without being part of what it says: headings, quotes, bullets, numbers, boxes.
_MARKS = re.compile(r"(?:[#>*+•\-–—=|_~`\s]+|\[[ xX]\]\s|\d{1,3}[.)]\s)*")
_FENCED = re.compile(r"^[ \t]*(```|~~~).*?(?:^[ \t]*\1[^\n]*|\Z)", re.M | re.S)


def sentences(text: str) -> list[tuple[int, int]]:
    r"""Spans of the sentences in order, without the marks of Markdown before them.

    Lines end sentences too. Fenced code is left out, and so is what has no letter and no digit.

    >>> text = "## Plan\n1. We chose Go. It compiles! 很快。好"
    >>> [text[start:end] for start, end in sentences(text)]
    ['Plan', 'We chose Go.', 'It compiles!', '很快。', '好']
    """
    return [
        span
        for start, end in _stretches(text)
        for span in _parted(text, start, end)
        if any(map(str.isalnum, text[slice(*span)]))
    ]


def _stretches(text: str) -> Iterator[tuple[int, int]]:
    """What lies between blocks of fenced code."""
    at = 0
    for block in _FENCED.finditer(text) if "```" in text or "~~~" in text else ():
        yield at, block.start()
        at = block.end()
    yield at, len(text)


def _parted(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for found in _END.finditer(text, start, end):
        # "1. " numbers what follows it and ends nothing.
        before = text[start : found.start()].lstrip().strip(" \t#>*-")
        if found[0].startswith(".") and before.isdigit():
            continue
        yield _bare(text, start, found.end())
        start = found.end()
    yield _bare(text, start, end)


def _bare(text: str, start: int, end: int) -> tuple[int, int]:
    opening = _MARKS.match(text, start, end)
    first = opening.end() if opening else start
    return first, first + len(text[first:end].rstrip())
