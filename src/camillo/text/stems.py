"""Stem classes: the index term under which all inflections of a word are counted together.

A word whose class differs from its own form is indexed twice, as itself and as ``~class``. A word
that is its own class is indexed once. So the postings of the class ``run`` are those of ``run``
and ``~run`` added up, and an exact form can still be told apart. Classes of all languages share
one name space, so that a text whose language was misjudged is not out of reach.
"""

from functools import lru_cache
from typing import Any

from camillo.text.scripts import fold
from camillo.text.stops import function_words

CLASS_MARK = "~"

_SNOWBALL = {
    "ar": "arabic", "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "el": "greek",
    "en": "english", "es": "spanish", "et": "estonian", "eu": "basque", "fa": "persian",
    "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian",
    "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian", "nb": "norwegian",
    "ne": "nepali", "nl": "dutch", "no": "norwegian", "pl": "polish", "pt": "portuguese",
    "ro": "romanian", "ru": "russian", "sr": "serbian", "sv": "swedish", "ta": "tamil",
    "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
# Close relatives without an algorithm of their own.
_RELATIVE = {"sk": "cs", "uk": "ru", "bg": "ru", "ms": "id", "mr": "hi"}


@lru_cache(maxsize=64)
def _stemmer(language: str) -> Any:
    import Stemmer

    algorithm = _SNOWBALL.get(_RELATIVE.get(language, language))
    if algorithm is None or algorithm not in Stemmer.algorithms():
        return None
    return Stemmer.Stemmer(algorithm, 0)


@lru_cache(maxsize=50_000)
def stem_class(word: str, language: str | None) -> str:
    """The class of a casefolded word: its Snowball stem without accents; function words keep their form.

    >>> stem_class("running", "en"), stem_class("casas", "pt"), stem_class("having", "en")
    ('run', 'cas', 'having')
    """
    if language is None or word in function_words(language) or word.isdigit():
        return fold(word)
    stemmer = _stemmer(language)
    return fold(stemmer.stemWord(word)) if stemmer is not None else fold(word)
