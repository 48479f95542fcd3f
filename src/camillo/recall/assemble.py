"""Assembly: ranked drawers become hits, folded, joined and cut to limit and budget."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from camillo.domain.drawer import Span
from camillo.domain.search import Group, Hit, Memory
from camillo.ports.rows import NO_TIME
from camillo.ports.store import Snapshot
from camillo.recall.catalogue import ROWS, Catalogue
from camillo.recall.chosen import Chosen, Taken
from camillo.recall.explain import path, rounded, why
from camillo.recall.ranking import Ranked
from camillo.recall.repeats import Repeats
from camillo.text.budget import tokens
from camillo.text.sameness import Known

_PASSAGES = 4
_FETCHED = 40


@dataclass
class Allowance:
    """How many hits and tokens may still be returned."""

    limit: int
    budget: int | None
    cut: bool = False

    def admits(self, text: str) -> bool:
        """Take the text's tokens off the budget, if they fit."""
        if self.budget is None:
            return True
        cost = tokens(text)
        if cost > self.budget:
            self.cut = True
            return False
        self.budget -= cost
        return True


class Assembler:
    """Builds hits from one ranking inside one snapshot; ``found`` are the drawers of each by its id.

    ``known`` tells words from slips of the pen.
    """

    def __init__(
        self,
        ranked: Ranked,
        shown: Sequence[float],
        catalogue: Catalogue,
        snapshot: Snapshot,
        known: Known | None = None,
    ) -> None:
        self.ranked = ranked
        self.shown = shown
        self.catalogue = catalogue
        self.snapshot = snapshot
        self.repeats = Repeats(catalogue, known)
        at = catalogue.columns.at[ranked.rows]
        self.rank = np.round(ranked.rank.astype(np.float64), 6)
        self.found: dict[str, list[int]] = {}
        self.late = np.where(at == NO_TIME, np.iinfo(np.int64).max, at)

    def hits(self, group: Group, allowance: Allowance) -> list[Hit]:
        """The best drawers or the best conversations, best first."""
        return self.drawers(allowance) if group == "drawer" else self.conversations(allowance)

    def drawers(self, allowance: Allowance) -> list[Hit]:
        """The best drawers, best first."""
        order = self._order(np.arange(len(self.ranked.rows)))
        return [self._hit(chosen) for chosen in self._choose(order, allowance)]

    def conversations(self, allowance: Allowance) -> list[Hit]:
        """The best conversations, each as its best drawer with its next ones as passages."""
        ranked, catalogue = self.ranked, self.catalogue
        codes = catalogue.code[ranked.rows]
        best: dict[int, float] = {}
        for code, score in zip(codes.tolist(), ranked.conversation.tolist(), strict=True):
            best[code] = rounded(score)
        firsts = {code: int(catalogue.order[catalogue.bounds[code]]) for code in best}
        at = catalogue.columns.at
        in_order = sorted(
            best, key=lambda code: (-best[code], _late(int(at[firsts[code]])), firsts[code])
        )
        hits: list[Hit] = []
        for code in in_order:
            if len(hits) >= allowance.limit:
                break
            within = self._order(np.flatnonzero(codes == code))
            inner = Allowance(1 + _PASSAGES, allowance.budget)
            found = [self._hit(chosen) for chosen in self._choose(within, inner)]
            allowance.budget, allowance.cut = inner.budget, allowance.cut or inner.cut
            if found:
                reason = {**found[0].why, "conversation": best[code]}
                hits.append(replace(found[0], why=reason, passages=tuple(found[1:])))
        return hits

    def _choose(self, order: Sequence[int], allowance: Allowance) -> list[Chosen]:
        """Walk down the ranking, folding what repeats a text and joining neighbours of one turn."""
        taken = Taken(self.repeats)
        columns = self.catalogue.columns
        for at, memory in self._memories(order):
            if len(taken.hits) >= allowance.limit:
                break
            if (twin := taken.twin(memory)) is not None:
                twin.also.append(memory.id)
                continue
            row = int(self.ranked.rows[at])
            turn, ordinal = int(columns.turn[row]), int(columns.ordinal[row])
            beside = taken.neighbour(turn, ordinal)
            if beside is not None:
                self._join(taken, beside, row, memory, allowance)
            elif found := taken.first(memory, row):
                first, how = found
                first.also.append(memory.id)
                first.repeated[memory.id] = how
            elif allowance.admits(memory.text):
                drawer = int(columns.drawer[row])
                span = Span.parse(memory.id)
                taken.add(Chosen(at, row, memory, span, {ordinal}, turn, [drawer]))
        return taken.hits

    def _join(
        self, taken: Taken, number: int, row: int, memory: Memory, allowance: Allowance
    ) -> None:
        """Widen a hit over a drawer that touches it, if it fits; the text between them comes along."""
        into = taken.hits[number]
        span = Span.parse(memory.id)
        wide = Span(span.key, min(span.start, into.span.start), max(span.end, into.span.end))
        joined = self.snapshot.get(wide, 0)
        if joined is None or not allowance.admits(joined.text[len(into.memory.text) :]):
            return
        taken.widen(number, joined, wide, memory)
        columns = self.catalogue.columns
        into.ordinals.add(int(columns.ordinal[row]))
        into.drawers.append(int(columns.drawer[row]))

    def _memories(self, order: Sequence[int]) -> Iterator[tuple[int, Memory]]:
        """Texts in the order of the ranking, read a few at a time; ties by event time, then id."""
        columns, ranked = self.catalogue.columns, self.ranked
        start = 0
        while start < len(order):
            stop = min(len(order), start + _FETCHED)
            while stop < len(order) and self._key(order[stop]) == self._key(order[stop - 1]):
                stop += 1
            part = order[start:stop]
            drawers = columns.drawer[ranked.rows[np.array(part, np.intp)]].tolist()
            found = self.snapshot.passages(drawers)
            pairs = [(at, found[d]) for at, d in zip(part, drawers, strict=True) if d in found]
            yield from sorted(pairs, key=lambda pair: (*self._key(pair[0]), pair[1].id))
            start = stop

    def _key(self, at: int) -> tuple[float, int]:
        return -float(self.rank[at]), int(self.late[at])

    def _order(self, among: ROWS) -> list[int]:
        """Those above zero, best first, then by event time."""
        positive = among[self.ranked.rank[among] > 0]
        order: list[int] = positive[
            np.lexsort((self.late[positive], -self.rank[positive]))
        ].tolist()
        return order

    def _hit(self, chosen: Chosen) -> Hit:
        memory = chosen.memory
        self.found[memory.id] = chosen.drawers
        return Hit(
            id=memory.id,
            text=memory.text,
            score=rounded(self.shown[chosen.at]),
            why=self._why(chosen),
            wing=memory.wing,
            room=memory.room,
            hall=memory.hall,
            at=memory.turn.at,
            source=memory.source,
            source_kind=memory.source_kind,
            document=memory.document,
            span=memory.span,
            conversation=memory.conversation,
            title=memory.title,
            speaker=memory.turn.speaker,
            role=memory.turn.role,
            part=memory.part,
            turns=(memory.turn,),
            meta=memory.meta,
            also=tuple(chosen.also),
            current=memory.current,
        )

    def _why(self, chosen: Chosen) -> dict[str, object]:
        ranked, at = self.ranked, chosen.at
        bonuses = {
            name: values[at] for name, values in ranked.bonuses.items() if rounded(values[at])
        }
        found_by = [arm for arm, rows in ranked.proposed.items() if rows[at]]
        rank = {**bonuses, "rank": ranked.rank[at]}
        reason = why(at, found_by, ranked.arms, ranked.fused, rank)
        if "graph" in bonuses:
            reason["path"] = path(ranked.lent.path(int(ranked.rows[at])), self.snapshot)
        if chosen.repeated:
            reason["repeated"] = dict(chosen.repeated)
        if at in ranked.lined:
            reason["context_line_from"] = ranked.lined[at]
        return reason


def _late(time: int) -> int:
    """Times in order, those without one last."""
    return 2**63 if time == NO_TIME else time
