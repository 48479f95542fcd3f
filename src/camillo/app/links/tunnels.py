"""Tunnels and hallways of a palace: which rooms and which entities belong together."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.link import Hallway, Spot, Tunnel
from camillo.domain.report import Receipt
from camillo.knowledge.links import made, rooms
from camillo.knowledge.links.made import Dug
from camillo.ports.store import PalaceStore, Snapshot
from camillo.text.names import ENTITY_MARK

_END = chr(ord(ENTITY_MARK) + 1)
#: Entities that more texts name are rare nowhere; of the others so many are looked at, the rarest first.
_MOST_TEXTS, _MOST_ENTITIES = 40, 4_000
_MOST_SHOWN = 500
#: What two rooms share may be chance: a name that half of a few rooms have tells less than this.
_LEAST_STRENGTH = 0.15
_FEW = 1_000


def strength(given: float) -> float:
    """A strength, checked.

    Raises:
        InvalidInput: it does not lie between 0 and 1.
    """
    if not 0 < given <= 1:
        raise InvalidInput(f"a strength of {given} cannot be given", "use more than 0, at most 1")
    return float(given)


def dig(
    store: PalaceStore,
    a: tuple[str, str],
    b: tuple[str, str],
    reason: str,
    sure: float,
    by: str,
) -> Receipt:
    """Record a tunnel between two rooms by their names.

    Raises:
        NotFound: there is no such room. InvalidInput: both are the same.
    """
    with store.snapshot() as snapshot:
        numbers = {(row.wing_name, row.room_name): row.room for row in snapshot.rooms()}
    for wing, room in (a, b):
        if (wing, room) not in numbers:
            raise NotFound(
                f"no room {room!r} in a wing {wing!r}", "list them with `camillo rooms WING`"
            )
    if a == b:
        raise InvalidInput("a tunnel needs two rooms", "name another one")
    act = made.tunnel_act(numbers[a], numbers[b], reason, sure, by)
    return store.record(made.TUNNEL_MADE, [act])


def tunnels(snapshot: Snapshot, wing: str | None, limit: int) -> tuple[Tunnel, ...]:
    """Those dug by hand, the strongest first, then automatic ones that lead from or to the wing."""
    dug, spots = by_hand(snapshot), spots_of(snapshot)
    known = {frozenset((one.a, one.b)) for one in dug}
    automatic = [
        one for one in _automatic(snapshot, spots, wing) if frozenset((one.a, one.b)) not in known
    ]
    found = [one for one in (*dug, *automatic) if wing in (None, one.a.wing, one.b.wing)]
    return tuple(found[: max(1, min(limit, _MOST_SHOWN))])


def by_hand(snapshot: Snapshot, spot: Spot | None = None) -> tuple[Tunnel, ...]:
    """The tunnels that were dug, the strongest first: all, or those of one room."""
    dug = sorted(dug_in(snapshot), key=lambda each: (-each.strength, each.number))
    spots = spots_of(snapshot) if dug else {}
    return tuple(
        Tunnel(spots[one.a], spots[one.b], one.strength, one.reason, one.by, one.number)
        for one in dug
        if one.a in spots
        and one.b in spots
        and (spot is None or spot in (spots[one.a], spots[one.b]))
    )


def spots_of(snapshot: Snapshot) -> dict[int, Spot]:
    """All rooms by number."""
    return {row.room: Spot(row.wing_name, row.room_name) for row in snapshot.rooms()}


def dug_in(snapshot: Snapshot) -> list[Dug]:
    """The tunnels in force that were dug by hand."""
    return made.tunnels_made(snapshot.acts(made.TUNNEL_VERBS))


def _automatic(snapshot: Snapshot, spots: Mapping[int, Spot], wing: str | None) -> Iterable[Tunnel]:
    if len({spot.wing for spot in spots.values()}) < 2:
        return []
    spoken = _spoken(snapshot, spots)
    if wing is not None:
        own = {room for room, spot in spots.items() if spot.wing == wing}
        spoken = {entity: held for entity, held in spoken.items() if own & held.keys()}
    wings = {room: spot.wing for room, spot in spots.items()}
    found = [
        one
        for one in rooms.shared(spoken, wings, len(spots))
        if one.strength >= _LEAST_STRENGTH
        and (wing is None or wing in (wings[one.a], wings[one.b]))
    ][:_MOST_SHOWN]
    ids = _ids(snapshot, [drawer for one in found for drawer in one.drawers])
    return [
        Tunnel(
            a=spots[one.a],
            b=spots[one.b],
            strength=one.strength,
            entities=one.entities,
            evidence=tuple(ids[drawer] for drawer in one.drawers if drawer in ids),
        )
        for one in found
    ]


def _spoken(snapshot: Snapshot, spots: Mapping[int, Spot]) -> dict[str, dict[int, list[int]]]:
    """For each rare entity the rooms whose texts surely name it, with those texts."""
    counts = snapshot.term_counts(ENTITY_MARK, _END)
    rare = sorted((count, term) for term, count in counts.items() if 2 <= count <= _MOST_TEXTS)
    postings = snapshot.postings([term for _, term in rare[:_MOST_ENTITIES]])
    shelf = snapshot.shelved(0)
    placed = snapshot.placements(0)
    spoken: dict[str, dict[int, list[int]]] = {}
    for term, found in postings.items():
        at = np.searchsorted(shelf.drawer, found.drawer)
        held: dict[int, list[int]] = defaultdict(list)
        for drawer, turn in zip(found.drawer.tolist(), shelf.turn[at].tolist(), strict=True):
            low = int(np.searchsorted(placed.turn, turn))
            while low < len(placed.turn) and placed.turn[low] == turn:
                held[int(placed.room[low])].append(drawer)
                low += 1
        spoken[term[len(ENTITY_MARK) :]] = {
            room: drawers for room, drawers in held.items() if room in spots
        }
    return spoken


def _ids(snapshot: Snapshot, drawers: Sequence[int]) -> dict[int, str]:
    wanted = sorted(set(drawers))
    return {drawer: memory.id for drawer, memory in snapshot.passages(wanted).items()}


def hallways(snapshot: Snapshot, wing: str, limit: int) -> tuple[Hallway, ...]:
    """Entities that meet in a wing, the strongest first.

    Raises:
        NotFound: there is no such wing.
    """
    own = {row.room for row in snapshot.rooms() if row.wing_name == wing}
    if not own:
        raise NotFound(f"no wing named {wing!r}", "list them with `camillo wings`")
    placed = snapshot.placements(0)
    turns = placed.turn[np.isin(placed.room, list(own))]
    shelf = snapshot.shelved(0)
    drawers = shelf.drawer[np.isin(shelf.turn, turns)].tolist()
    found = rooms.together(_named(snapshot, drawers))[: max(1, min(limit, _MOST_SHOWN))]
    ids = _ids(snapshot, [drawer for one in found for drawer in one.drawers])
    return tuple(
        Hallway(
            wing=wing,
            entities=one.entities,
            count=one.count,
            strength=one.strength,
            evidence=tuple(ids[drawer] for drawer in one.drawers if drawer in ids),
        )
        for one in found
    )


def _named(snapshot: Snapshot, drawers: Sequence[int]) -> Iterable[tuple[int, list[str]]]:
    """What each drawer surely names."""
    for at in range(0, len(drawers), _FEW):
        batch = drawers[at : at + _FEW]
        known = snapshot.known(batch)
        for drawer in batch:
            mentions = known[drawer].mentions if drawer in known else ()
            yield drawer, [one.key for one in mentions if one.sure]
