"""Pieces: what one unbroken stretch of text is made of, whatever its language."""

import re
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from camillo.text.scripts import CLUSTER, KATAKANA, RUNS, WORD, normalise

#: Longer words are indexed by their beginning; the text itself tells the rest.
LONGEST = 64
_LONGEST_RUN = 8

_ASCII_CHUNK = re.compile(r"[A-Za-z0-9_]+(?:(?:://|[._\-/@:'\\])[A-Za-z0-9_]+)*(?:\+\+|#)?")
_CHUNK = re.compile(rf"{WORD}+(?:(?:://|[._\-/@:'\\]){WORD}+)*(?:\+\+|#)?")
_PLAIN = re.compile(r"[a-z]+|[A-Z][a-z]*|[A-Z]+|[0-9]+")
_SEGMENT = re.compile(r"://|[/@\\]|::")
_CONNECTOR = re.compile(r"[._\-:']+")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_IDENTIFIER = re.compile(r"[0-9_/@\\.]|::|\+\+|#")
_POSSESSIVE = re.compile(r"'[sS]$")


class Piece(NamedTuple):
    """One index term of a stretch: ``kind`` is ``word``, ``whole``, ``part``, ``gram``, ``run`` or ``last``.

    A ``whole`` is an identifier as written, a ``part`` a piece of it; a ``gram`` is two characters
    of a script without spaces, a ``run`` the stretch they come from, ``last`` its final character.
    """

    kind: str
    term: str


def chunks(text: str) -> list[str]:
    """Stretches of a text that are looked at alone: words, identifiers, runs of ideographs.

    >>> chunks("See src/app.py: it's at v2.3.1, C++")
    ['See', 'src/app.py', "it's", 'at', 'v2.3.1', 'C++']
    """
    if text.isascii():
        return _ASCII_CHUNK.findall(text)
    return _CHUNK.findall(normalise(text))


@lru_cache(maxsize=20_000)
def pieces(chunk: str) -> tuple[Piece, ...]:
    """The terms of one chunk, in the order of the text.

    >>> [piece.term for piece in pieces("getUserId")]
    ['getuserid', 'get', 'user', 'id']
    >>> [piece.term for piece in pieces("东京塔")]
    ['东京', '京塔', '塔', '东京塔']
    """
    if chunk.isascii():
        if _PLAIN.fullmatch(chunk):
            return (Piece("word", chunk.casefold()[:LONGEST]),)
        return tuple(_compound(chunk))
    found: list[Piece] = []
    for run in RUNS.finditer(chunk):
        text = run.group()
        if run.lastgroup == "cjk":
            found += _cjk(text)
        elif run.lastgroup == "hangul":
            found += [Piece("word", text[:LONGEST]), *_grams(list(text), short=3)]
        elif run.lastgroup == "unspaced":
            found += _grams(CLUSTER.findall(text), short=2) or [Piece("word", text)]
        else:
            found += _compound(text)
    return tuple(found)


def _cjk(run: str) -> list[Piece]:
    if len(run) == 1:
        return [Piece("word", run)]
    found = [*_grams(list(run), short=2), Piece("last", run[-1])]
    if 2 < len(run) <= _LONGEST_RUN:
        found.append(Piece("run", run))
    words = {word for word in KATAKANA.findall(run) if word != run or len(run) > _LONGEST_RUN}
    return found + [Piece("run", word[:LONGEST]) for word in sorted(words)]


def _grams(characters: list[str], short: int) -> list[Piece]:
    """Neighbouring characters in twos; none for a run shorter than ``short``."""
    if len(characters) < short:
        return []
    return [Piece("gram", a + b) for a, b in pairwise(characters)]


def _compound(chunk: str) -> list[Piece]:
    """An identifier whole, its segments, its parts; or the words that a hyphen or apostrophe joins."""
    chunk = _POSSESSIVE.sub("", chunk.strip("_.-/@:'\\"))
    words = [word for word in _words(chunk) if word]
    if not words:
        return []
    parts = [part for word in words for part in _camel(word)]
    whole = chunk.casefold()[:LONGEST]
    wholes = _wholes(chunk, words) if _IDENTIFIER.search(chunk) or len(parts) > len(words) else []
    if len(parts) == 1 and not [one for one in wholes if one != parts[0]]:
        return [Piece("word", parts[0])]
    kind = "part" if wholes else "word"
    found = [Piece("whole", one) for one in dict.fromkeys([whole, *wholes])] if wholes else []
    seen = {piece.term for piece in found}
    return found + [Piece(kind, part) for part in parts if part not in seen]


def _words(chunk: str) -> list[str]:
    return [
        _POSSESSIVE.sub("", word)[:LONGEST]
        for segment in _SEGMENT.split(chunk)
        for word in _CONNECTOR.split(_POSSESSIVE.sub("", segment))
    ]


def _wholes(chunk: str, words: list[str]) -> list[str]:
    """Segments of a path, URL or address that are names themselves, and camel-case words."""
    segments = [segment.strip("_.-:'") for segment in _SEGMENT.split(chunk)]
    named = [segment for segment in segments if _CONNECTOR.search(segment)]
    camels = [word for word in words if len(_camel(word)) > 1]
    versions = [one[1:] for one in (*segments, *words) if re.fullmatch(r"[vV]\d[\w.\-]*", one)]
    return [one.casefold()[:LONGEST] for one in (*named, *camels, *versions)]


@lru_cache(maxsize=5_000)
def _camel(word: str) -> tuple[str, ...]:
    """Parts of a camel-case word, and of letters with a number after three or more of them."""
    found = _CAMEL.findall(word) if word.isascii() else _by_case(word)
    if len(found) < 2 or "".join(found) != word:
        return (word.casefold(),)
    merged: list[str] = []
    for part in found:
        digit = bool(merged) and (part.isdigit() or merged[-1].isdigit())
        if digit and (len(merged[-1]) < 3 or not part.isdigit()):
            merged[-1] += part
        else:
            merged.append(part)
    return tuple(part.casefold() for part in merged)


def _by_case(word: str) -> list[str]:
    """Split before a capital that follows a small letter, in any script that has the two."""
    found = [word[:1]]
    for before, here in pairwise(word):
        if here.isupper() and before.islower():
            found.append(here)
        else:
            found[-1] += here
    return found
