"""Which language a text is in, told by its script and its function words."""

import re
from collections.abc import Iterable
from functools import lru_cache

from camillo.text.function_words import FUNCTION_WORDS
from camillo.text.scripts import WORD, normalise

_WORDS = re.compile(f"{WORD}+")
#: How many words are looked at; more do not change the answer.
_SAMPLE = 4_000
_ENOUGH = 0.9
_LEAD = 1.25

_SCRIPTS = (
    ("ja", re.compile("[\u3041-\u30ff]")),
    ("zh", re.compile("[\u3400-\u4dbf\u4e00-\u9fff]")),
    ("ko", re.compile("[\uac00-\ud7a3]")),
    ("th", re.compile("[\u0e01-\u0e4e]")),
    ("he", re.compile("[\u05d0-\u05ea]")),
    ("el", re.compile("[\u0370-\u03ff\u1f00-\u1fff]")),
    ("ta", re.compile("[\u0b80-\u0bff]")),
    ("gu", re.compile("[\u0a80-\u0aff]")),
    ("hy", re.compile("[\u0531-\u058f]")),
)
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")
# Scripts that several languages share: the first is assumed where no function word tells.
_SHARED = (
    (re.compile("[\u0400-\u04ff]"), ("ru", "uk", "bg", "sr"), "ru"),
    (re.compile("[\u0600-\u06ff]"), ("ar", "fa", "ur"), "ar"),
    (re.compile("[\u0900-\u097f]"), ("hi", "ne", "mr"), "hi"),
)
_NOT_LATIN = frozenset(
    {"zh", "ja", "ko", "ru", "uk", "bg", "sr", "ar", "fa", "ur", "he", "hi", "el"}
)


def detect(text: str, hint: str | None = None) -> str | None:
    """The language of a text as an ISO 639-1 code; the hint where the text does not tell.

    Cheap, and right for most texts of eight words and more. A script of one language decides at
    once; Latin, Cyrillic and Arabic letters are told apart by function words. Pass the language
    of the whole conversation as ``hint`` for its short turns.

    >>> detect("Where did we put the keys of the old house?")
    'en'
    >>> detect("Onde é que nós deixámos as chaves da casa?"), detect("为什么我们换成了它"), detect("ok")
    ('pt', 'zh', None)
    """
    text = normalise(text[:_SAMPLE])
    if text.isascii():
        return _by_function_words(text, _latin_languages(), hint)
    letters = len(_LATIN.findall(text))
    shares = [(len(found.findall(text)), language) for language, found in _SCRIPTS]
    kana, han = shares[0][0], shares[1][0]
    if kana and kana * 20 >= han and (kana + han) * 3 >= letters:
        return "ja"
    best, language = max(shares)
    shared, candidates, usual = max((len(found.findall(text)), c, u) for found, c, u in _SHARED)
    # A letter outside Latin counts threefold, since names and code in Latin are common in any text.
    if max(best, shared) * 3 >= letters and max(best, shared) > 0:
        return language if best >= shared else _by_function_words(text, candidates, usual)
    return _by_function_words(text, _latin_languages(), hint)


@lru_cache(maxsize=1)
def _latin_languages() -> tuple[str, ...]:
    return tuple(language for language in FUNCTION_WORDS if language not in _NOT_LATIN)


@lru_cache(maxsize=1)
def _votes() -> dict[str, dict[str, float]]:
    """Each function word's languages; a word of several languages counts less for each."""
    votes: dict[str, dict[str, float]] = {}
    for language, words in FUNCTION_WORDS.items():
        for word in set(words.split()):
            votes.setdefault(word, {})[language] = 1.0
    return {
        word: dict.fromkeys(languages, len(languages) ** -0.5) for word, languages in votes.items()
    }


def _by_function_words(text: str, candidates: Iterable[str], hint: str | None) -> str | None:
    votes = _votes()
    scores: dict[str, float] = {}
    for word in _WORDS.findall(text.casefold()):
        for language, weight in votes.get(word, {}).items():
            scores[language] = scores.get(language, 0.0) + weight
    ranked = sorted(((scores.get(one, 0.0), one) for one in candidates), reverse=True)
    best, language = ranked[0]
    second = ranked[1][0] if len(ranked) > 1 else 0.0
    # The hint needs less evidence than a change of language inside a conversation.
    if hint is not None and language != hint and best < 2.0 * (scores.get(hint, 0.0) + 0.6):
        return hint
    return language if best >= _ENOUGH and best >= _LEAD * second else hint
