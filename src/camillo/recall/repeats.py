"""Repeats: hits that say what another hit says already, folded into it with their origins."""

import math
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from camillo.domain.search import Memory
from camillo.domain.turn import DOCUMENT_ROLE
from camillo.ports.embedder import StaticEmbedder
from camillo.recall.catalogue import Catalogue
from camillo.text.sameness import ENOUGH, Known, Sameness, openings, sameness, shape, words

#: Cosines, estimated from sign bits, of texts that differ by a slip of the pen or an article: by the transformer
#: tier, and by the means of word vectors, which a word that falls to pieces moves further. Of twelve slips in
#: English sentences of 12 to 16 words eleven reach the first (the last .86), all the second (the least .73).
REFINED_BAR, STATIC_BAR = 0.90, 0.72


@dataclass(frozen=True, slots=True)
class Repeats:
    """Tells whether one text of a palace repeats another."""

    catalogue: Catalogue
    known: Known | None = None

    def of(self, first: Memory, row: int, second: Memory, other: int) -> Sameness | None:
        """How the second repeats the first, each given with its row; None where it says anything else.

        The same words fold wherever they lie. Near ones must lie in one room and hall, have one speaker, and
        be near by their vectors. What is wholly part of another folds into a file only: who quotes somebody in
        a conversation says something else.
        """
        if first.part != second.part:
            return None
        found = sameness(first.text, second.text, self.known)
        if found == "near":
            together = (first.wing, first.room, first.hall) == (
                second.wing,
                second.room,
                second.hall,
            )
            if not (together and _one_speaker(first, second) and self._are_near(row, other)):
                return None
        if found == "part" and (first.turn.role != DOCUMENT_ROLE or first.turn == second.turn):
            return None
        return found

    def _are_near(self, a: int, b: int) -> bool:
        catalogue = self.catalogue
        if catalogue.refined[a] and catalogue.refined[b]:
            return _cosine(catalogue.signs[a], catalogue.signs[b]) >= REFINED_BAR
        if catalogue.filled[a] and catalogue.filled[b]:
            return _cosine(catalogue.words[a], catalogue.words[b]) >= STATIC_BAR
        return False


class Shelf:
    """Texts by what all that repeat them have in common, so that few are compared.

    Whoever asks about a text gets every text that it could repeat, and next to none that it does not.
    """

    def __init__(self) -> None:
        self._like: dict[tuple[str, ...], list[int]] = defaultdict(list)
        self._opening: dict[tuple[str, ...], list[int]] = defaultdict(list)

    def put(self, number: int, memory: Memory) -> None:
        """Lay a text down under a number; a text that grew is laid down again under its own."""
        self._like[shape(memory.text)].append(number)
        if memory.turn.role == DOCUMENT_ROLE:
            for opening in openings(memory.text):
                self._opening[opening].append(number)

    def near(self, memory: Memory) -> list[int]:
        """The numbers of texts that this one may repeat, ascending."""
        told = words(memory.text)
        if len(told) < ENOUGH:
            return []
        found = {*self._like.get(shape(memory.text), ()), *self._opening.get(told[:ENOUGH], ())}
        return sorted(found)


def known_by(static: StaticEmbedder | None) -> Known | None:
    """What tells words from slips: a word that people write is one piece in the table of word pieces."""
    if static is None:
        return None

    @lru_cache(maxsize=10_000)
    def is_known(word: str) -> bool:
        return len(static.cut([word])[0].ids) == 1

    return is_known


def _cosine(a: NDArray[np.uint64], b: NDArray[np.uint64]) -> float:
    """The cosine that the differing sign bits of two texts speak for."""
    return math.cos(math.pi * int(np.bitwise_count(a ^ b).sum()) / (64 * len(a)))


def _one_speaker(a: Memory, b: Memory) -> bool:
    one, other = a.turn.speaker.casefold(), b.turn.speaker.casefold()
    return one == other or not (one and other)
