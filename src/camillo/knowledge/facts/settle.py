"""Settling what was stated: which value held when, and which statements cannot stand together.

All statements of one kind of relation are laid along world time. The most trusted go first, and what
is less trusted fills what they leave. Among equals a new value ends the one before it at the instant it
begins; of two that begin together the later word is taken. The outcome is a function of the set of
statements: the order in which they arrive matters only where nothing else tells them apart.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from camillo.domain.fact import Predicate
from camillo.knowledge.facts.ends import Ends
from camillo.knowledge.facts.placing import Slot, placed, slots
from camillo.knowledge.facts.runs import Dispute, Run
from camillo.knowledge.facts.spans import EVER, NEVER, surely_before
from camillo.knowledge.facts.statements import Statement, Triple


class Settling:
    """The runs and disputes of all statements of one predicate."""

    def __init__(self, predicate: Predicate, statements: Sequence[Statement]) -> None:
        statements = placed(predicate, statements)
        self.disputes: list[Dispute] = []
        self._predicate = predicate
        self._ends = Ends(statements)
        self._of_triple: dict[Triple, list[Run]] = defaultdict(list)
        self._of_slot: dict[Slot, list[Run]] = defaultdict(list)
        values = [one for one in statements if not one.over]
        for rank in sorted({one.rank for one in values}, reverse=True):
            tier = [one for one in values if one.rank == rank]
            for one in sorted(tier, key=lambda one: (one.at, one.word)):
                self._state(one)
            self._join(rank)
        for words in self._ends.unused():
            self._end_unknown(words)
        self._reach_back()
        self._side_by_side()

    @property
    def runs(self) -> list[Run]:
        """All runs, by their beginning."""
        found = [run for runs in self._of_triple.values() for run in runs]
        return sorted(found, key=lambda run: (run.low, run.high, run.first.word, run.triple))

    # ---- stating ---------------------------------------------------------------------------

    def _state(self, one: Statement) -> None:
        """Let a value begin, unless it is known to hold then."""
        for run in self._of_triple[one.triple]:
            if run.covers(one.at):
                run.statements.append(one)
                return
        run = Run(one.triple, one.rank, one.at, one.begin, statements=[one])
        run.ends = self._ends.of(one.triple, one.at, one.rank)
        if run.over_by is not None:
            run.stop(run.over_by.at, run.over_by.boundary)
        self._yield_to_trusted(run)
        same = next((each for each in self._of_triple[one.triple] if each.covers(run.low)), None)
        if run.beaten is None and same is not None:
            same.statements.append(one)
            run.into = same
            return
        if run.beaten is None:
            self._end_others(run)
        self._keep(run)

    def _yield_to_trusted(self, run: Run) -> None:
        """Give way to what is trusted more: begin after it, end as it begins, or not hold at all."""
        for trusted in sorted(self._rivals(run), key=lambda other: other.low):
            if trusted.rank <= run.rank or trusted.beaten is not None:
                continue
            if trusted.covers(run.low):
                self._dispute(trusted, run, run.begin or run.first.said, trusted.end)
                if trusted.high == NEVER or not run.dated or trusted.high >= run.high:
                    run.beaten = trusted
                    return
                run.low, run.begin, run.previous = trusted.high, trusted.end, trusted
            elif run.low < trusted.low < run.high:
                self._cut(run, trusted)

    def _end_others(self, run: Run) -> None:
        """End what holds as a value begins, and what was to begin with it."""
        for other in self._rivals(run):
            if other.rank != run.rank or other.beaten is not None:
                continue
            if run.low < other.low < run.high:
                self._cut(run, other)
            elif other.high == run.low and other.next is None:
                other.next, run.previous = run, run.previous or other
            elif not other.covers(run.low):
                continue
            elif other.low == run.low:
                other.beaten = run
                self._dispute(run, other, run.begin or run.first.said, None)
            else:
                self._cut(other, run)

    def _cut(self, run: Run, by: Run) -> None:
        """End a run where another begins; one that was stated to go on longer is disputed."""
        told, begins = run.over_by, by.first.boundary
        longer = told is not None and told.dated and told.end is not None and begins is not None
        if longer and told is not None and told.end and begins and surely_before(begins, told.end):
            self._dispute(by, run, begins, told.end)
        run.stop(by.low, by.begin if by.dated else begins)
        run.next, by.previous = by, run

    def _join(self, rank: int) -> None:
        """Let what a more trusted statement says too become one run with it."""
        for runs in self._of_triple.values():
            for run in [run for run in runs if run.rank == rank and run.beaten is None]:
                for trusted in runs:
                    if trusted.rank > rank and run.low < trusted.low < run.high:
                        self._absorb(trusted, run)
                        break

    def _absorb(self, trusted: Run, run: Run) -> None:
        trusted.statements += run.statements
        if not trusted.dated:
            trusted.low, trusted.begin, trusted.previous = run.low, run.begin, run.previous
        run.into = trusted
        self._drop(run)

    # ---- ends of what no one said to hold --------------------------------------------------

    def _end_unknown(self, words: list[Statement]) -> None:
        """Keep that something is over of which nothing else is known, or what cannot be believed."""
        end = words[0]
        run = Run(end.triple, end.rank, end.at, None, statements=[end])
        run.stop(end.at, end.boundary)
        run.ends = words
        for other in self._of_triple[end.triple]:
            if other.rank > end.rank and (other.covers(end.at) or other.high == NEVER):
                run.beaten = other
                self._dispute(other, run, end.boundary, other.end)
                break
        self._keep(run)

    # ---- what is taken of what was not said ------------------------------------------------

    def _reach_back(self) -> None:
        """Let undated runs reach back as far as nothing else is known."""
        order = {id(run): at for at, run in enumerate(self.runs)}
        for run in self.runs:
            if run.dated or run.beaten is not None:
                continue
            earlier = [
                other
                for other in (*self._rivals(run), *self._of_triple[run.triple])
                if order[id(other)] < order[id(run)] and other.beaten is None
            ]
            # What is said again of what had ended tells nothing of the time between.
            before = [run.low if one.triple == run.triple else one.high for one in earlier]
            run.reach = min(run.low, max([EVER, *before]))

    def _side_by_side(self) -> None:
        """Note what holds side by side though an object can have one subject."""
        if self._predicate.inverse_holds == "many" or self._predicate.symmetric:
            return
        for slot, runs in self._of_slot.items():
            if slot[0] != "object":
                continue
            whole = [run for run in runs if run.beaten is None and run.reach < run.high]
            for at, one in enumerate(whole):
                for other in whole[at + 1 :]:
                    if one.triple != other.triple and max(one.low, other.low) < min(
                        one.high, other.high
                    ):
                        kept, left = sorted((one, other), key=_preference, reverse=True)
                        since = max((one, other), key=lambda run: run.low)
                        until = min((one, other), key=lambda run: run.high)
                        self._dispute(kept, left, since.first.boundary, until.end)

    # ---- keeping ---------------------------------------------------------------------------

    def _rivals(self, run: Run) -> Iterator[Run]:
        """Runs that cannot hold beside it, each once."""
        seen: set[int] = set()
        for slot in slots(self._predicate, run.triple):
            for other in self._of_slot[slot]:
                if other.triple == run.triple or id(other) in seen:
                    continue
                # Nothing was said of the object's other subjects, so only dates tell which came later.
                if slot[0] == "object" and not (run.dated and other.dated):
                    continue
                seen.add(id(other))
                yield other

    def _keep(self, run: Run) -> None:
        self._of_triple[run.triple].append(run)
        for slot in dict.fromkeys(slots(self._predicate, run.triple)):
            self._of_slot[slot].append(run)

    def _drop(self, run: Run) -> None:
        self._of_triple[run.triple] = [one for one in self._of_triple[run.triple] if one is not run]
        for slot in slots(self._predicate, run.triple):
            self._of_slot[slot] = [one for one in self._of_slot[slot] if one is not run]

    def _dispute(self, kept: Run, other: Run, since: object, until: object) -> None:
        self.disputes.append(Dispute(kept, other, since, until))  # type: ignore[arg-type]


def _preference(run: Run) -> tuple[int, int, tuple[int, int, int]]:
    return (run.rank, run.low, run.first.word)
