"""Function words per language: they are indexed, but a question does not ask for them."""

from functools import lru_cache

from camillo.text.function_words import FUNCTION_WORDS

# The lists that the package took from web corpora hold content words by the hundred ("computer",
# "research", "fire"); it names no quality, so length tells them. Two are wrongly encoded or of
# another age of the language.
_LONGEST_TRUSTED = 460
_UNUSABLE = frozenset({"tr", "el", "he"})


@lru_cache(maxsize=64)
def function_words(language: str | None) -> frozenset[str]:
    """Casefolded function and question words of a language, empty for one not known.

    >>> "why" in function_words("en"), "warum" in function_words("de"), function_words(None)
    (True, True, frozenset())
    """
    if language is None:
        return frozenset()
    words = set(FUNCTION_WORDS.get(language, "").split())
    words.update(_from_package(language))
    return frozenset(words)


def _from_package(language: str) -> set[str]:
    import stop_words

    if language in _UNUSABLE or language not in stop_words.LANGUAGE_MAPPING:
        return set()
    listed = stop_words.get_stop_words(language)
    if len(listed) > _LONGEST_TRUSTED:
        return set()
    parts = (part for entry in listed for part in entry.casefold().replace("’", "'").split("'"))
    return {part for part in parts if part.isalpha()}


@lru_cache(maxsize=1)
def all_function_words() -> frozenset[str]:
    """The commonest function words of every listed language together.

    Only the short lists: the longer ones hold words that carry content in other languages.
    """
    return frozenset(word for words in FUNCTION_WORDS.values() for word in words.split())
