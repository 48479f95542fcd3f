"""Names by their capitals: runs of capitalised words, and how much speaks for them."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from camillo.knowledge.entities.cues import (
    NOUNS_CAPITALISED,
    PARTICLES,
    PERSON_TITLES,
    last_words,
    plain,
)
from camillo.knowledge.entities.sighting import Sighting

_MOST_WORDS = 6
_LONGEST_ACRONYM = 5
_SMALL = frozenset(PARTICLES)
#: A capital after one of these (and a space) stands inside a sentence.
_INSIDE = frozenset(",&")


@lru_cache(maxsize=2)
def _pattern(ascii_only: bool) -> re.Pattern[str]:
    """Runs of capitalised words with small words between; contractions and possessives end one."""
    upper = "A-Z" if ascii_only else _capitals()
    rest = r"[\w\u0300-\u036f-]"
    word = (
        rf"(?:[{upper}]['’][{upper}]{rest}*\w|[{upper}]{rest}*\w(?![\w-])|[{upper}]\.(?=[ ]?[{upper}]))"
        r"(?!['’](?:t|m|ll|re|ve|d)\b)"
    )
    title = r"(?:(?:Mr|Mrs|Ms|Dr|Prof|St|Mt|Sr|Sra)\. )?"
    small = "|".join(PARTICLES)
    return re.compile(
        rf"(?<![\w'’@#/\\.$-]){title}{word}(?:(?: (?:{small})){{0,2}} ?(?<![\w]){word})*"
    )


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
        start = match.start()
        inside = (
            start > 1
            and text[start - 1] == " "
            and (text[start - 2].isalnum() or text[start - 2] in _INSIDE)
        )
        if " " in run:
            yield from _parted(run.split(" "), inside, weak, common)
        elif run.casefold() not in common:
            yield _single(run, inside, weak)


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
        small = part and low in _SMALL
        if low in PERSON_TITLES and not part:
            titled = True
        elif low in common and not small:
            yield from _named(part, inside or at > len(part), weak, titled)
            part, titled = [], False
        else:
            part.append(word)
    yield from _named(part, inside or len(words) > len(part), weak, titled)


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
        kinds = last_words()
        kind = kinds.get(part[-1].casefold()) or kinds.get(part[0].casefold()) or "name"
        yield Sighting(name, kind, True)
