"""Putting faded memories aside: listed first, hidden by an act, brought back by its number."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import timedelta

import numpy as np

from camillo.app.clock import micros
from camillo.app.ids import span_of
from camillo.app.links.contexts import UNDONE
from camillo.app.waking.gathering import PINNED_META
from camillo.domain.drawer import Span
from camillo.domain.episode import Fading
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.fading import DAY, relevance
from camillo.domain.knowledge import Act
from camillo.domain.moment import Moment, Time
from camillo.domain.pruning import PINNED, PRUNED, UNPINNED, UNPRUNED, VERBS, pinned, pruned
from camillo.domain.report import Receipt
from camillo.ports.rows import INT64, NO_TIME
from camillo.ports.store import PalaceStore, Snapshot

Age = str | float | timedelta
#: An act names so many turns at the most.
_TURNS = 1_000
_AGE = re.compile(r"(\d{1,6}(?:\.\d+)?)\s*([a-z]*)", re.IGNORECASE)
_DAYS = {"": 1.0, "d": 1.0, "w": 7.0, "m": 30.4375, "y": 365.25}
_DAYS |= {"day": 1.0, "week": 7.0, "month": 30.4375, "year": 365.25}


class Pruning:
    """What has faded in one palace. Pruned memories are left out of searches and wake-ups, no more.

    >>> import tempfile, pathlib
    >>> from camillo import Palace
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Palace.open(pathlib.Path(folder) / "palace.camillo") as palace:
    ...         receipt = palace.add("The old printer jams.", at="2020-01-01")
    ...         done = palace.pruning.prune("180d", below=0.2, now="2025-01-01")
    ...         gone = palace.search("printer jams").results
    ...         back = palace.pruning.undo(done.number)
    ...         found = palace.search("printer jams").results[0].text
    >>> gone, found
    ((), 'The old printer jams.')
    """

    def __init__(self, store: PalaceStore, half_life: float) -> None:
        self._store = store
        self._half_life = half_life

    def plan(
        self,
        older_than: Age = "180d",
        *,
        below: float = 0.2,
        wing: str | None = None,
        now: Time | None = None,
    ) -> tuple[Fading, ...]:
        """What :meth:`prune` with the same arguments would hide, the most faded first; writes nothing.

        Those are turns of that age whose relevance has fallen below a value from 0 to 1. What has no
        time, is pinned, or is cited by something asserted by hand never is among them; with a
        ``wing`` only what lies in that wing alone.

        Raises:
            InvalidInput: an age, the value or the time cannot be used. NotFound: there is no such wing.
        """
        days = days_of(older_than)
        if not 0 <= below <= 1:
            raise InvalidInput(f"a relevance of {below} cannot be", "give a value from 0 to 1")
        at = micros(Moment.given(now))
        with self._store.snapshot() as snapshot:
            turns, times = _turns(snapshot, wing)
            old = times <= at - days * DAY
            found = self._faded(snapshot, turns[old], times[old], below, at)
            # Read to its end here: once the snapshot is given back there is nothing to read from.
            return tuple(sorted(found, key=lambda one: (one.relevance, one.id)))

    def prune(
        self,
        older_than: Age = "180d",
        *,
        below: float = 0.2,
        wing: str | None = None,
        now: Time | None = None,
    ) -> Receipt:
        """Hide what :meth:`plan` lists; ``get`` still has it, and :meth:`undo` brings it back.

        Raises:
            InvalidInput: see :meth:`plan`. NotFound: nothing has faded so far.
        """
        found = self.plan(older_than, below=below, wing=wing, now=now)
        if not found:
            raise NotFound("nothing has faded so far", "ask for a lesser age or a higher relevance")
        keys = [Span.parse(one.id).key.hex() for one in found]
        rule = {"older_than": days_of(older_than), "below": below, "wing": wing or ""}
        acts = [
            Act(PRUNED, payload={**rule, "turns": keys[start : start + _TURNS]})
            for start in range(0, len(keys), _TURNS)
        ]
        return replace(self._store.record("prune", acts), counts={"turns": len(keys)})

    def undo(self, number: int) -> Receipt:
        """Bring back what one pruning hid, by its receipt's number.

        Raises:
            NotFound: no pruning that stands has this number.
        """
        if number not in self.standing():
            raise NotFound(
                f"there is no pruning {number} to undo", "see them with `camillo prune --list`"
            )
        count = self.standing()[number]
        receipt = self._store.record("undo prune", [Act(UNPRUNED, payload={"receipt": number})])
        return replace(receipt, counts={"turns": count})

    def standing(self) -> dict[int, int]:
        """The prunings that stand: how many turns each hid, by receipt number."""
        with self._store.snapshot() as snapshot:
            acts = snapshot.acts(VERBS)
        undone = {act.payload.get("receipt") for act in acts if act.verb == UNPRUNED}
        found: dict[int, int] = {}
        for act in acts:
            if act.verb == PRUNED and act.receipt not in undone:
                found[act.receipt] = found.get(act.receipt, 0) + len(act.payload.get("turns", ()))
        return found

    def pin(self, id: str) -> Receipt:
        """Keep a memory from being pruned, and count it as most important.

        Raises:
            NotFound: this palace holds nothing of that id.
        """
        return self._record("pin", PINNED, id)

    def unpin(self, id: str) -> Receipt:
        """Take a pin back.

        Raises:
            NotFound: this palace holds nothing of that id.
        """
        return self._record("unpin", UNPINNED, id)

    def _record(self, verb: str, act: str, id: str) -> Receipt:
        with self._store.snapshot() as snapshot:
            key = span_of(snapshot, id).key
            if not snapshot.turn_numbers([key]):
                raise NotFound(f"nothing has the id {id!r}", "search again")
        return self._store.record(verb, [Act(act, key.hex())])

    def _faded(
        self, snapshot: Snapshot, turns: INT64, times: INT64, below: float, now: int
    ) -> Iterator[Fading]:
        kept = _kept(snapshot)
        uses = snapshot.uses(turns.tolist())
        faded = {
            turn: (at, value)
            for turn, at in zip(turns.tolist(), times.tolist(), strict=True)
            if turn not in kept
            and (value := relevance(at, now, self._half_life, uses.get(turn))) < below
        }
        firsts = {each[0]: turn for turn, each in snapshot.drawers_of([*faded]).items()}
        for drawer, memory in snapshot.passages([*firsts]).items():
            at, value = faded[firsts[drawer]]
            use = uses.get(firsts[drawer])
            yield Fading(
                id=memory.id,
                wing=memory.wing,
                at=memory.turn.at,
                age=round(max(0, now - at) / DAY, 1),
                uses=use.count if use else 0,
                relevance=round(value, 6),
                text=memory.text,
            )


def days_of(age: Age) -> float:
    """An age in days.

    >>> days_of("26w"), days_of(3), days_of("2 years")
    (182.0, 3.0, 730.5)
    """
    if isinstance(age, timedelta):
        return age / timedelta(days=1)
    found = _AGE.fullmatch(str(age).strip())
    unit = found[2].lower() if found else "?"
    days = _DAYS.get(unit) or _DAYS.get(unit.removesuffix("s"))
    if found is None or days is None:
        raise InvalidInput(f"{age!r} is no age", "write it as 180d, 26w, 6m or 1y")
    return float(found[1]) * days


def _turns(snapshot: Snapshot, wing: str | None) -> tuple[INT64, INT64]:
    """The current turns that have a time, with it: all of them, or those that lie in one wing alone."""
    columns = snapshot.columns(0)
    wanted = columns.current & (columns.at != NO_TIME)
    turns, first = np.unique(columns.turn[wanted], return_index=True)
    times = columns.at[wanted][first]
    if wing is None:
        return turns, times
    rooms = [row.room for row in snapshot.rooms() if row.wing_name == wing]
    if not rooms:
        raise NotFound(f"no wing named {wing!r}", "list them with `camillo wings`")
    placements = snapshot.placements(0)
    inside = np.isin(placements.room, rooms)
    alone = np.setdiff1d(placements.turn[inside], placements.turn[~inside])
    among = np.isin(turns, alone)
    return turns[among], times[among]


def _kept(snapshot: Snapshot) -> set[int]:
    """Turns that are pruned already, pinned, or cited by what was asserted by hand."""
    acts = snapshot.acts()
    keys = {*pruned(acts), *pinned(acts), *_cited(acts)}
    by_meta = [number for meta in PINNED_META for number in snapshot.turns_where(meta).tolist()]
    return {*snapshot.turn_numbers(sorted(keys)).values(), *by_meta}


def _cited(acts: Iterable[Act]) -> Iterator[bytes]:
    for act in acts:
        if act.verb not in (PRUNED, UNPRUNED, UNDONE):
            yield from _keys([act.subject, act.object, *act.payload.values()])


def _keys(values: Iterable[object]) -> Iterator[bytes]:
    """Keys of the ids among values, those in lists and tables too."""
    for value in values:
        if isinstance(value, str):
            try:
                yield Span.parse(value).key
            except InvalidInput:
                continue
        elif isinstance(value, list):
            yield from _keys(value)
        elif isinstance(value, dict):
            yield from _keys(value.values())
