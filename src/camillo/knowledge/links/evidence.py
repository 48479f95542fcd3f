"""What speaks for a drawer telling a clause: the words they share, weighed by rarity, and likeness of meaning."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from camillo.knowledge.links.shelf import ROWS, WORDS, Shelf
from camillo.ports.rows import Postings
from camillo.text.groups import TermGroup

MASK = NDArray[np.bool_]
#: So many candidates by words, and as many by meaning, are looked at closely.
CANDIDATES = 12
#: A word that nobody has said before is another way of saying something, or something else.
_UNSAID = 0.5
#: The weight of a word in another inflection, and what the very form adds.
_INFLECTED, _FORM = 0.85, 0.15
#: The weight of a word that only begins alike, with so many characters at the least.
_KIN, _KIN_PREFIX = 0.6, 5
_UNSPACED = 0x2E80
_BITS = 384
#: The spread that 384 sign bits add by themselves, and the least that is believed.
_NOISE, _LEAST_SPREAD = 0.08, 0.07
#: What is assumed where there are too few drawers to tell.
_FEW, _MEAN, _SPREAD = 40, 0.07, 0.09


@dataclass(frozen=True, slots=True)
class Meaning:
    """A clause's vector as a scan and as exact cosines need it.

    ``words`` [n, 6] are the signs of all drawers, valid where ``mask``, and ``bits`` [6] the clause's.
    ``cosines`` gives those of drawers by number; drawers without a vector are left out.
    """

    words: WORDS
    mask: MASK
    bits: WORDS
    cosines: Callable[[Sequence[int]], dict[int, float]]


class Understand(Protocol):
    """How clauses and whole drawers are compared with others by meaning; None where nothing is known of it."""

    def clause(self, text: str) -> Meaning | None:
        """The meaning of some words."""
        ...

    def drawer(self, row: int) -> Meaning | None:
        """The meaning of a drawer on the shelf."""
        ...


@dataclass(frozen=True, slots=True)
class Usual:
    """Mean and spread of a clause's cosines with earlier drawers."""

    mean: float = _MEAN
    spread: float = _SPREAD

    def above(self, cosine: float) -> float:
        """By how many spreads a cosine stands above the mean.

        >>> round(Usual(0.1, 0.1).above(0.5), 2)
        4.0
        """
        return (cosine - self.mean) / self.spread


@dataclass(frozen=True, slots=True)
class Shared:
    """Rows that have any of a clause's words, the share of its weight that they have, weights by group."""

    rows: ROWS
    share: NDArray[np.float64]
    weights: tuple[float, ...]


def kin_of(word: str) -> tuple[str, str] | None:
    """The half-open range of index terms that begin like a long word: "streikt" is kin to "streik".

    >>> kin_of("streikt"), kin_of("rain")
    (('strei', 'strej'), None)
    """
    length = max(_KIN_PREFIX, len(word) * 3 // 4)
    if len(word) <= length or not word.isalpha() or ord(word[0]) >= _UNSPACED:
        return None
    prefix = word[:length]
    return prefix, prefix[:-1] + chr(ord(prefix[-1]) + 1)


def by_words(
    groups: Sequence[TermGroup],
    shelf: Shelf,
    postings: Mapping[str, Postings],
    allowed: MASK,
    akin: Mapping[str, Sequence[str]],
) -> Shared:
    """The allowed rows that share words with a clause; a word weighs by its rarity among these rows.

    ``akin`` has terms that stand for a word which none of these rows has itself.
    """
    total = int(allowed.sum())
    held, weights = [], []
    for group in groups:
        exact = _rows_of(group.alternatives[0], shelf, postings, allowed)
        others = [_rows_of(each, shelf, postings, allowed) for each in group.alternatives[1:]]
        every = np.unique(np.concatenate([exact, *others]))
        kin = np.empty(0, np.intp)
        if not len(every) and group.word in akin:
            kin = every = _rows_of(akin[group.word], shelf, postings, allowed)
        rarity = float(np.log1p((total - len(every) + 0.5) / (len(every) + 0.5)))
        weights.append(rarity * group.weight * (1.0 if len(every) else _UNSAID))
        held.append((exact, every, _KIN if len(kin) else _INFLECTED))
    rows = np.unique(np.concatenate([every for _, every, _ in held])) if held else _NONE
    share = np.zeros(len(rows))
    for (exact, every, part), weight in zip(held, weights, strict=True):
        share[np.searchsorted(rows, every)] += weight * part
        share[np.searchsorted(rows, exact)] += weight * _FORM
    whole = sum(weights)
    return Shared(rows, share / whole if whole else share, tuple(weights))


_NONE: ROWS = np.empty(0, np.intp)


def _rows_of(
    terms: Sequence[str], shelf: Shelf, postings: Mapping[str, Postings], allowed: MASK
) -> ROWS:
    found = [shelf.find(postings[term].drawer) for term in terms if term in postings]
    if not found:
        return _NONE
    rows = np.unique(np.concatenate(found))
    result: ROWS = rows[allowed[rows]]
    return result


def candidates(
    shared: Shared, meaning: Meaning | None, allowed: MASK, keys: WORDS
) -> tuple[ROWS, Usual]:
    """The rows to look at closely, and how near earlier rows usually are to the clause."""
    best = shared.rows[np.lexsort((keys[shared.rows], -shared.share))[:CANDIDATES]]
    if meaning is None:
        return best, Usual()
    asked = np.flatnonzero(allowed & meaning.mask)
    off = np.bitwise_count(meaning.words[asked] ^ meaning.bits).sum(1, dtype=np.int64)
    near = asked[np.lexsort((keys[asked], off))[:CANDIDATES]]
    return np.unique(np.concatenate([best, near])), usual_of(off)


def usual(meaning: Meaning, allowed: MASK) -> Usual:
    """How near the allowed rows usually are to a meaning."""
    asked = np.flatnonzero(allowed & meaning.mask)
    return usual_of(np.bitwise_count(meaning.words[asked] ^ meaning.bits).sum(1, dtype=np.int64))


def usual_of(off: NDArray[np.int64]) -> Usual:
    """Told from differing sign bits, without the noise that these add themselves."""
    if len(off) < _FEW:
        return Usual()
    cosines = np.cos(np.pi * off / _BITS)
    spread = max(float(cosines.var()) - _NOISE**2, _LEAST_SPREAD**2) ** 0.5
    return Usual(float(cosines.mean()), spread)
