"""How much two neighbouring characters tell in a question written without spaces."""

from collections.abc import Set
from functools import lru_cache
from itertools import pairwise

#: Both characters inside one function word; both inside two; one of the two.
_WITHIN, _BETWEEN, _BESIDE = 0.0, 0.3, 0.7


def gram_weights(text: str, stops: Set[str]) -> dict[str, float]:
    """Weights below 1 of the two-character terms of a question that touch its function words.

    Function words are found from the left, the longest first; a term that also stands free of
    them keeps its full weight.

    >>> weights = gram_weights("为什么换数据库", frozenset({"为什么", "什么"}))
    >>> weights["什么"], weights["么换"], "数据" in weights
    (0.0, 0.7, False)
    """
    words = _by_length(frozenset(stops))
    owner: list[int] = []
    while len(owner) < len(text):
        at = len(owner)
        size = next((n for n, listed in words if text[at : at + n] in listed), 0)
        owner += [at + 1] * size if size else [0]
    found: dict[str, float] = {}
    for (a, b), (first, second) in zip(pairwise(text), pairwise(owner), strict=True):
        weight = _weight(first, second)
        found[a + b] = max(weight, found.get(a + b, 0.0))
    return {gram: weight for gram, weight in found.items() if weight < 1.0}


def _weight(first: int, second: int) -> float:
    if first and second:
        return _WITHIN if first == second else _BETWEEN
    return _BESIDE if first or second else 1.0


@lru_cache(maxsize=16)
def _by_length(stops: frozenset[str]) -> tuple[tuple[int, frozenset[str]], ...]:
    """Function words of unspaced scripts by length, the longest first."""
    listed = [word for word in stops if word and ord(word[0]) >= 0x0E00]
    lengths = sorted({len(word) for word in listed}, reverse=True)
    return tuple((n, frozenset(word for word in listed if len(word) == n)) for n in lengths)
