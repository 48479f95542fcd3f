"""Pairs: ``key: value`` lines, front matter and tables, read where it is clear what they are about."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from pathlib import PurePosixPath

from camillo.domain.knowledge import Claim
from camillo.knowledge.claims.languages.keys import BLANKS, KEYS, NAMES
from camillo.ports.knowing import Said

_LINE = re.compile(
    r"^[ \t]{0,8}(?:[-*+][ \t]{1,4})?[*_]{0,2}([^\W\d_][\w -]{0,24}?)[*_]{0,2}[ \t]?[:：][*_]{0,2}"
    r"[ \t]{0,4}([^\s:：][^\n]{0,100})$",
    re.MULTILINE,
)
_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]{1,8}(\S.{0,80}?)[ \t#]{0,20}$", re.MULTILINE)
_ROW = re.compile(r"^[ \t]{0,3}\|([^\n]{1,400})\|[ \t]{0,20}$", re.MULTILINE)
_RULE = re.compile(r"[\s|:-]+")
#: A line that is neither a pair, a list's, a table's nor empty.
_PROSE = re.compile(r"^(?![ \t]*(?:[-*+|#]|[^\n:：]{1,30}[:：]|$))", re.MULTILINE)
_FILE = re.compile(r"[^\s/\\]{1,80}\.[A-Za-z]{1,8}$")
_MARKUP = re.compile(r"[*_`\[\]\"“”]+")
_LONGEST = 80
_MOST_WORDS = 8
_MOST_LINES = 200
_SURE = 0.8


@lru_cache(maxsize=1)
def _keys() -> dict[str, str]:
    return {
        word.replace("_", " "): predicate
        for predicate, written in KEYS.items()
        for word in written.split()
    }


@lru_cache(maxsize=1)
def _names() -> frozenset[str]:
    return frozenset(NAMES.split())


def read(text: str, said: Said) -> Iterator[Claim]:
    r"""The claims of lines and tables; offsets count characters of the text.

    A line is about the ``name`` or ``title`` of its block, else about the heading above it, else about
    the file that it stands in; where there is none of these it claims nothing.

    >>> [(c.subject, c.predicate, c.object) for c in read("# Atlas\n\nOwner: Ada\nNote: wow", Said(""))]
    [('Atlas', 'led by', 'Ada')]
    """
    if ":" in text or "：" in text:
        yield from _lines(text, said)
    if "|" in text:
        yield from _tables(text)


def _lines(text: str, said: Said) -> Iterator[Claim]:
    found = [(match, _key(match[1])) for match in islice(_LINE.finditer(text), _MOST_LINES)]
    if not any(key in _keys() for _, key in found):
        return
    headings = [
        (one.start(1), _clean(one[1])) for one in islice(_HEADING.finditer(text), _MOST_LINES)
    ]
    names = [(match.start(), _clean(match[2])) for match, key in found if key in _names()]
    for match, key in found:
        predicate = _keys().get(key)
        subject = _subject(text, match.start(), headings, names) or _file(said)
        value = _clean(match[2].split(" #")[0])
        if predicate is None or not subject or not _says(value):
            continue
        for each in _values(value):
            yield _pair(subject, predicate, each, match.start(1), match.end(2), "pair")


def _subject(
    text: str, at: int, headings: list[tuple[int, str]], names: list[tuple[int, str]]
) -> str:
    """The name in the same block of lines, else the heading right above it."""
    for place, name in names:
        low, high = min(place, at), max(place, at)
        if not re.search(r"\n[ \t]*\n|\n#", text[low:high]):
            return name
    above = [(place, heading) for place, heading in headings if place < at]
    if not above or _PROSE.search(text, text.find("\n", above[-1][0]) + 1, at):
        return ""
    return above[-1][1]


def _file(said: Said) -> str:
    """What a file is called without its ending; "" for what is no file."""
    if said.speaker or not _FILE.search(said.conversation):
        return ""
    return PurePosixPath(said.conversation.replace("\\", "/")).stem


def _tables(text: str) -> Iterator[Claim]:
    head: list[str] = []
    end = -1
    for row in _ROW.finditer(text):
        cells = [_clean(cell) for cell in row[1].split("|")]
        if row.start() != end + 1 or not head:
            head = [_key(cell) for cell in cells]
        elif not _RULE.fullmatch(row[1]) and len(cells) == len(head) and _says(cells[0]):
            for key, cell in list(zip(head, cells, strict=True))[1:]:
                if key in _keys() and _says(cell):
                    yield _pair(cells[0], _keys()[key], cell, row.start(), row.end(), "table")
        end = row.end()


def _pair(subject: str, predicate: str, object: str, start: int, end: int, rule: str) -> Claim:
    return Claim(subject, predicate, object, start, end, confidence=_SURE, rule=rule)


def _key(written: str) -> str:
    return " ".join(_MARKUP.sub(" ", written).casefold().split())


def _clean(written: str) -> str:
    return _MARKUP.sub("", written).strip().rstrip(".。,;，；").strip()


def _values(value: str) -> list[str]:
    parts = [part.strip() for part in re.split(r"[,，、;；]", value)]
    return [part for part in parts if part] if len(parts) < 6 else [value]


def _says(value: str) -> bool:
    """Whether a value is one: short, and no placeholder or sentence."""
    short = 0 < len(value) <= _LONGEST and len(value.split()) <= _MOST_WORDS
    return (
        short
        and value.casefold() not in BLANKS.split()
        and not re.search(r"[?？{}<>|=]|\.\s", value)
    )
