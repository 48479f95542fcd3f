"""The plan of a palace: wings with their rooms, how much lies in each, and of what kind."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from camillo.domain.drawer import Span
from camillo.domain.search import Memory
from camillo.ports.store import PalaceStore, Snapshot


@dataclass(frozen=True, slots=True)
class RoomPlan:
    """A room: how many memories lie in it, by hall, and the newest event time in micros."""

    room: str
    turns: int
    newest: int | None
    halls: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class WingPlan:
    """A wing with its rooms, the fullest first. A memory that lies in two rooms counts once for the wing."""

    wing: str
    turns: int
    newest: int | None
    rooms: tuple[RoomPlan, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """All wings, the fullest first, and the palace's totals by the names that its status gives them."""

    wings: tuple[WingPlan, ...]
    counts: Mapping[str, int]


def plan(snapshot: Snapshot) -> Plan:
    """The plan as a snapshot sees it; its figures are those of ``wings``."""
    halls = _halls(snapshot)
    wings = [_wing(row, halls) for row in snapshot.wings()]
    ordered = sorted(wings, key=lambda one: (-one.turns, one.wing))
    return Plan(tuple(ordered), snapshot.counts())


def _wing(
    row: Mapping[str, object], halls: Mapping[tuple[str, str], Mapping[str, int]]
) -> WingPlan:
    name = str(row["wing"])
    listed: Sequence[Mapping[str, object]] = row["rooms"]  # type: ignore[assignment]
    rooms = [
        RoomPlan(
            str(one["room"]),
            int(one["turns"]),  # type: ignore[call-overload]
            one["newest"],  # type: ignore[arg-type]
            halls.get((name, str(one["room"])), {}),
        )
        for one in listed
    ]
    rooms.sort(key=lambda one: (-one.turns, one.room))
    return WingPlan(name, int(row["turns"]), row["newest"], tuple(rooms))  # type: ignore[call-overload, arg-type]


def _halls(snapshot: Snapshot) -> Mapping[tuple[str, str], Mapping[str, int]]:
    """How many placements each room has in each hall, the most first."""
    placed, labels = snapshot.placements(0), snapshot.labels()
    paired = (placed.room.astype(np.int64) << 32) | placed.hall
    pairs, counts = np.unique(paired, return_counts=True)
    found: dict[int, Counter[str]] = defaultdict(Counter)
    for pair, count in zip(pairs.tolist(), counts.tolist(), strict=True):
        found[pair >> 32][labels.get(pair & 0xFFFFFFFF, "")] += count
    names = {row.room: (row.wing_name, row.room_name) for row in snapshot.rooms()}
    return {
        names[room]: dict(counted.most_common()) for room, counted in found.items() if room in names
    }


def newest(store: PalaceStore, wing: str, room: str | None, limit: int) -> tuple[Memory, ...]:
    """The current texts that were filed in a wing (or in one of its rooms) last, whole, the last one first."""
    found: list[Memory] = []
    with store.snapshot() as snapshot:
        rooms = [
            row.room
            for row in snapshot.rooms()
            if row.wing_name == wing and room in (None, row.room_name)
        ]
        placed = snapshot.placements(0)
        inside = np.unique(placed.turn[np.isin(placed.room, rooms)])
        for turn in inside[::-1][: 8 * limit].tolist():
            if len(found) == limit:
                break
            (stored,) = store.stored(turn - 1, 1)
            if stored.encoding is None or not stored.content.strip():
                continue
            memory = snapshot.get(Span(stored.key, 0, len(stored.content)), 0)
            if memory is not None and memory.current:
                found.append(memory)
    return tuple(found)
