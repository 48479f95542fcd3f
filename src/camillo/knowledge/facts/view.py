"""The view: what is held to be true, computed anew from claims and acts each time.

It is a pure function of what was recorded. What was believed at an earlier time is the same function of
what was recorded until then.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from camillo.domain.fact import Contradiction, Fact
from camillo.domain.knowledge import Act
from camillo.domain.moment import Moment
from camillo.knowledge.facts.runs import Dispute, Run
from camillo.knowledge.facts.settle import Settling
from camillo.knowledge.facts.spans import NEVER, point
from camillo.knowledge.facts.statements import (
    ASSERTED,
    RETRACTED,
    UNDONE,
    FromWeb,
    Resolve,
    Statement,
    Triple,
    of_acts,
    of_claims,
)
from camillo.knowledge.facts.vocabulary import Vocabulary, built_in
from camillo.ports.knowledge import Claimed

#: Ends the id of a fact that another has too: an end that nobody believes is told apart from its value.
TWIN = "~"
_WORDS = ("subject", "predicate", "object")


@dataclass(frozen=True, slots=True)
class Belief:
    """All that is made of some claims and acts.

    ``facts`` hold or held, by their beginning; ``retracted`` were taken back; ``held`` are those of
    ``facts`` that hold at the time asked for. ``triples`` names the entities of each fact by its id.
    """

    facts: tuple[Fact, ...]
    held: tuple[Fact, ...]
    retracted: tuple[Fact, ...]
    contradictions: tuple[Contradiction, ...]
    triples: dict[str, Triple]


def same(key: str) -> str:
    """Each name is an entity of its own."""
    return key


def never(kind: str, meta: Mapping[str, object]) -> bool:
    """No text is from the web."""
    return False


def view(
    claimed: Iterable[Claimed],
    acts: Iterable[Act],
    *,
    as_of: Moment | None = None,
    known_at: Moment | None = None,
    now: Moment | None = None,
    resolve: Resolve = same,
    vocabulary: Vocabulary | None = None,
    from_web: FromWeb = never,
) -> Belief:
    """What is believed, by what was recorded up to ``known_at``, and what of it held at ``as_of``.

    ``as_of`` is world time and defaults to ``now``, by which ``current`` is told; without either the
    end of time is asked for. A day means the end of that day.
    """
    believed = NEVER if known_at is None else point(known_at)
    acts = _standing(act for act in acts if act.at is not None and act.at.micros <= believed)
    claimed = [one for one in claimed if one.recorded.micros <= believed]
    vocabulary = (vocabulary or built_in()).with_own(acts)
    statements = [
        *of_claims(claimed, vocabulary, resolve, from_web),
        *of_acts(acts, vocabulary, resolve),
    ]
    kept, taken_back = _retracting(statements, acts)
    settled = _settled(kept, vocabulary)
    present = NEVER - 1 if now is None else point(now)
    asked = present if as_of is None else point(as_of)
    facts = _Facts([run for one in settled for run in one.runs], present)
    made = [(run, facts.of(run)) for run in facts.runs]
    withdrawn = _withdrawn(taken_back)
    return Belief(
        facts=tuple(fact for _, fact in made),
        held=tuple(fact for run, fact in made if run.holds(asked)),
        retracted=tuple(fact for fact, _ in withdrawn),
        contradictions=tuple(facts.pair(each) for one in settled for each in one.disputes),
        triples={fact.id: run.triple for run, fact in made}
        | {fact.id: triple for fact, triple in withdrawn},
    )


def _standing(acts: Iterable[Act]) -> list[Act]:
    """The acts that none of the others took back."""
    given = list(acts)
    undone = {act.payload.get("act") for act in given if act.verb == UNDONE}
    return [act for act in given if act.number not in undone]


def _settled(statements: Iterable[Statement], vocabulary: Vocabulary) -> list[Settling]:
    by_predicate: dict[str, list[Statement]] = defaultdict(list)
    for one in statements:
        by_predicate[one.predicate].append(one)
    return [Settling(vocabulary.read(name)[0], by_predicate[name]) for name in sorted(by_predicate)]


def _retracting(
    statements: Sequence[Statement], acts: Sequence[Act]
) -> tuple[list[Statement], list[Statement]]:
    """Statements still believed, and those taken back, each with when.

    What a text said again before a retraction, within the time that the retracted fact held, goes with it,
    also where it is read in other words by a later version of Camillo.
    """
    by_id: dict[str, Moment] = {}
    by_triple: dict[tuple[str, str, str], list[tuple[Moment, int, int]]] = defaultdict(list)
    for act in acts:
        if act.verb != RETRACTED or act.at is None:
            continue
        given = act.payload
        for one in given.get("ids", ()):
            by_id.setdefault(str(one), act.at)
        subject, predicate, object = (str(given.get(name, "")) for name in _WORDS)
        if "low" in given and "high" in given:
            span = (act.at, int(given["low"]), int(given["high"]))
            by_triple[subject, predicate, object].append(span)
    kept, gone = [], []
    for one in statements:
        when = by_id.get(one.id)
        if when is None and one.rank < ASSERTED:
            spans = by_triple.get((one.subject, one.predicate, one.object), ())
            when = next(
                (
                    at
                    for at, low, high in spans
                    if one.recorded.micros <= at.micros and low <= one.at <= high
                ),
                None,
            )
        if when is None:
            kept.append(one)
        else:
            gone.append(replace(one, retracted=when))
    return kept, gone


class _Facts:
    """Runs as facts, which name each other by id."""

    def __init__(self, runs: Sequence[Run], present: int) -> None:
        self.runs = sorted(runs, key=lambda run: (run.low, run.triple, run.first.word))
        self._present = present
        self._ids = _ids(self.runs)
        self._by_receipt: dict[tuple[int, str, str], Run] = {}
        for run in self.runs:
            for one in run.statements:
                if one.receipt and not one.over:
                    self._by_receipt[one.receipt, one.predicate, one.subject_key] = run
        for run in self.runs:
            self._succeed(run)

    def _succeed(self, run: Run) -> None:
        """Name what took its place: what ended it, or what the same write stated in its stead."""
        by = run.over_by
        if run.next is None and by is not None and by.receipt:
            after = self._by_receipt.get((by.receipt, by.predicate, by.subject_key))
            if after is not None and after is not run:
                run.next, after.previous = after, after.previous or run

    def of(self, run: Run) -> Fact:
        """The fact that a run is."""
        first = run.first
        cites = dict.fromkeys(one.cite for one in [first, *run.statements] if one.cite)
        return Fact(
            id=self._ids[id(run)],
            subject=first.subject,
            predicate=first.predicate,
            object=first.object,
            valid_from=run.begin,
            valid_to=run.end,
            recorded_at=first.recorded,
            confidence=max(one.confidence for one in run.statements if one.rank == first.rank),
            by=first.by,
            asserted=first.asserted,
            cite=next(iter(cites), ""),
            superseded_by=self._id(run.next),
            supersedes=self._id(run.previous),
            wings=tuple(sorted({wing for one in run.statements for wing in one.wings})),
            current=run.holds(self._present),
            said_at=None if first.asserted else first.said,
            contested=self._id(run.beaten),
            also=tuple(
                dict.fromkeys(one.id for one in (*run.statements, *run.ends) if one.id != first.id)
            ),
            cites=tuple(cites),
        )

    def pair(self, dispute: Dispute) -> Contradiction:
        """A dispute as facts."""
        kept, other = _final(dispute.kept), _final(dispute.other)
        return Contradiction(self.of(kept), self.of(other), dispute.since, dispute.until)

    def _id(self, run: Run | None) -> str:
        return "" if run is None else self._ids.get(id(_final(run)), "")


def _ids(runs: Sequence[Run]) -> dict[int, str]:
    """The id of each run: its first statement's, told apart where an end that nobody believes stands alone."""
    taken: set[str] = set()
    found = {}
    for run in sorted(runs, key=lambda run: run.first.over):
        made = run.first.id
        while made in taken:
            made += TWIN
        taken.add(made)
        found[id(run)] = made
    return found


