"""The notation: lines of plain text that decode to exactly the briefs they were made of.

::

    camillo shorthand 1: codes; then = place day; n who words; get place/n
    A support group
    <blank line>
    = 0a1b2c3d 2023-05-08
    41 Caroline/decisions joins A Tuesday

Whatever the fields hold, a line break, a space or a control character in them is written as an escape, so that
no remembered text can begin a line or pass for a code.
"""

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence

from camillo.distill.shorthand.codes import Token, coded, table
from camillo.domain.errors import InvalidInput
from camillo.domain.shorthand import Brief

Count = Callable[[str], int]

HEAD = "camillo shorthand 1: codes; then = place day; n who words; get place/n"
_PLACE, _NONE, _SLASH = "=", "-", "/"
_ESCAPE = re.compile(r"\\([0-9a-f]{0,6});")
#: Unicode's general categories of what cannot be seen or may break a line.
_UNSEEN = ("C", "Zl", "Zp", "Zs")


def encode(briefs: Sequence[Brief], count: Count) -> str:
    """Write briefs down; what stands often gets a code where that saves tokens, as ``count`` counts them.

    >>> briefs = [Brief("0a1b2c3d/41", "Ana", "2025-06-01", "", ("moved", "Porto"))]
    >>> print(encode(briefs, len))
    camillo shorthand 1: codes; then = place day; n who words; get place/n
    <BLANKLINE>
    = 0a1b2c3d 2025-06-01
    41 Ana moved Porto
    """
    lines = [_line(brief) for brief in briefs]
    codes = table(lines, count)
    rows = [f"{code} {' '.join(words)}" for code, words in codes.items()]
    return "\n".join([HEAD, *rows, "", *_written(briefs, lines, codes)])


def decode(text: str) -> tuple[Brief, ...]:
    r"""Read the notation back.

    Raises:
        InvalidInput: the text is no shorthand of this version, or not whole.

    >>> decode(HEAD + "\nA Ana\n\n= 0a1b2c3d 2025-06-01\n41 A moved")
    (Brief(id='0a1b2c3d/41', who='Ana', day='2025-06-01', hall='', words=('moved',)),)
    """
    head, *rows = text.split("\n")
    if head != HEAD or "" not in rows:
        raise _wrong("it does not begin as shorthand does")
    end = rows.index("")
    codes = dict(_entry(row) for row in rows[:end])
    return tuple(_briefs(rows[end + 1 :], codes))


def _line(brief: Brief) -> tuple[Token, ...]:
    """Who and words as they are written, without codes."""
    return (_who(brief), *map(_escaped, brief.words))


def _who(brief: Brief) -> str:
    hall = _SLASH + _escaped(brief.hall) if brief.hall else ""
    return _field(brief.who).replace(_SLASH, _escape(_SLASH)) + hall


def _written(
    briefs: Sequence[Brief],
    lines: Sequence[tuple[Token, ...]],
    codes: Mapping[Token, Sequence[Token]],
) -> Iterator[str]:
    before: tuple[Token, Token] = (_NONE, _NONE)
    for brief, line in zip(briefs, coded(lines, codes), strict=True):
        place, slash, rest = brief.id.partition(_SLASH)
        head = (_place(place) if slash else _NONE, _field(brief.day))
        if head != before:
            before = head
            yield " ".join([_PLACE, *head])
        yield " ".join([_field(rest if slash else brief.id), *line])


def _entry(row: str) -> tuple[Token, tuple[Token, ...]]:
    code, *words = row.split(" ")
    if not code or not words:
        raise _wrong(f"{row!r} is no row of a code table")
    return code, tuple(words)


def _briefs(rows: Sequence[str], codes: Mapping[Token, Sequence[Token]]) -> Iterator[Brief]:
    place, day = _NONE, _NONE
    for row in rows:
        first, *rest = row.split(" ")
        if first == _PLACE:
            if len(rest) != 2:
                raise _wrong(f"{row!r} is no place with a day")
            place, day = rest
            continue
        if not rest:
            raise _wrong(f"{row!r} is no line of it")
        who, *words = [token for part in rest for token in codes.get(part, (part,))]
        name, slash, hall = who.partition(_SLASH)
        if slash and not hall:
            raise _wrong(f"{who!r} names no hall")
        id = _read_field(first)
        if place != _NONE:
            id = f"{_read(place)}{_SLASH}{id}"
        yield Brief(id, _read_field(name), _read_field(day), _read(hall), tuple(map(_read, words)))


def _place(place: str) -> str:
    """A place, which may be empty or look like none."""
    return _escape(place) if place == _NONE else _escaped(place)


def _field(value: str) -> str:
    """A field that can be empty, so written that it is no sign of the notation."""
    if not value:
        return _NONE
    return _escape(value) if value in (_NONE, _PLACE) else _escaped(value)


def _read_field(written: str) -> str:
    return "" if written == _NONE else _read(written)


def _escaped(word: str) -> str:
    if not word:
        return "\\;"
    if word.isascii() and word.isprintable() and not {" ", "\\"} & {*word}:
        return word
    return "".join(_escape(char) if _is_unsafe(char) else char for char in word)


def _is_unsafe(char: str) -> bool:
    return char == "\\" or char.isspace() or unicodedata.category(char).startswith(_UNSEEN)


def _escape(char: str) -> str:
    return f"\\{ord(char):x};"


def _read(written: str) -> str:
    if "\\" not in written:
        return written
    if "\\" in _ESCAPE.sub("", written):
        raise _wrong(f"{written!r} has a broken escape")
    return _ESCAPE.sub(_char, written)


def _char(found: re.Match[str]) -> str:
    if not found[1]:
        return ""
    number = int(found[1], 16)
    if number > 0x10FFFF:
        raise _wrong(f"{found[0]!r} is no character")
    return chr(number)


def _wrong(what: str) -> InvalidInput:
    return InvalidInput(
        f"this shorthand cannot be read: {what}", "make it again with `camillo compress`"
    )
