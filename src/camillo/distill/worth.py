"""What a remembered passage is worth telling unasked: evidence for its kind, and how much it says."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import exp, log

from camillo.distill.sentences import sentences
from camillo.domain.search import Memory
from camillo.text.tokens import index_terms

#: Pairs of a kind of memory and the weight with which a text speaks for it.
Evidence = Callable[[str], Iterable[tuple[str, float]]]

#: Kinds that a new session should know, by how long such a thing holds.
KINDS: Mapping[str, float] = {
    "decision": 1.0,
    "preference": 0.9,
    "insight": 0.7,
    "discovery": 0.8,
    "advice": 0.5,
}
#: So much evidence makes half of full confidence: what files a text in a hall.
_ENOUGH = 1.5
#: So many words that nothing else says make half of full substance.
_SUBSTANCE = 4.0
#: A rare word says less than one that gathers around a topic.
_RARE = 0.7
#: Among fewer passages than this, how often a word comes tells less than what words usually say.
_FEW, _USUAL = 50, 0.35
#: Of a sentence that says nothing of its own, so much remains.
_LEAST_SUBSTANCE = 0.1
#: What is exclaimed is felt rather than found out, and what is asked is not known.
_LOUD, _ASKED = 0.6, 0.5
_EXCLAIMS, _ASKS = ("!", "！"), ("?", "？", "؟", "՞", "፧")
_CLOSERS = " \t\"'”’»)]*_」』）】》〉"
#: Cues below this weight only add to others.
_STRONG, _WEAKER = 2.0, 0.3
#: A neighbour of the best sentence with this share of its importance is told with it.
_NEARLY = 0.35
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
    """Judges passages against each other, by what their words share.

    ``evidence`` tells kinds in a text, ``hall`` the hall that a text's words alone would give.
    """

    def __init__(
        self, evidence: Evidence, hall: Callable[[str], str], passages: Iterable[Memory]
    ) -> None:
        self._evidence = evidence
        self._hall = hall
        self._weight = _weights(passages)

    def worth(self, memory: Memory, *, whole: bool = False) -> Worth:
        """Judge one passage; ``whole`` says that it is all of its turn."""
        told = _TOLD if whole and self._hall(memory.text) != memory.hall else 0.0

        def judged(sentence: str, terms: Iterable[str]) -> float:
            sure = max(told, self._confidence(sentence, memory))
            if sure == 0:
                return 0.0
            substance = _LEAST_SUBSTANCE + (1 - _LEAST_SUBSTANCE) * self._substance(terms)
            return sure * substance * (_LOUD if _ends(sentence, _EXCLAIMS) else 1.0)

        return _best(memory, judged)

    def substance(self, memory: Memory) -> Worth:
        """Judge a passage by nothing but how much it says."""

        def judged(sentence: str, terms: Iterable[str]) -> float:
            return self._substance(terms) * (_ASKED if _ends(sentence, _ASKS) else 1.0)

        return _best(memory, judged)

    def each(self, memory: Memory) -> list[tuple[tuple[int, int], float, frozenset[str]]]:
        """Every sentence of a passage: its span, from 0 to 1 how much it says, and its index terms.

        One that asks counts for less.
        """
        found = []
        for start, end in sentences(memory.text):
            text = memory.text[start:end]
            terms = frozenset(index_terms(text, None).terms)
            value = self._substance(terms) * (_ASKED if _ends(text, _ASKS) else 1.0)
            found.append(((start, end), value, terms))
        return found

    def _confidence(self, sentence: str, memory: Memory) -> float:
        weights = dict.fromkeys(KINDS, 0.0)
        total = 0.0
        for kind, weight in self._evidence(sentence):
            weight *= 1.0 if weight >= _STRONG else _WEAKER
            if memory.turn.role == "assistant" and kind == "preference":
                weight *= _HEARSAY
            weights[kind] = weights.get(kind, 0.0) + weight
            total += weight
        best = max(weights[kind] * share for kind, share in KINDS.items())
        return best / (best + _ENOUGH) * (best / total) ** 0.5 if best else 0.0

    def _substance(self, terms: Iterable[str]) -> float:
        own = sum(self._weight.get(term, 0.0) for term in terms)
        return own / (own + _SUBSTANCE)


def _ends(sentence: str, signs: tuple[str, ...]) -> bool:
    return sentence.rstrip(_CLOSERS).endswith(signs)


def _best(memory: Memory, judged: Callable[[str, Iterable[str]], float]) -> Worth:
    """The passage with the first of its best sentences, and those beside it that are nearly as good."""
    spans = sentences(memory.text)
    if not spans:
        return Worth(memory, 0.0, (), 0, frozenset())
    texts = [memory.text[start:end] for start, end in spans]
    terms = [index_terms(text, None).terms.keys() for text in texts]
    values = [judged(*pair) for pair in zip(texts, terms, strict=True)]
    best = values.index(max(values))
    first, last = best, best + 1
    while first and values[first - 1] >= _NEARLY * values[best]:
        first -= 1
    while last < len(values) and values[last] >= _NEARLY * values[best]:
        last += 1
    return Worth(
        memory, values[best], tuple(spans[first:last]), best - first, frozenset(terms[best])
    )


def _weights(passages: Iterable[Memory]) -> dict[str, float]:
    """How much each term says, from 0 to about 1: rare ones, and those that gather in few conversations.

    Residual inverse document frequency (Church and Gale 1995): a word that belongs to a topic comes
    in fewer conversations than chance would spread it over; a word of small talk does not.
    """
    told: Counter[str] = Counter()
    held: dict[str, set[str]] = {}
    conversations = set()
    count = 0
    for memory in passages:
        count += 1
        conversations.add(memory.conversation)
        for term in index_terms(memory.text, None).terms:
            told[term] += 1
            held.setdefault(term, set()).add(memory.conversation)
    most, places = log(count + 1.5), len(conversations)
    weights = {}
    for term, times in told.items():
        rare = log((count + 1) / (times + 0.5)) / most
        chance = places * (1 - exp(-times / places))
        gathered = log(max(1.0, chance / len(held[term])))
        own = max(0.0, rare) ** 2 * _RARE + gathered
        weights[term] = (count * own + _FEW * _USUAL) / (count + _FEW)
    return weights