def _final(run: Run) -> Run:
    while run.into is not None:
        run = run.into
    return run


def _withdrawn(statements: Sequence[Statement]) -> list[tuple[Fact, Triple]]:
    """What was taken back, one fact for each triple and retraction, as it was stated."""
    groups: dict[tuple[Triple, int], list[Statement]] = defaultdict(list)
    for one in statements:
        if one.retracted is not None:
            groups[one.triple, one.retracted.micros].append(one)
    found = []
    for (triple, _), group in groups.items():
        first = min(group, key=lambda one: (-one.rank, one.recorded.micros, one.order))
        begins = [one.begin for one in group if one.begin is not None]
        ends = [one.end for one in group if one.end is not None]
        fact = Fact(
            id=first.id,
            subject=first.subject,
            predicate=first.predicate,
            object=first.object,
            valid_from=min(begins, key=lambda at: at.micros, default=None),
            valid_to=min(ends, key=lambda at: at.micros, default=None),
            recorded_at=first.recorded,
            retracted_at=first.retracted,
            confidence=first.confidence,
            by=first.by,
            asserted=first.asserted,
            cite=first.cite,
            wings=tuple(sorted({wing for one in group for wing in one.wings})),
            current=False,
            said_at=None if first.asserted else first.said,
            also=tuple(dict.fromkeys(one.id for one in group if one.id != first.id)),
            cites=tuple(dict.fromkeys(one.cite for one in group if one.cite)),
        )
        found.append((fact, triple))
    return found
