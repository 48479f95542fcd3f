"""A question as a row of words of time, each with its kind, so that patterns over kinds match dates."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from camillo.text.times.interval import FIRST_YEAR, LAST_YEAR, Expression
from camillo.text.times.words import LONGEST_ENTRY, Word, lexicon

#: A word of no meaning here, a comma, the end of a clause, a year, the number of a quarter, a decade.
OTHER, COMMA, STOP, YEAR, QUARTER, DECADE = [".", ",", "!", "Y", "Q", "C"]
#: A date read by other means.
FIGURES = "#"
#: Small words that may lie between the parts of a date.
FILLERS = "oe,"
_SIGHT = re.compile(
    r"(?<![A-Za-z0-9_./:@#$€£+%])(?:"
    r"(?P<decade>(?:1[89]|20)?\d0)(?:'?s|er)\b"
    r"|[Qq](?P<quarter>[1-4])\b|(?P<before>[1-4])[Qq]\b"
    r"|(?P<number>\d{1,4})(?P<ordinal>st|nd|rd|th|er|ère|ème|e|º|ª|°|\.(?=\s+[^\W\d_]))?"
    r"(?![\w%°]|[./:]\d|,\d{3}(?!\d)|-\d{1,2}-\d))"
    r"|(?P<word>[^\W\d_]+)|(?P<comma>,)|(?P<stop>[.!?;:()\n，。？！])|(?P<dash>[-–—])"
)
_LARGEST = 999
_JOINTS = ("", "-", "'", "’")


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number or mark of the question, at ``start:end``."""

    kind: str
    value: str
    start: int
    end: int
    written: str
    doubtful: bool = False


def tokens(text: str, languages: Sequence[str], figures: Sequence[Expression] = ()) -> list[Token]:
    """The words of a question with their kinds, neighbouring words read together where they mean one thing.

    ``figures`` are dates found in the text by other means, in order; each is one token, its value
    the number of the date.

    >>> "".join(token.kind for token in tokens("What did we do on 8th May, 2023?", ["en"]))
    '...oiOM,Y!'
    """
    known = lexicon(tuple(languages))
    found: list[Token] = []
    at = 0
    for number, one in enumerate(figures):
        found += _words(text, at, one.start)
        found.append(Token(FIGURES, str(number), one.start, one.end, one.text))
        at = one.end
    found += _words(text, at, len(text))
    read: list[Token] = []
    at = 0
    while at < len(found):
        size, word = _entry(found, at, text, known)
        first, last = found[at], found[at + size - 1]
        if word is not None:
            written = text[first.start : last.end]
            doubtful = word.doubtful
            first = Token(word.kind, word.value, first.start, last.end, written, doubtful)
        read.append(first)
        at += size
    return read


def _words(text: str, start: int, end: int) -> list[Token]:
    found = (_token(match, text) for match in _SIGHT.finditer(text, start, end))
    return [token for token in found if token is not None]


def _entry(
    found: Sequence[Token], at: int, text: str, known: dict[str, Word]
) -> tuple[int, Word | None]:
    """The longest entry of the lexicon that begins here, and how many tokens it has."""
    if found[at].kind != OTHER:
        return 1, None
    keys: list[str] = []
    for token in found[at : at + LONGEST_ENTRY + 1]:
        joined = not keys or text[found[at + len(keys) - 1].end : token.start].strip() in _JOINTS
        if token.kind != OTHER or not joined:
            break
        keys.append(token.value)
    for size in range(len(keys), 0, -1):
        word = known.get(" ".join(keys[:size]))
        if word is not None:
            return size, word
    return 1, None


def _token(match: re.Match[str], text: str) -> Token | None:
    kind, value = _read(match, text)
    if not kind:
        return None
    return Token(kind, value, match.start(), match.end(), match.group())


def _read(match: re.Match[str], text: str) -> tuple[str, str]:
    group = match.lastgroup if match.lastgroup != "ordinal" else "number"
    if group == "word":
        return OTHER, match.group().casefold()
    if group == "number":
        return _number(int(match["number"]), match["ordinal"] is not None)
    if group in ("quarter", "before"):
        return QUARTER, match[group]
    if group == "decade":
        return DECADE, match["decade"]
    if group == "dash":
        return ("&", "") if _parts(text, match.start(), match.end()) else ("", "")
    return (COMMA if group == "comma" else STOP), ""


def _number(value: int, ordinal: bool) -> tuple[str, str]:
    if FIRST_YEAR <= value <= LAST_YEAR:
        return YEAR, str(value)
    if not 0 < value <= _LARGEST:
        return OTHER, str(value)
    return ("O" if ordinal else "N"), str(value)


def _parts(text: str, start: int, end: int) -> bool:
    """Whether a dash stands between two dates rather than inside a word."""
    before, after = text[start - 1 : start], text[end : end + 1]
    return (before.isdigit() and after.isdigit()) or (before == after == " ")


@lru_cache(maxsize=256)
def pattern(written: str) -> re.Pattern[str]:
    """A pattern over kinds; ``_`` stands for the small words that may lie between its parts."""
    return re.compile(written.replace("_", f"[{FILLERS}]*"))
