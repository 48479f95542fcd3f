"""What a remembered passage is worth telling unasked: evidence for its kind, and how much it says."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import log

from camillo.distill.sentences import sentences
from camillo.domain.search import Memory
from camillo.text.tokens import index_terms

#: Pairs of a kind of memory and the weight with which a text speaks for it.
Evidence = Callable[[str], Iterable[tuple[str, float]]]

#: Kinds that a new session should know, by how long such a thing holds.
KINDS: Mapping[str, float] = {
    "decision": 1.0,
    "preference": 0.9,
    "insight": 0.8,
    "discovery": 0.8,
    "advice": 0.6,
}
#: So much evidence makes half of full confidence: what files a text in a hall.
_ENOUGH = 1.5
#: So many words that nothing else says make half of full substance.
_SUBSTANCE = 4.0
#: Of a sentence that says nothing of its own, so much remains.
_LEAST_SUBSTANCE = 0.1
#: What an assistant says of preferences is seldom its owner's.
_HEARSAY = 0.5
#: A hall that the words alone would not give was told by somebody, who knew.
_TOLD = 0.8


@dataclass(frozen=True, slots=True)
class Worth:
    """A passage with its importance, from 0 to 1, and its best sentence.

    ``terms`` are the index terms of the passage's best sentence, by which duplicates are known.
    """

    memory: Memory
    importance: float
    spans: tuple[tuple[int, int], ...]
    best: int
    terms: frozenset[str]


class Judge:
    """Judges passages against each other: a word that many of them share says little.

    ``evidence`` tells kinds in a text, ``hall`` the hall that a text's words alone would give.
    """

    def __init__(
        self, evidence: Evidence, hall: Callable[[str], str], passages: Iterable[Memory]
    ) -> None:
        self._evidence = evidence
        self._hall = hall
        shared: Counter[str] = Counter()
        self._passages = 0
        for memory in passages:
            shared.update(index_terms(memory.text, None).terms.keys())
            self._passages += 1
        self._shared = shared

    def worth(self, memory: Memory, *, whole: bool = False) -> Worth:
        """Judge one passage; ``whole`` says that it is all of its turn."""
        text = memory.text
        spans = sentences(text)
        if not spans:
            return Worth(memory, 0.0, (), 0, frozenset())
        told = _TOLD if whole and self._hall(text) != memory.hall else 0.0
        found = [self._sentence(text[start:end], memory, told) for start, end in spans]
        best = max(range(len(found)), key=lambda at: (found[at][0], -at))
        return Worth(memory, found[best][0], tuple(spans), best, found[best][1])

    def substance(self, memory: Memory) -> Worth:
        """Judge a passage by nothing but how much it says that others do not."""
        text = memory.text
        spans = sentences(text)
        if not spans:
            return Worth(memory, 0.0, (), 0, frozenset())
        found = [index_terms(text[start:end], None).terms for start, end in spans]
        said = [self._substance(terms) for terms in found]
        best = max(range(len(said)), key=lambda at: (said[at], -at))
        return Worth(memory, said[best], tuple(spans), best, frozenset(found[best]))

    def _sentence(self, sentence: str, memory: Memory, told: float) -> tuple[float, frozenset[str]]:
        terms = index_terms(sentence, None).terms
        sure = max(told, self._confidence(sentence, memory))
        if sure == 0:
            return 0.0, frozenset(terms)
        substance = self._substance(terms)
        return sure * (_LEAST_SUBSTANCE + (1 - _LEAST_SUBSTANCE) * substance), frozenset(terms)

    def _confidence(self, sentence: str, memory: Memory) -> float:
        weights: Counter[str] = Counter()
        for kind, weight in self._evidence(sentence):
            weights[kind] += weight  # type: ignore[assignment]
        if memory.turn.role == "assistant" and "preference" in weights:
            weights["preference"] *= _HEARSAY  # type: ignore[assignment]
        best = max((weights[kind] * share for kind, share in KINDS.items()), default=0.0)
        total = sum(weights.values())
        return best / (best + _ENOUGH) * (best / total) ** 0.5 if best else 0.0

    def _substance(self, terms: Mapping[str, int]) -> float:
        most = log(self._passages + 1.5)
        own = sum(
            log((self._passages + 1) / (self._shared[term] + 0.5)) / most
            for term in terms
            if self._shared[term]
        )
        return own / (own + _SUBSTANCE) if own > 0 else 0.0
