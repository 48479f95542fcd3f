"""A palace along time: how many memories each stretch has, which they are, and what was held to be true."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from camillo.app.clock import now
from camillo.app.facts.beliefs import Beliefs
from camillo.app.facts.hops import began, concerns
from camillo.domain.fact import Fact
from camillo.domain.moment import Moment
from camillo.domain.search import Filters, Memory
from camillo.knowledge.facts.view import Belief
from camillo.ports.rows import INT64, NO_TIME
from camillo.ports.store import Snapshot
from camillo.recall.filters import mask

if TYPE_CHECKING:
    from camillo.app.compose import Parts

Unit = Literal["D", "M", "Y"]
#: A line of more stretches than this is told in longer ones.
_MOST_STRETCHES = 120
_UNITS: tuple[Unit, ...] = ("D", "M", "Y")


@dataclass(frozen=True, slots=True)
class Stretch:
    """A day, a month or a year (``2025-06-01``, ``2025-06``, ``2025``, of UTC) and how many memories it has."""

    name: str
    memories: int


@dataclass(frozen=True, slots=True)
class Spread:
    """Stretches with memories, in order; ``undated`` counts those whose source gave no time."""

    stretches: tuple[Stretch, ...]
    memories: int
    undated: int


@dataclass(frozen=True, slots=True)
class Line:
    """Memories by event time, the newest first, from ``start`` on; ``more`` where there are further ones."""

    memories: tuple[Memory, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class Placed:
    """A fact on the line: whether it held on the day asked for, and what took its place, where that is known."""

    fact: Fact
    held: bool
    replaced_by: str = ""


@dataclass(frozen=True, slots=True)
class FactLine:
    """Facts in the order in which they began to hold, and how many there are in all (``total``)."""

    facts: tuple[Placed, ...]
    total: int


def spread(parts: "Parts", snapshot: Snapshot, filters: Filters) -> Spread:
    """How the memories inside some filters lie along time."""
    _, times = _turns(parts, snapshot, filters)
    dated = times[times != NO_TIME]
    unit, micros = "D", dated.astype("datetime64[us]")
    for unit in _UNITS:
        names, counts = np.unique(micros.astype(f"datetime64[{unit}]"), return_counts=True)
        if len(names) <= _MOST_STRETCHES:
            break
    told = zip(names.astype(str).tolist(), counts.tolist(), strict=True)
    return Spread(
        tuple(Stretch(name, count) for name, count in told),
        len(times),
        len(times) - len(dated),
    )


def line(parts: "Parts", snapshot: Snapshot, filters: Filters, start: int, limit: int) -> Line:
    """The memories inside some filters, the newest first, each by its first passage; undated ones last."""
    drawers, times = _turns(parts, snapshot, filters)
    order = np.lexsort((-drawers, -times.astype(np.float64)))
    chosen = drawers[order[start : start + limit]].tolist()
    told = snapshot.passages(chosen)
    memories = tuple(told[drawer] for drawer in chosen if drawer in told)
    return Line(memories, len(drawers) > start + limit)


def _turns(parts: "Parts", snapshot: Snapshot, filters: Filters) -> tuple[INT64, NDArray[np.int64]]:
    """The first drawer of each turn inside some filters, and the turn's event time."""
    catalogue = parts.recaller().catalogue(snapshot)
    rows = np.flatnonzero(mask(filters, catalogue, snapshot))
    _, first = np.unique(catalogue.columns.turn[rows], return_index=True)
    rows = rows[first]
    return catalogue.columns.drawer[rows], catalogue.columns.at[rows]


def facts(
    parts: "Parts",
    snapshot: Snapshot,
    *,
    entity: str | None,
    wing: str | None,
    as_of: Moment | None,
    known_at: Moment | None,
    limit: int,
) -> FactLine:
    """Facts of an entity, of a wing or of all, those that ended or were taken back among them.

    Where there are more than ``limit``, those that began last are told.
    """
    beliefs = Beliefs(snapshot, parts.names().at(snapshot), known_at)
    asked = beliefs.entity(entity) if entity else ""
    if asked:
        belief = beliefs.about([asked], as_of=as_of, now=now())
    else:
        belief = beliefs.everything(wing, as_of=as_of, now=now())
    told = [
        one
        for one in (*belief.facts, *belief.retracted)
        if (not asked or concerns(belief, one, asked)) and wing in (None, *one.wings)
    ]
    told.sort(key=began)
    return FactLine(_placed(told[-limit:], told, belief), len(told))


def _placed(shown: Sequence[Fact], told: Sequence[Fact], belief: Belief) -> tuple[Placed, ...]:
    """Facts with whether they hold, and the words of what took their place, if that is told as well."""
    held = {one.id for one in belief.held}
    words = {id: one.words for one in told for id in (one.id, *one.also)}
    return tuple(Placed(one, one.id in held, words.get(one.superseded_by, "")) for one in shown)
