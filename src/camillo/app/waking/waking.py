"""The wake-up of a palace: gathered when a wing has changed, kept in memory, told within a budget."""

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING

from camillo.app.clock import micros
from camillo.app.facts.beliefs import Beliefs
from camillo.app.notes.annotating import annotated, teller
from camillo.app.shorthand.briefly import briefly
from camillo.app.shorthand.compressing import held
from camillo.app.waking.facts import current_facts, fact_lines
from camillo.app.waking.gathering import Gathered, Redact, as_line, gather, hit_line
from camillo.distill.identity import Where
from camillo.distill.layers import Chart, Content, Count, fit
from camillo.distill.line import Line, day
from camillo.distill.order import Fact as Judged
from camillo.distill.order import by_worth
from camillo.distill.worth import Worth
from camillo.domain.fact import Fact
from camillo.domain.moment import Moment
from camillo.domain.place import GENERAL
from camillo.domain.search import Filters
from camillo.ports.rows import Tick
from camillo.ports.store import Snapshot
from camillo.text.tokens import index_terms

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.app.notes.mapping import Mapper, Sheet
    from camillo.domain.wakeup import WakeUp

#: Wings whose judged passages are kept in memory.
_KEPT_WINGS = 16
#: Facts and newest passages made into lines; many more than any usual budget holds.
_FACTS, _NEWS = 40, 40
#: So many passages of one conversation are told as news, so that several are.
_OF_ONE_CONVERSATION = 4
_HITS = 16
#: A hit below this score is not about the task.
_ABOUT = 0.35


@dataclass(frozen=True, slots=True)
class _Known:
    """A wing as it was judged: the clock then, its mark (which changes when the wing does)."""

    tick: Tick
    mark: object
    where: Where
    gathered: Gathered
    facts: Sequence[Fact]


