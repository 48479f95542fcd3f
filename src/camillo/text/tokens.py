"""Index terms of a text: words of any script, identifiers whole and in parts, stem classes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from camillo.text.pieces import chunks, pieces
from camillo.text.stems import CLASS_MARK, stem_class
from camillo.text.stops import function_words

_CACHE_LIMIT = 40_000
_CACHED_LENGTH = 40


@dataclass(frozen=True, slots=True)
class Terms:
    """Index terms with their counts, and the text's length: its words without function words."""

    terms: Mapping[str, int]
    length: int


def index_terms(text: str, language: str | None) -> Terms:
    """What a text is found by; ``language`` as :func:`camillo.text.language.detect` gives it.

    >>> found = index_terms("She was running; he runs auth_token", "en")
    >>> found.terms["~run"], found.terms["running"], found.terms["auth_token"], found.length
    (2, 1, 1, 4)
    """
    known = _chunks_of(language)
    counts: dict[str, int] = {}
    length = 0
    for chunk in chunks(text):
        entry = known.get(chunk)
        if entry is None:
            entry = _chunk(chunk, language)
            if len(chunk) <= _CACHED_LENGTH:
                if len(known) >= _CACHE_LIMIT:
                    known.clear()
                known[chunk] = entry
        length += entry[1]
        for term in entry[0]:
            counts[term] = counts.get(term, 0) + 1
    return Terms(counts, length)


def merge(texts: Iterable[Terms]) -> Terms:
    """The terms of several texts together, as if they were one.

    >>> merge([Terms({"a": 1}, 1), Terms({"a": 2, "b": 1}, 2)])
    Terms(terms={'a': 3, 'b': 1}, length=3)
    """
    counts: dict[str, int] = {}
    length = 0
    for each in texts:
        length += each.length
        for term, count in each.terms.items():
            counts[term] = counts.get(term, 0) + count
    return Terms(counts, length)


@lru_cache(maxsize=64)
def _chunks_of(language: str | None) -> dict[str, tuple[tuple[str, ...], int]]:
    return {}


def _chunk(chunk: str, language: str | None) -> tuple[tuple[str, ...], int]:
    stops = function_words(language)
    terms: list[str] = []
    length = 0
    for kind, term in pieces(chunk):
        terms.append(term)
        if kind in ("word", "part"):
            kin = stem_class(term, language)
            if kin != term:
                terms.append(CLASS_MARK + kin)
        if kind in ("word", "part", "gram") and term not in stops:
            length += 1
    return tuple(terms), length
