"""Reading the times of a question: every script, one list, resolved against a reference day."""

import unicodedata
from collections.abc import Iterator, Sequence
from datetime import date

from camillo.text.stops import function_words
from camillo.text.times import hanzi, numeric
from camillo.text.times.grammar import Grammar
from camillo.text.times.interval import Expression
from camillo.text.times.tokens import FILLERS, tokens
from camillo.text.times.words import lexicon

#: Longer questions are cut: a question this long has been reduced before.
LONGEST = 2_000


def read(question: str, languages: Sequence[str], reference: date) -> tuple[Expression, ...]:
    """The times that a question names, in their order, none overlapping.

    ``languages`` (ISO codes, the likeliest first) decide between words that mean several things.
    Relative times count from ``reference``; where the question itself names one whole day, such as
    "last Friday, as told on 3 May 2023", they are read against that day first.

    >>> (found,) = read("what did we decide last March?", ["en"], date(2026, 11, 29))
    >>> found.text, str(found.readings[0].first), found.grain
    ('last March', '2026-03-01', 'month')
    >>> read("May I march with you?", ["en"], date(2026, 11, 29))
    ()
    """
    text = unicodedata.normalize("NFC", question[:LONGEST])
    found = _resolved(text, languages, (reference,))
    named = {
        one.readings[0].first
        for one in found
        if one.grain == "day" and not one.relative and not one.yearly and len(one.readings) == 1
    }
    if len(named) == 1 and any(one.relative for one in found):
        return _resolved(text, languages, (*named, reference))
    return found


def named_words(times: Sequence[Expression], languages: Sequence[str]) -> frozenset[str]:
    """The names of months and weekdays in times that were read, casefolded: no function words there.

    >>> named_words(read("May I see May 2023?", ["en"], date(2026, 11, 29)), ["en"])
    frozenset({'may'})
    """
    known = lexicon(tuple(languages))
    words = (word for one in times for word in one.text.casefold().split())
    return frozenset(word for word in words if word in known and known[word].kind in "MW")


def _resolved(
    text: str, languages: Sequence[str], references: Sequence[date]
) -> tuple[Expression, ...]:
    figures = tuple(_apart([*hanzi.find(text, references), *numeric.find(text)]))
    row = tokens(text, languages, figures)
    small = frozenset().union(*(function_words(one) for one in languages or ("en",)))
    found = []
    for at, one in Grammar(row, references, small, figures).all():
        start = next(token.start for token in row[at:] if token.kind not in FILLERS)
        end = row[one.end - 1].end
        found.append(one.expression(text[start:end], start, end))
    return tuple(found)


def _apart(found: Sequence[Expression]) -> Iterator[Expression]:
    """The first of those that overlap."""
    end = -1
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if one.start >= end:
            yield one
            end = one.end
