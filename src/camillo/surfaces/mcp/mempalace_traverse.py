"""MemPalace's walk over rooms, with MemPalace's arguments; a part of its profile."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

from mcp_types import CallToolResult
from pydantic import Field

from camillo.domain.errors import NotFound
from camillo.domain.place import GENERAL
from camillo.surfaces.mcp import answers
from camillo.surfaces.mcp.keeper import Keeper
from camillo.surfaces.mcp.tooling import Offer, answer, reads
from camillo.text.fence import NOTICE, fenced
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.app.palace import Palace

_MOST, _TUNNELS, _MENTIONS, _WINGS = 50, 500, 200, 20

#: By room its wings, each with its turns.
Rooms = dict[str, dict[str, int]]
#: By room what else it is connected to, and by what.
Doors = dict[str, dict[str, list[str]]]


class MemPalaceTraverse:
    """Walks over one keeper's palace."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    def offers(self) -> Sequence[Offer]:
        """The tools in the order in which they are listed."""
        return [(self.mempalace_traverse, reads())]

    def mempalace_traverse(
        self,
        start_room: Annotated[str, Field(description="a room, or the name of an entity")],
        max_hops: Annotated[int, Field(ge=1, le=10)] = 2,
    ) -> Annotated[CallToolResult, answers.Walk]:
        """Rooms connected to a room or an entity, by wings that they share and by tunnels, nearest first."""
        with self._keeper.lent() as palace:
            rooms, doors = _built(palace)
            first = _start(palace, start_room, rooms)
        found = _walked(first, rooms, doors, max_hops)
        walk = answers.Walk(notice=NOTICE, rooms=found[:_MOST], has_more=len(found) > _MOST)
        lines = [
            f"{one.hop} {one.room} ({', '.join(one.wings)}) via {', '.join(one.via)}"
            for one in walk.rooms
        ]
        return answer(walk, f"{NOTICE}\n{fenced(chr(10).join(lines), {'what': 'rooms'})}")


def _built(palace: "Palace") -> tuple[Rooms, Doors]:
    """All rooms but the general one, which means nothing in common, and what connects them."""
    rooms: Rooms = {}
    for wing in palace.wings():
        listed: Sequence[Mapping[str, object]] = wing["rooms"]  # type: ignore[assignment]
        for room in listed:
            if room["room"] != GENERAL:
                turns = int(str(room["turns"]))
                rooms.setdefault(str(room["room"]), {})[str(wing["wing"])] = turns
    doors: Doors = {room: {} for room in rooms}
    for tunnel in palace.links.tunnels(limit=_TUNNELS):
        a, b = tunnel.a.room, tunnel.b.room
        if a != b and a in rooms and b in rooms:
            for one, other in ((a, b), (b, a)):
                doors[one].setdefault(other, []).append("tunnel")
    return rooms, doors


def _start(palace: "Palace", name: str, rooms: Rooms) -> dict[str, list[str]]:
    """The room of that name, else the rooms whose texts name the entity.

    Raises:
        NotFound: there is neither.
    """
    same = next((room for room in rooms if room.casefold() == name.strip().casefold()), None)
    if same is not None:
        return {same: []}
    try:
        mentions = palace.entities.mentions(name, limit=_MENTIONS)
    except NotFound as error:
        raise NotFound(f"no room or entity is named {name!r}", "see list_wings") from error
    return {one.room: [f"entity {name}"] for one in mentions if one.room in rooms}


def _walked(
    first: dict[str, list[str]], rooms: Rooms, doors: Doors, hops: int
) -> list[answers.WalkedRoom]:
    """Breadth first; the rooms of a step by how much they hold."""
    seen: set[str] = set()
    frontier, found = first, []
    for hop in range(hops + 1):
        fresh = {room: via for room, via in frontier.items() if room not in seen}
        order = sorted(fresh, key=lambda room: (-sum(rooms[room].values()), room))
        seen.update(order)
        found += [_shown(room, rooms[room], hop, fresh[room]) for room in order]
        frontier = _next(order, rooms, doors)
    return found


def _next(order: Sequence[str], rooms: Rooms, doors: Doors) -> dict[str, list[str]]:
    reached: dict[str, list[str]] = {}
    wings = {wing for room in order for wing in rooms[room]}
    for room, lies in rooms.items():
        shared = sorted(wings & lies.keys())
        if shared:
            reached[room] = shared
    for room in order:
        for other, via in doors[room].items():
            reached.setdefault(other, []).extend(via[:1])
    return reached


def _shown(room: str, wings: Mapping[str, int], hop: int, via: Sequence[str]) -> answers.WalkedRoom:
    return answers.WalkedRoom(
        room=inert_line(room),
        wings=[inert_line(wing) for wing in sorted(wings)[:_WINGS]],
        count=sum(wings.values()),
        hop=hop,
        via=[inert_line(one) for one in dict.fromkeys(via)][:_WINGS],
    )
