"""Proposals about facts: those that contradict each other, and those that nobody has said for long."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from camillo.distill.reflection.naming import named
from camillo.domain.episode import Said
from camillo.domain.fact import Contradiction, Fact
from camillo.domain.fading import DAY
from camillo.domain.moment import Moment
from camillo.domain.proposal import Proposal

RETRACT, END = "retract fact", "end fact"
#: A fact is stale after so many half-lives in which as many other things were said of its subject.
HALF_LIVES, OTHERS = 2.0, 2
#: Predicates with one value that no time changes.
LASTING = frozenset({"born in", "born on", "died on", "comes from", "named", "capital of"})

#: The words behind ids, in their order; ids of what is gone are left out.
Quote = Callable[[Sequence[str]], tuple[Said, ...]]


@dataclass(frozen=True, slots=True)
class Held:
    """A fact with the key of its subject and when it was last said, in micros; None where no time is known."""

    fact: Fact
    subject: str
    last: int | None


def contradicting(pairs: Iterable[Contradiction], quote: Quote) -> list[Proposal]:
    """For each two facts that cannot both hold the proposal to take back the one that is not held to be true."""
    found = []
    for pair in pairs:
        fact, other = pair.fact, pair.other
        cites = [*cites_of(fact), *cites_of(other)]
        found.append(
            Proposal(
                id=named("contradiction", [fact.id, other.id], cites),
                kind="contradiction",
                text=f"These cannot both hold{_when(pair)}: {fact.words}; {other.words}. "
                f"Take back that {other.words}.",
                evidence=quote(cites),
                would={
                    "do": RETRACT,
                    "fact": other.id,
                    "keeps": fact.id,
                    "values": [other.object, fact.object],
                },
                wing=_wing(fact, other),
                score=max(fact.confidence, other.confidence),
            )
        )
    return found


def cites_of(fact: Fact) -> tuple[str, ...]:
    """All texts that a fact rests on."""
    return fact.cites or ((fact.cite,) if fact.cite else ())


def stale(
    held: Sequence[Held],
    now: int,
    half_life: float,
    single: Callable[[str], bool],
    quote: Quote,
) -> list[Proposal]:
    """Facts that change with time and were last said long ago, while other things of their subject were said since.

    ``half_life`` is in days; ``single`` tells whether a subject has one object of a predicate at a time.
    """
    span = int(HALF_LIVES * half_life * DAY)
    later: dict[str, list[int]] = {}
    for one in held:
        if one.last is not None:
            later.setdefault(one.subject, []).append(one.last)
    found = []
    for one in held:
        fact, last = one.fact, one.last
        if last is None or now - last < span or not _can_age(fact, single):
            continue
        since = sum(at - last >= span for at in later[one.subject])
        if since >= OTHERS:
            found.append(_stale(fact, last, since, now, quote))
    return found


def _can_age(fact: Fact, single: Callable[[str], bool]) -> bool:
    return (
        fact.current
        and not fact.contested
        and fact.valid_to is None
        and fact.predicate not in LASTING
        and single(fact.predicate)
    )


def _stale(fact: Fact, last: int, since: int, now: int, quote: Quote) -> Proposal:
    cites = cites_of(fact)
    said = Moment.from_epoch(last / 1_000_000).text[:10]
    return Proposal(
        id=named("stale", fact.id, cites),
        kind="stale",
        text=f"{fact.words}: last said on {said}; {since} other things were said of {fact.subject} long after "
        "that. Say that it holds no longer.",
        evidence=quote(cites),
        would={
            "do": END,
            "fact": fact.id,
            "subject": fact.subject,
            "predicate": fact.predicate,
            "object": fact.object,
        },
        wing=_wing(fact),
        score=(now - last) / DAY,
    )


def last_said(fact: Fact, times: Mapping[str, Moment | None]) -> int | None:
    """When a fact was last said, in micros: by its texts' own times, else when it was stated by hand."""
    told = [at.micros for cite in cites_of(fact) if (at := times.get(cite)) is not None]
    if fact.asserted:
        told.append(fact.recorded_at.micros)
    return max(told, default=None)


def _when(pair: Contradiction) -> str:
    since, until = (None if at is None else at.text for at in (pair.since, pair.until))
    return (f" from {since}" if since else "") + (f" until {until}" if until else "")


def _wing(*facts: Fact) -> str:
    """The one wing that they are of, if there is just one."""
    wings = {wing for fact in facts for wing in fact.wings}
    return wings.pop() if len(wings) == 1 else ""