class Waker:
    """Tells wake-ups of one palace; safe to share between threads."""

    def __init__(self, parts: "Parts") -> None:
        from camillo.ingest.halls.classify import Classifier
        from camillo.models.counting import token_counter

        self._parts = parts
        self._count = token_counter()
        self._classifier = Classifier(parts.preset())
        self._known: OrderedDict[str | None, _Known] = OrderedDict()
        self._lock = Lock()

    def wake_up(
        self,
        wing: str | None,
        task: str,
        budget: int,
        now: Moment | None,
        *,
        shorthand: bool = False,
    ) -> "WakeUp":
        """See :meth:`camillo.app.palace.Palace.wake_up`."""
        at = micros(now)
        placed = wing is None
        with self._parts.store.snapshot() as snapshot:
            owner = annotated(snapshot, self._parts.settings.identity)
            known = self._of(wing, snapshot)
            if known is None:
                flag = "empty" if wing is None else "unknown-wing"
                where = Where(wing or "", (), known=False)
                return fit(Content(owner, where, flags=[flag]), budget, self._count)
            chart = self._chart(snapshot, wing, at)
            facts = self._facts(snapshot, known, at, placed=placed)
            news = [
                as_line(snapshot, worth, placed=placed)
                for worth in islice(_several(known.gathered), _NEWS)
            ]
        context, flags = self._about(task, wing, now) if task else ([], [])
        if not (facts or context or news):
            flags = [*flags, "empty"]
        content = Content(
            owner=owner,
            where=known.where,
            facts=facts,
            context=context or news,
            topic="For this task:" if context else "Newest:",
            flags=flags,
            chart=chart,
        )
        return self._brief(content, budget) if shorthand else fit(content, budget, self._count)

    def _facts(self, snapshot: Snapshot, known: _Known, at: int, *, placed: bool) -> list[Line]:
        """What matters: passages that are pinned, then facts that hold now, then the passages worth most."""
        told = known.gathered.facts
        uses = snapshot.uses([fact.turn for fact in told])
        half_life = self._parts.settings.half_life_days
        ordered = by_worth(told, at, half_life, uses)[:_FACTS]
        pinned = sum(fact.pinned for fact in ordered)
        lines = [as_line(snapshot, fact.worth, placed=placed) for fact in ordered]
        tell = teller(self._parts, snapshot)
        lines[pinned:pinned] = fact_lines(snapshot, known.facts, at, tell)
        return lines

    def _chart(self, snapshot: Snapshot, wing: str | None, at: int) -> Chart:
        mapper, redact = self._parts.mapper(), self._parts.redacted
        return partial(_drawn, mapper, mapper.sheet(snapshot, wing), at, redact)

    def _brief(self, content: Content, budget: int) -> "WakeUp":
        with self._parts.store.snapshot() as snapshot:
            size = snapshot.counts()["drawers"]
            return briefly(content, partial(held, snapshot), size, budget, self._count)

    def _of(self, wing: str | None, snapshot: Snapshot) -> _Known | None:
        """The wing as judged before, or judged now if it has changed since; None: there is none."""
        tick = snapshot.tick()
        with self._lock:
            known = self._known.get(wing)
        if known is None or known.tick != tick:
            rows = [row for row in snapshot.wings() if wing in (None, row["wing"])]
            if not rows and (wing is not None or not snapshot.last_act()):
                return None
            mark = (tick.epoch, rows, snapshot.last_act())
            if known is not None and known.mark == mark:
                known = replace(known, tick=tick)
            else:
                beliefs = Beliefs(snapshot, self._parts.names().at(snapshot))
                facts = current_facts(beliefs, wing)
                gathered = self._gathered(snapshot, wing)
                known = _Known(tick, mark, _where(wing, rows), gathered, facts)
        with self._lock:
            self._known[wing] = known
            self._known.move_to_end(wing)
            while len(self._known) > _KEPT_WINGS:
                self._known.popitem(last=False)
        return known

    def _gathered(self, snapshot: Snapshot, wing: str | None) -> Gathered:
        from camillo.ingest.halls.classify import evidence

        tell, preset = teller(self._parts, snapshot), self._parts.preset()
        return gather(snapshot, wing, preset, evidence, self._classifier, tell)

    def _about(
        self, task: str, wing: str | None, now: Moment | None
    ) -> tuple[list[Line], list[str]]:
        """Lines that a search for the task finds, and what to know of that search."""
        found = self._parts.recaller().search(task, Filters(wing=wing), limit=_HITS, now=now)
        wanted = index_terms(task, None).terms.keys()
        with self._parts.store.snapshot() as snapshot:
            redact = teller(self._parts, snapshot)
            hits = [hit for hit in found.results if hit.score >= _ABOUT]
            lines = [
                line
                for hit in hits
                if (line := hit_line(snapshot, hit, wanted, redact, placed=wing is None))
            ]
        flags = [flag for flag in found.flags if flag in ("lexical-only", "static-only")]
        return lines, flags if lines else [*flags, "task-not-found"]


def _drawn(
    mapper: "Mapper", sheet: "Sheet", at: int, redact: Redact, tokens: int, count: Count
) -> Sequence[str]:
    return mapper.told(sheet, tokens, at, count, redact)


def _several(gathered: Gathered) -> Iterator[Worth]:
    """Of each of the newest conversations the passages that say most, the newest first."""
    news: dict[str, list[Judged]] = {}
    for fact in gathered.news:
        news.setdefault(fact.worth.memory.conversation, []).append(fact)
    for told in news.values():
        most = sorted(told, key=lambda fact: -fact.worth.importance)[:_OF_ONE_CONVERSATION]
        kept = {fact.worth.memory.id for fact in most}
        yield from (fact.worth for fact in told if fact.worth.memory.id in kept)


def _where(wing: str | None, rows: list[dict[str, object]]) -> Where:
    """The place by name, with its rooms or wings, the greatest first."""
    parts: list[dict[str, object]] = rows if wing is None else rows[0]["rooms"]  # type: ignore[assignment]
    kind = "wing" if wing is None else "room"
    parts = sorted(parts, key=lambda row: (-_number(row["turns"]), str(row[kind])))
    newest = max(
        (_number(row["newest"]) for row in rows if row["newest"] is not None), default=None
    )
    shown = "" if newest is None else day(Moment.from_epoch(newest / 1_000_000).text)
    names = [name for row in parts if (name := str(row[kind])) != GENERAL]
    return Where(wing or "", names, newest=shown)


def _number(value: object) -> int:
    return value if isinstance(value, int) else 0
