"""What stating a fact rests on: its words, what is held already, and which fact an id names."""

import re
from collections.abc import Mapping

from camillo.app.clock import now
from camillo.app.facts import given
from camillo.app.facts.beliefs import Beliefs
from camillo.app.ids import span_of
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.fact import Fact
from camillo.domain.knowledge import Act
from camillo.domain.moment import Moment
from camillo.domain.origin import from_web
from camillo.knowledge.facts import spans
from camillo.knowledge.facts.statements import ADDED, ENDED, WEB_CONFIDENCE, claim_id
from camillo.knowledge.facts.view import TWIN, Belief
from camillo.ports.store import Snapshot
from camillo.text.names import claim_key

Words = tuple[str, str, str]
Decision = Fact | list[Act]
_WORDS = ("subject", "predicate", "object")
#: Ids of what was put in by hand, and of what a text says.
_ACTED = re.compile(rf"a([0-9]{{1,18}}){TWIN}*")
_CLAIMED = re.compile(rf"([0-9a-f]{{8}})-[0-9a-f]{{12}}{TWIN}*")


def triple_of(subject: str, predicate: str, object: str) -> Words:
    """The words of a fact, checked.

    Raises:
        InvalidInput: one of them cannot be used.
    """
    words = zip(_WORDS, (subject, predicate, object), strict=True)
    one, relation, other = (given.name(kind, word) for kind, word in words)
    return one, relation, other


def text(moment: Moment | None) -> str:
    """A moment as it was told, empty where there is none."""
    return "" if moment is None else moment.text


def act(verb: str, words: Words, told: Mapping[str, object]) -> Act:
    """An act about a fact; what is not told is left out."""
    subject, _, other = words
    payload: dict[str, object] = dict(zip(_WORDS, words, strict=True))
    payload |= {name: value for name, value in told.items() if value not in ("", None)}
    return Act(verb, claim_key(subject), claim_key(other), payload)


def citing(snapshot: Snapshot, cite: str | None, confidence: float) -> dict[str, object]:
    """Where a cited text lies; what rests on the web counts no more than the web.

    Raises:
        NotFound: there is no such text.
    """
    if not cite:
        return {}
    memory = snapshot.get(span_of(snapshot, cite), 0)
    if memory is None:
        raise NotFound(f"nothing has the id {cite!r}", "cite an id as search gives it")
    told: dict[str, object] = {"cite": memory.id, "wings": [memory.wing] if memory.wing else []}
    if from_web(memory.source_kind, memory.meta):
        told |= {"web": True, "confidence": min(confidence, WEB_CONFIDENCE)}
    return told


def believed(beliefs: Beliefs, words: Words) -> Belief:
    """What is believed of both ends of a fact."""
    return beliefs.about({beliefs.entity(words[0]), beliefs.entity(words[2])}, now=now())


def _same_triple(beliefs: Beliefs, words: Words) -> tuple[Belief, list[Fact]]:
    """What is believed of the words' entities, and the facts of just this triple."""
    belief = believed(beliefs, words)
    known, turned = beliefs.vocabulary.read(words[1])
    ends = [beliefs.entity(words[0]), beliefs.entity(words[2])]
    if turned or (known.symmetric and ends[1] < ends[0]):
        ends.reverse()
    triple = (ends[0], known.name, ends[1])
    return belief, [fact for fact in belief.facts if belief.triples[fact.id] == triple]


def held_already(
    beliefs: Beliefs, words: Words, begin: Moment | None, end: Moment | None
) -> Fact | None:
    """The asserted fact that says all of this already."""
    _, facts = _same_triple(beliefs, words)
    for fact in facts:
        if not fact.asserted or fact.contested:
            continue
        starts = fact.valid_from is not None and begin is not None
        within = begin is None or (starts and _within(fact, begin))
        over = fact.valid_to
        if begin is None and end is None and over is not None:
            continue
        if within and (end is None or (over is not None and over.micros == end.micros)):
            return fact
    return None


def _within(fact: Fact, begin: Moment) -> bool:
    low = spans.boundary(fact.valid_from, spans.EVER)
    return spans.holds(low, spans.boundary(fact.valid_to, spans.NEVER), begin.micros)


def to_end(beliefs: Beliefs, words: Words, end: Moment) -> Fact:
    """The fact of these words that an end at a moment would end.

    Raises:
        NotFound: there is none. InvalidInput: it begins later.
    """
    belief, facts = _same_triple(beliefs, words)
    facts = [fact for fact in facts if not fact.contested]
    if not facts:
        others = [one.words for one in belief.facts if one.current][:3]
        hint = f"what holds: {'; '.join(others)}" if others else "add it first"
        raise NotFound(f"no fact says {' '.join(words)!r}", hint)
    before = [fact for fact in facts if spans.boundary(fact.valid_from, spans.EVER) < end.micros]
    if not before:
        begins = text(facts[0].valid_from)
        raise InvalidInput(
            f"{' '.join(words)!r} holds since {begins}, it cannot end at {end.text}",
            "give a later time, or retract it",
        )
    return before[-1]


def belief_of(beliefs: Beliefs, id: str) -> Belief:
    """What is believed of the entities of a fact."""
    words = _stated_by(beliefs.snapshot, id.strip())
    if words is None:
        raise _unknown(id)
    return believed(beliefs, words)


def _stated_by(snapshot: Snapshot, id: str) -> Words | None:
    """The words of the act or the claim with an id."""
    acted = _ACTED.fullmatch(id)
    if acted:
        number = int(acted[1])
        acts = snapshot.acts([ADDED, ENDED], after=number - 1)
        told = acts[0].payload if acts and acts[0].number == number else {}
        subject, predicate, object = (str(told.get(name) or "") for name in _WORDS)
        return (subject, predicate, object) if subject and predicate and object else None
    claimed = _CLAIMED.fullmatch(id)
    for key in snapshot.keys_like(claimed[1]) if claimed else ():
        stored = snapshot.turn(key)
        drawers = list(snapshot.cuts_of(stored.number)) if stored is not None else []
        for one in snapshot.claims_of(drawers):
            if claim_id(one) == id.rstrip(TWIN):
                return one.claim.subject, one.claim.predicate, one.claim.object
    return None


def named(belief: Belief, id: str) -> Fact:
    """The fact with an id, or that a statement with this id became part of.

    Raises:
        NotFound: there is none.
    """
    wanted = id.strip()
    facts = (*belief.facts, *belief.retracted)
    for fact in facts:
        if fact.id == wanted:
            return fact
    for fact in facts:
        if wanted in fact.also:
            return fact
    raise _unknown(id)


def _unknown(id: str) -> NotFound:
    return NotFound(f"no fact has the id {id[:80]!r}", "list them with `camillo fact about NAME`")
