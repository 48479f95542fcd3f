"""Which names stand for something: noise is worse than absence."""

from collections.abc import Callable, Mapping
from functools import lru_cache

from camillo.text.scripts import fold, is_unspaced
from camillo.text.tokens import index_terms

#: So many drawers must surely name an entity before it is listed.
LEAST = 2
#: Of the drawers that have a word at all, this share has it as a name, or it is a word of the language.
_SHARE = 0.2
#: "Woah Ana" is no name where "Ana" is one so many times as often and "Woah" none.
_OUTWEIGHED = 10


@lru_cache(maxsize=50_000)
def plain_term(key: str) -> str:
    """The index term of a key that is one word of a script with spaces, empty for any other key.

    >>> plain_term("caroline"), plain_term("ada lovelace"), plain_term("三体")
    ('caroline', '', '')
    """
    if " " in key or not key.isalpha() or is_unspaced(key):
        return ""
    terms = index_terms(key, None).terms
    return key if key in terms else fold(key)


def is_established(
    key: str, counts: Mapping[str, int], words: Callable[[str], int], least: int = LEAST
) -> bool:
    """Whether enough speaks for a name: drawers that surely name it, and that it is no everyday word.

    ``counts`` are drawers by key, ``words`` gives how many drawers have an index term in any sense.

    >>> counts = {"hope": 3, "ana": 30, "woah ana": 2, "ana kova": 2}
    >>> [is_established(key, counts, {"hope": 90, "ana": 50, "woah": 9}.__getitem__) for key in counts]
    [False, True, False, True]
    """
    count = counts.get(key, 0)
    if count < least:
        return False
    term = plain_term(key)
    if term:
        return count >= _SHARE * words(term)
    first, _, rest = key.partition(" ")
    outweighed = counts.get(rest, 0) >= _OUTWEIGHED * count and not counts.get(first, 0)
    return not outweighed or not plain_term(first)
