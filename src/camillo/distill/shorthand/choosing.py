"""Which words a budget of tokens is spent on: those that say most for what they cost.

Every word has a value and a cost. At a price, a word is kept if its value is at least the price times its cost, and
a line if what remains of it pays for its id too. The lowest price that fits the budget is found by halving, which is
the greedy answer to a knapsack of lines that each have a fee.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from math import log

from camillo.distill.shorthand.keywords import Keyword, keywords
from camillo.distill.shorthand.notation import encode
from camillo.domain.shorthand import Brief
from camillo.text.pieces import pieces
from camillo.text.scripts import is_unspaced

Count = Callable[[str], int]
#: In how many drawers of the palace each of these terms stands; terms in none may be left out.
Held = Callable[[Sequence[str]], Mapping[str, int]]

#: What a name, a number, a word of a claim and a word of a hall that matters is worth, against any word.
_NAME, _NUMBER, _CLAIMED, _HALL = 1.5, 1.5, 1.3, 1.25
#: What is said again is worth this share of what it was the time before, and never less than the least.
_AGAIN, _LEAST = 0.8, 0.2
#: Of a word that stands in every drawer so much of its value remains.
_COMMON = 0.05
#: A line break costs a token; so does the space in some tokenizers, but in few.
_BREAK = 1
_HALVINGS, _TRIES = 24, 6


@dataclass(frozen=True, slots=True)
class Passage:
    """A drawer that can have a line. ``names`` are terms that name something; ``claimed`` character spans."""

    brief: Brief
    text: str
    language: str | None = None
    names: frozenset[str] = frozenset()
    claimed: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class _Word:
    words: tuple[str, ...]
    value: float
    cost: int


@dataclass(frozen=True, slots=True)
class _Line:
    """A brief without its words, what it costs before the first of them, and the words it could have."""

    brief: Brief
    fee: int
    words: Sequence[_Word]

    def at(self, price: float) -> Sequence[_Word]:
        """The words that are kept at a price; none where they do not pay for the line."""
        kept = [word for word in self.words if word.value >= price * word.cost]
        gain = sum(word.value - price * word.cost for word in kept)
        return kept if gain > price * self.fee else ()


def choose(
    passages: Sequence[Passage], held: Held, size: int, budget: int, count: Count
) -> tuple[tuple[Brief, ...], str]:
    """Briefs of the passages that the budget holds, in their order, and their notation.

    ``held`` says in how many of the palace's ``size`` drawers terms stand; a word is worth what it
    tells apart. Without budget for a line there are no briefs.
    """
    lines = _valued(passages, held, size, count)
    best: tuple[tuple[Brief, ...], str] = (), encode((), count)
    most, goal = 0, float(budget)
    for _ in range(_TRIES):
        briefs = _within(lines, goal)
        text = encode(briefs, count)
        tokens = count(text)
        if most < tokens <= budget and briefs:
            best, most = (briefs, text), tokens
        # Codes and days make the notation a little shorter or longer than its parts.
        goal += budget - tokens
    return best


def lines_of(
    passages: Sequence[Passage], held: Held, size: int, budget: int, count: Count
) -> tuple[tuple[Brief, ...], str]:
    """Briefs of all passages that say something, in their order, and their notation.

    The budget is for their words alone: for a few passages that were chosen already, and are all to be pointed at.
    """
    lines = [replace(line, fee=0) for line in _valued(passages, held, size, count)]
    briefs = _within(lines, budget)
    return briefs, encode(briefs, count)


def _valued(passages: Sequence[Passage], held: Held, size: int, count: Count) -> list[_Line]:
    said = [keywords(passage.text, passage.language) for passage in passages]
    wanted = {term for words in said for word in words for term in _terms(word.term)}
    rarity = partial(_rarity, held=held(sorted(wanted)), size=size)
    return list(_lines(passages, said, rarity, cache(count)))


def _within(lines: Sequence[_Line], goal: float) -> tuple[Brief, ...]:
    """The briefs at the lowest price at which their parts cost no more than the goal."""
    low, high = 0.0, 1.0 + max((word.value for line in lines for word in line.words), default=0.0)
    for _ in range(_HALVINGS):
        price = (low + high) / 2
        kept = [(line, line.at(price)) for line in lines]
        cost = sum(line.fee + sum(word.cost for word in words) for line, words in kept if words)
        low, high = (price, high) if cost > goal else (low, price)
    return tuple(
        replace(line.brief, words=tuple(part for word in words for part in word.words))
        for line in lines
        if (words := line.at(high))
    )


def _lines(
    passages: Sequence[Passage],
    said: Sequence[Sequence[Keyword]],
    rarity: Callable[[str], float],
    count: Count,
) -> Iterator[_Line]:
    before: Counter[str] = Counter()
    for passage, each in zip(passages, said, strict=True):
        brief = passage.brief
        words = []
        for word in each:
            again = max(_LEAST, _AGAIN ** before[word.term])
            value = rarity(word.term) * _factor(word, passage) * again
            parts = (word.negation, word.word) if word.negation else (word.word,)
            words.append(_Word(parts, value, sum(map(count, parts))))
            before[word.term] += 1
        hall = f"/{brief.hall}" if brief.hall else ""
        first = brief.id.partition("/")[2] or brief.id
        yield _Line(brief, count(f"{first} {brief.who}{hall}") + _BREAK, words)


def _factor(word: Keyword, passage: Passage) -> float:
    factor = _HALL if passage.brief.hall else 1.0
    if any(map(str.isdigit, word.word)):
        factor *= _NUMBER
    if word.term in passage.names:
        factor *= _NAME
    if any(start <= word.at < end for start, end in passage.claimed):
        factor *= _CLAIMED
    return factor


def _terms(term: str) -> Sequence[str]:
    """What a word is looked up by: itself, or each two characters of a run without spaces."""
    if len(term) > 1 and is_unspaced(term):
        return [piece.term for piece in pieces(term) if piece.kind == "gram"]
    return (term,)


def _rarity(term: str, held: Mapping[str, int], size: int) -> float:
    """How much a term tells apart, from about 0 to 1; of a run without spaces, so much for two characters."""
    looked_up = _terms(term)
    each = [
        max(_COMMON, log((size + 1) / (held.get(one, 1) + 0.5)) / log(size + 1.5))
        for one in looked_up
    ]
    mean = sum(each) / max(1, len(each))
    return mean if looked_up == (term,) else mean * len(term) / 2
