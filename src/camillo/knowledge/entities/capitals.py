"""Names by their capitals: runs of capitalised words, and how much speaks for them."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from camillo.knowledge.entities.cues import (
    ENDINGS,
    JOINING_NOUNS,
    NOUNS_CAPITALISED,
    OPENING_NAMES,
    PARTICLES,
    PERSON_TITLES,
    kind_of,
    plain,
)
from camillo.knowledge.entities.sighting import Sighting

_MOST_WORDS = 6
_LONGEST_ACRONYM = 5
_LABEL, _UNIT = 2, 3
_SMALL = frozenset(PARTICLES)
_JOINING = _SMALL | frozenset(ENDINGS.split())
#: A capital after one of these (and a space) stands inside a sentence.
_INSIDE = frozenset(",&")
#: Letters, digits and marks of the scripts that have capitals, as the inside of a character class.
_LETTERS = (
    "0-9A-Za-z_\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u058f\u10a0-\u10ff\u13a0-\u13ff\u1c80-\u1fff\u2c00-\u2dff"
    "\ua640-\ua7ff\uab30-\uabbf"
)


@lru_cache(maxsize=2)
def run_pattern(ascii_only: bool) -> str:
    """An expression for a run of capitalised words; contractions and possessives end one."""
    upper, letter = ("A-Z", "A-Za-z0-9_") if ascii_only else (_capitals(), _LETTERS)
    rest = rf"[{letter}-]"
    word = (
        rf"(?:[{upper}]['’][{upper}]{rest}*[{letter}]|[{upper}]{rest}*[{letter}](?!{rest})"
        rf"|[{upper}]\.(?=[ ]?[{upper}]))"
        r"(?!['’](?:t|m|ll|re|ve|d)\b)"
    )
    title = r"(?:(?:Mr|Mrs|Ms|Dr|Prof|St|Mt|Sr|Sra)\. )?"
    small = "|".join(PARTICLES)
    return (
        rf"(?<![{letter}'’@#/\\.$-]){title}{word}"
        rf"(?:(?: (?:{small})){{0,2}} ?(?<![{letter}]){word})*"
    )


@lru_cache(maxsize=2)
def _pattern(ascii_only: bool) -> re.Pattern[str]:
    return re.compile(run_pattern(ascii_only))


def _capitals() -> str:
    """Upper-case letters of every script, as the inside of a character class."""
    spans: list[list[int]] = []
    for code in range(0x10000):
        if chr(code).isupper():
            if spans and spans[-1][1] == code - 1:
                spans[-1][1] = code
            else:
                spans.append([code, code])
    return "".join(f"{chr(low)}-{chr(high)}" for low, high in spans)


def capitalised(text: str, language: str) -> Iterator[Sighting]:
    """The names among the capitalised runs of a text.

    >>> [(one.name, one.sure) for one in capitalised("Hey Mel, did Ana Kova call? Paris it is.", "en")]
    [('Mel', True), ('Ana Kova', True), ('Paris', False)]
    """
    common = plain(language)
    weak = language in NOUNS_CAPITALISED
    for match in _pattern(text.isascii()).finditer(text):
        run = match.group()
        inside = _is_inside(text, match.start())
        if " " in run:
            yield from _parted(run.split(" "), inside, weak, common)
        elif run.casefold() not in common:
            yield _single(run, inside and not _is_label(run, text, match.start()), weak)


def _is_label(word: str, text: str, start: int) -> bool:
    """Whether a short word is a unit or a label: after a number, or two letters beside an ideograph."""
    before = text[max(0, start - 2) : start]
    if word.isupper() and len(word) <= _UNIT and before[:1].isdigit():
        return True
    return len(word) <= _LABEL and before[-1:] > " "


def _is_inside(text: str, start: int) -> bool:
    """Whether a word that begins here does not open a sentence, a quotation or a list."""
    if start < 2:
        return start == 1 and text[0] > "\u2e80" and text[0].isalnum()
    before = text[start - 1]
    if before == " ":
        return text[start - 2].isalnum() or text[start - 2] in _INSIDE
    # Scripts without spaces need none before a foreign name.
    return before > "\u2e80" and before.isalnum()


def _single(word: str, inside: bool, weak: bool) -> Sighting:
    upper = word.isupper()
    if len(word) > 2 and not upper and not word[1:].islower() and _humped(word):
        return Sighting(word, "name", True)
    sure = inside and not weak and not (upper and len(word) > _LONGEST_ACRONYM)
    return Sighting(word, "name", sure)


def _humped(word: str) -> bool:
    """Whether a word has a capital after a small letter, as GraphQL has."""
    return "-" not in word and any(a.islower() and b.isupper() for a, b in pairwise(word))


def _parted(
    words: list[str], inside: bool, weak: bool, common: frozenset[str]
) -> Iterator[Sighting]:
    """A run, parted at words that are no names by themselves."""
    part: list[str] = []
    titled = False
    for at, word in enumerate(words):
        low = word.casefold().rstrip(".")
        joins = _joins(part, low) if part else inside and not at and low in OPENING_NAMES
        parts = weak and word.islower() and low not in JOINING_NOUNS
        if (
            low in PERSON_TITLES
            and not part
            and words[at + 1 : at + 2]
            and not words[at + 1].islower()
        ):
            titled = True
        elif parts or (low in common and not joins):
            yield from _named(part, inside or at > len(part), weak, titled)
            part, titled = [], False
        else:
            part.append(word)
    yield from _named(part, inside or len(words) > len(part), weak, titled)


def _joins(part: list[str], low: str) -> bool:
    """Whether an everyday word goes on with a name: "Rio de Janeiro", "Acme Ltd"."""
    return low in _JOINING or part[-1].casefold() in _SMALL


def _named(part: list[str], inside: bool, weak: bool, titled: bool) -> Iterator[Sighting]:
    while part and (part[-1].casefold() in _SMALL):
        part = part[:-1]
    if not part or len(part) > _MOST_WORDS:
        return
    name = " ".join(part)
    if titled:
        yield Sighting(name, "person", True)
    elif len(part) == 1:
        yield _single(name, inside, weak)
    elif not name.isupper():
        yield Sighting(name, kind_of(part), True)
