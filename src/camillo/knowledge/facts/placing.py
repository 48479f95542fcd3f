"""Placing in world time what does not say when it began.

What a text says without a date was so when it was said. What is put in by hand without one was only so
at some time, for people enter facts long after: what is entered after it with an earlier date comes after
it. And what a later word ends at a date had begun before that, whenever it was said.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from camillo.domain.fact import Predicate
from camillo.domain.moment import Moment
from camillo.knowledge.facts.statements import ASSERTED, Statement, Triple

Slot = tuple[str, str]


def slots(predicate: Predicate, triple: Triple) -> list[Slot]:
    """The places that only one value of a predicate can have at a time."""
    subject, _, object = triple
    if predicate.symmetric:
        return [("subject", subject), ("subject", object)] * (predicate.holds == "one")
    found = [("subject", subject)] if predicate.holds == "one" else []
    return found + [("object", object)] * (predicate.inverse_holds == "one")


def placed(predicate: Predicate, statements: Sequence[Statement]) -> list[Statement]:
    """The statements, the undated ones before what later words say of them."""
    ends: dict[Triple, list[Statement]] = defaultdict(list)
    begins: dict[Slot, list[Statement]] = defaultdict(list)
    over = {one.id: one.at for one in statements if one.over}
    for one in statements:
        if one.over and one.dated:
            ends[one.triple].append(one)
        elif one.dated and one.rank == ASSERTED:
            for slot in _subjects(predicate, one):
                begins[slot].append(one)

    def before(one: Statement) -> Moment | None:
        told = [
            end
            for end in ends[one.triple]
            if end.rank >= one.rank and end.word > one.word and end.at <= one.at
        ]
        bounds = [end.end for end in sorted(told, key=lambda end: (end.rank, end.word))[-1:]]
        if one.rank == ASSERTED:
            bounds += [
                other.begin
                for slot in _subjects(predicate, one)
                for other in begins[slot]
                if other.triple != one.triple
                and other.word > one.word
                and other.at <= one.at < over.get(other.id, one.at + 1)
            ]
        return min((at for at in bounds if at is not None), key=lambda at: at.micros, default=None)

    return [
        one if one.over or one.dated else replace(one, placed=before(one)) for one in statements
    ]


def _subjects(predicate: Predicate, one: Statement) -> Iterator[Slot]:
    return (slot for slot in slots(predicate, one.triple) if slot[0] == "subject")
