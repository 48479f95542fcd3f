"""What recurs: a statement that several conversations make, in the words of the first that made it."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from math import log

from camillo.distill.memories.topic import content
from camillo.distill.memories.words import asks, chats, hides, orders
from camillo.distill.reflection.facts import Quote
from camillo.distill.reflection.naming import magnitude, named
from camillo.distill.reflection.pairs import FILE
from camillo.distill.sentences import sentences
from camillo.domain.proposal import Proposal
from camillo.domain.search import Memory
from camillo.domain.turn import encode
from camillo.text.scripts import is_unspaced

#: A statement recurs where so many conversations make it; it has so many words that carry something.
LEAST, LEAST_WORDS = 3, 3
_LONGEST, _SHORTEST = 300, 8
#: So large a part of the words of both is in both; of what is written without spaces, pairs of characters.
ALIKE, ALIKE_UNSPACED = 0.7, 0.8
#: A statement is compared with those that have one of its so many rarest words, so many of each at the most.
_LOOKED_UP, _COMPARED = 3, 50
_SHOWN = 8


@dataclass(slots=True)
class Recurring:
    """A statement as it was first made, with where it was made: by conversation, the id and the words."""

    terms: frozenset[str]
    marks: frozenset[str]
    text: str
    places: dict[str, str] = field(default_factory=dict)


def recurring(
    passages: Iterable[Memory],
    marks: Callable[[str], frozenset[str]],
    secret: Callable[[str], bool],
) -> list[Recurring]:
    """Statements that at least :data:`LEAST` conversations make; ``passages`` are in order of time.

    ``marks`` are the words that make a statement untrue ("not"): where they differ, two statements differ.
    """
    found: dict[tuple[frozenset[str], frozenset[str]], Recurring] = {}
    for memory in passages:
        for (start, end), text in _statements(memory):
            terms = content(text)
            if len(terms) < LEAST_WORDS:
                continue
            key = terms, marks(text)
            one = found.setdefault(key, Recurring(*key, text))
            one.places.setdefault(memory.conversation, stretch(memory, start, end))
    folded = [one for one in _folded(list(found.values())) if len(one.places) >= LEAST]
    return [one for one in folded if not secret(one.text)]


def _statements(memory: Memory) -> Iterable[tuple[tuple[int, int], str]]:
    for start, end in sentences(memory.text):
        text = memory.text[start:end]
        if not _SHORTEST <= len(text) <= _LONGEST or asks(text) or orders(text):
            continue
        if not chats(text) and not hides(text):
            yield (start, end), text


def stretch(memory: Memory, start: int, end: int) -> str:
    """The id of a stretch of a passage, given in characters."""
    key, _, _ = memory.id.partition(":")
    encoding = memory.encoding or "utf-8"
    first = memory.span[0] + len(encode(memory.text[:start], encoding))
    return f"{key}:{first}-{first + len(encode(memory.text[start:end], encoding))}"


def _folded(found: Sequence[Recurring]) -> list[Recurring]:
    """Statements that say nearly the same as an earlier one are its."""
    counts = Counter(term for one in found for term in one.terms)
    kept: list[Recurring] = []
    by_term: dict[str, list[Recurring]] = defaultdict(list)
    for one in found:
        rarest = sorted(one.terms, key=lambda term: (counts[term], term))[:_LOOKED_UP]
        near = (
            other for term in rarest for other in by_term[term][:_COMPARED] if _same(one, other)
        )
        first = next(near, None)
        if first is None:
            kept.append(one)
            for term in rarest:
                by_term[term].append(one)
        else:
            for conversation, id in one.places.items():
                first.places.setdefault(conversation, id)
    return kept


def _same(one: Recurring, other: Recurring) -> bool:
    shared = len(one.terms & other.terms) / len(one.terms | other.terms)
    if shared < ALIKE or one.marks != other.marks or _figures(one.terms) != _figures(other.terms):
        return False
    if is_unspaced(one.text):
        return shared >= ALIKE_UNSPACED
    # A word in another's place says another thing; a further word says the same more closely.
    return shared >= ALIKE and (one.terms <= other.terms or other.terms <= one.terms)


def _figures(terms: frozenset[str]) -> frozenset[str]:
    return frozenset(term for term in terms if any(map(str.isdigit, term)))


def insights(found: Iterable[Recurring], wing: str, quote: Quote) -> list[Proposal]:
    """Insights that something was said again and again, quoting it."""
    made = []
    for one in found:
        places = list(one.places.values())
        count = len(places)
        text = f"Said in {count} conversations: “{one.text}”"
        made.append(
            Proposal(
                id=named("insight", "said", places[0], magnitude(count)),
                kind="insight",
                text=text,
                evidence=quote(places[:_SHOWN]),
                would={"do": FILE, "text": text, "wing": wing},
                wing=wing,
                score=log(1 + count),
            )
        )
    return made
