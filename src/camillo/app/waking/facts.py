"""The facts that a wake-up tells: what holds now of those whom a wing speaks of most."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from camillo.app.facts.beliefs import Beliefs
from camillo.app.waking.gathering import Redact, cite
from camillo.distill.line import Line, day
from camillo.domain.drawer import Span
from camillo.domain.fact import Fact
from camillo.domain.pruning import VERBS, pruned
from camillo.knowledge.facts.statements import WEB_CONFIDENCE
from camillo.knowledge.facts.view import Belief
from camillo.ports.store import Snapshot
from camillo.text.tokens import index_terms

#: The newest drawers of a wing whose claims tell whom it speaks of, and of how many of these is told.
_NEWEST, _ENTITIES = 2_000, 12
#: Facts told at the most, those of them that were read from texts, and those of one entity.
_MOST, _READ, _OF_ONE = 8, 3, 3
#: What was read from a text is told from this confidence on.
_SURE = 0.6


def current_facts(beliefs: Beliefs, wing: str | None) -> tuple[Fact, ...]:
    """What holds now of the entities of a wing: what was put in by hand first, then what texts say.

    Relations with one value at a time go before others, as what they tell changes; newer ones before
    older ones. Nothing from the web is among it, since what is told unasked must not rest on it.
    """
    used = beliefs.spoken_of(wing, _NEWEST)
    entities = [name for name, _ in used.most_common(_ENTITIES)]
    if not entities:
        return ()
    belief = beliefs.about(entities)
    hidden = pruned(beliefs.snapshot.acts(VERBS))
    told = [fact for fact in belief.held if _tellable(fact, wing) and not _rests_on(fact, hidden)]
    one = {each.name for each in beliefs.vocabulary if each.holds == "one"}
    told.sort(key=lambda fact: (not fact.asserted, fact.predicate not in one, *_newest(fact)))
    return tuple(_several(told, belief, used))


def _tellable(fact: Fact, wing: str | None) -> bool:
    here = wing is None or wing in fact.wings or (fact.asserted and not fact.wings)
    sure = fact.confidence > WEB_CONFIDENCE and (fact.asserted or fact.confidence >= _SURE)
    return fact.current and here and sure


def _rests_on(fact: Fact, hidden: Collection[bytes]) -> bool:
    """Whether all texts that a fact was read from stand pruned."""
    if fact.asserted or not hidden or not fact.cites:
        return False
    return all(Span.parse(id).key in hidden for id in fact.cites)


def _newest(fact: Fact) -> tuple[int, str]:
    moment = fact.valid_from or fact.said_at or fact.recorded_at
    return (-moment.micros, fact.id)


def _several(facts: Iterable[Fact], belief: Belief, used: Counter[str]) -> list[Fact]:
    """The first facts, at most so many of one entity."""
    told: Counter[str] = Counter()
    kept: list[Fact] = []
    read = 0
    for fact in facts:
        subject, _, object = belief.triples[fact.id]
        main = max((subject, object), key=lambda name: used[name])
        if told[main] < _OF_ONE and len(kept) < _MOST and (fact.asserted or read < _READ):
            told[main] += 1
            read += not fact.asserted
            kept.append(fact)
    return kept


def fact_lines(snapshot: Snapshot, facts: Sequence[Fact], now: int, redact: Redact) -> list[Line]:
    """Facts that still hold as lines, each with the text it rests on, or with its own id."""
    return [
        Line(
            id=fact.cite or fact.id,
            cite=cite(snapshot, fact.cite) if fact.cite else fact.id,
            text=words,
            spans=((0, len(words)),),
            day=day(fact.valid_from.text) if fact.valid_from else "",
            hall="fact",
            terms=frozenset(index_terms(words, None).terms),
        )
        for fact in facts
        if fact.valid_to is None or now < fact.valid_to.micros
        for words in (redact(fact.words),)
    ]
