"""Prose: what of a text can state something, sentence by sentence, word by word, with places."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

#: Longer ones are lists, logs or data.
LONGEST_SENTENCE = 800
_FENCED = re.compile(r"^[ \t]*(```|~~~)[^\n]*\n.*?(?:^[ \t]*\1|\Z)", re.M | re.S)
_SILENT = re.compile(r"^[ \t]*>[^\n]*|\[(?:image|photo|video|audio|file)[^\]\n]{0,300}\]", re.M)
_CODE_SIGNS = (";", "{", "}", "):", "=>", "$(")
_CODE_LINE = re.compile(r"^[^\n]*(?:[;{}]|\)\s*:|=>|\$\()[ \t]*$", re.M)
_END = re.compile(
    r"(?<=[.!?…])[\"'”’)\]*_]{0,3}[ \t]+(?=\S)|(?<=[。！？…])(?![。！？…!?”」』])|(?<=[!?])(?=[^\s\x00-\x7f])"
    r"|\n(?:[ \t]*\n)*"
)
_SHORTENED = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|Prof|St|Mt|vs|approx|Jr|Sr|Sra|Dra|Hr|Fr|bzw|ca|No|Nr|Inc|Ltd|Co|[A-Z])|e\.g|i\.e|z\.B"
    r"|\b\d{1,2})\.$"
)
_GOES_ON = re.compile(r"[ \t]*(?:[-*+•>|#]|\d{1,3}[.)]\s|[^\s:：]{1,30}[:：]\s)")
#: Groups of the token pattern that are no words.
_MARKS = frozenset(("mark", "tail"))
#: A line this long was wrapped rather than ended.
_WRAPPED = 60


class Token(NamedTuple):
    """A word, a quoted stretch or a mark at ``start:end`` of the text; ``low`` is what tables have."""

    word: str
    low: str
    start: int
    end: int
    quoted: bool = False
    is_word: bool = True


def blanked(text: str) -> str:
    r"""The text with what nobody states put as spaces: code, quoted lines, captions; the length stays.

    >>> blanked("a\n> b\n[image: c] d")
    'a\n   \n           d'
    """
    if "`" in text or "~~~" in text:
        text = _FENCED.sub(_spaces, text)
    if ">" in text or "[" in text:
        text = _SILENT.sub(_spaces, text)
    if any(sign in text for sign in _CODE_SIGNS):
        text = _CODE_LINE.sub(_spaces, text)
    return text


def _spaces(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())


def sentences(text: str, sights: Sequence[int] | None = None) -> Iterator[tuple[int, int]]:
    """Where the sentences of a text begin and end, a wrapped line going on in the next.

    With ``sights``, ascending places, only those that hold one. Too long ones are left out.

    >>> text = "Dr. Kay left. We stay! Why?"
    >>> [text[start:end] for start, end in sentences(text)]
    ['Dr. Kay left.', 'We stay!', 'Why?']
    >>> [text[start:end] for start, end in sentences(text, [16])]
    ['We stay!']
    """
    start = 0
    waiting = iter(sights) if sights is not None else None
    sight = next(waiting, len(text)) if waiting is not None else 0
    for end in _ends(text):
        if waiting is None or sight < end:
            yield from _stripped(text, start, end)
        while waiting is not None and sight < end:
            sight = next(waiting, len(text))
        start = end


def _ends(text: str) -> Iterator[int]:
    start = 0
    for match in _END.finditer(text):
        if not _same_sentence(text, start, match):
            start = match.end()
            yield start
    yield len(text)


def _same_sentence(text: str, start: int, match: re.Match[str]) -> bool:
    if "\n" in match.group():
        line = match.start() - max(start, text.rfind("\n", start, match.start()) + 1)
        wrapped = line >= _WRAPPED and match.group().count("\n") == 1
        return wrapped and not _GOES_ON.match(text, match.end(), match.end() + 60)
    return bool(_SHORTENED.search(text, max(start, match.start() - 10), match.start()))


def _stripped(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    while start < end and text[start].isspace():
        start += 1
    while start < end and text[end - 1].isspace():
        end -= 1
    if 0 < end - start <= LONGEST_SENTENCE:
        yield start, end


@lru_cache(maxsize=16)
def _plain_pattern(language: str) -> re.Pattern[str]:
    """The same without groups, whose matches come in one call."""
    grouped = _token_pattern(language)
    return re.compile(re.sub(r"\?P<\w+>", "?:", grouped.pattern))


def written(text: str, start: int, end: int, language: str) -> list[str]:
    """The words and marks of a stretch of a text, without their places.

    >>> written("I don't, Ana.", 0, 13, "en")
    ['I', "don't", ',', 'Ana', '.']
    """
    pattern = _plain_pattern(language if language in ("en", "fr") else "")
    found = pattern.findall(text, start, end)
    return found if text.isascii() else [word.replace("’", "'") for word in found]


@lru_cache(maxsize=16)
def _token_pattern(language: str) -> re.Pattern[str]:
    apostrophe = {
        "en": r"|(?P<adverb>\b[Aa]ny more\b(?=[ ]*(?:[.,;:!?)]|$|(?:and|but|because|since|so|at|in|on|now|these)\b)))"
        r"|(?P<neg>[A-Za-z]{1,7}[nN]['’][tT]\b)|(?P<tail>['’](?:[smdSMD]|re|ve|ll|RE|VE|LL)\b)",
        "fr": r"|(?P<neg>\b(?:[cdjlmnstCDJLMNST]|[Qq]u|[Jj]usqu|[Ll]orsqu|[Pp]uisqu|[Qq]uelqu)['’])",
    }
    return re.compile(
        r"(?P<quoted>“[^”\n]{1,80}”|\"[^\"\n]{1,80}\"|«[^»\n]{1,80}»|„[^“”\n]{1,80}[“”]|`[^`\n]{1,60}`)"
        r"|(?P<address>https?://\S+)"
        + apostrophe.get(language, "")
        + r"|(?P<word>(?:[A-Z]\.)+(?=[ ]?[A-Z][\w.])|(?:Mr|Mrs|Ms|Dr|Prof|St|Mt)\.(?= [A-Z])"
        r"|[$€£]?\d+(?:[.,:/]\d+)*[\w%€]*|[^\W_][\w]*(?:[-.&/+#@]\w+|:[A-Z]\w*)*[+#]{0,2})"
        r"|(?P<mark>[^\w\s*_])"
    )


def tokenised(text: str, start: int, end: int, language: str) -> list[Token]:
    """The tokens of a stretch of a text; emphasis is passed over, a quoted stretch is one token.

    >>> text = "I don't use “Blue Heron”, it's old."
    >>> [one.low for one in tokenised(text, 0, len(text), "en")]
    ['i', "don't", 'use', 'blue heron', ',', 'it', "'s", 'old', '.']
    """
    found = []
    pattern = _token_pattern(language if language in ("en", "fr") else "")
    for match in pattern.finditer(text, start, end):
        word, kind = match.group(), match.lastgroup
        first, last = match.span()
        if kind == "quoted":
            first, last, word = first + 1, last - 1, word[1:-1]
        low = word.casefold()
        if kind == "adverb":
            low = low.replace(" ", "")
        if not low.isascii():
            low = unicodedata.normalize("NFC", low).replace("’", "'")
        found.append(Token(word, low, first, last, kind == "quoted", kind not in _MARKS))
    return found
