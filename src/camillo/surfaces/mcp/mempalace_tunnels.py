"""MemPalace's names for tunnels, with MemPalace's arguments; a part of its profile."""

from collections.abc import Sequence
from typing import Annotated

from mcp_types import CallToolResult
from pydantic import Field

from camillo.domain.link import Spot
from camillo.surfaces.mcp import answers, around, hiding, rendering
from camillo.surfaces.mcp.facts import AGENT
from camillo.surfaces.mcp.keeper import Keeper
from camillo.surfaces.mcp.tooling import Offer, answer, reads, writes

_MOST = 50
_ALL = 500


class MemPalaceTunnels:
    """Tunnels over one keeper's palace."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    def offers(self) -> Sequence[Offer]:
        """The tools in the order in which they are listed."""
        return [
            (self.mempalace_create_tunnel, writes()),
            (self.mempalace_follow_tunnels, reads()),
            (self.mempalace_list_tunnels, reads()),
            (self.mempalace_delete_tunnel, writes(once=False)),
        ]

    def mempalace_create_tunnel(
        self,
        source_wing: str,
        source_room: str,
        target_wing: str,
        target_room: str,
        label: Annotated[str, Field(description="why they belong together")] = "",
        source_drawer_id: str = "",
        target_drawer_id: str = "",
    ) -> Annotated[CallToolResult, answers.Dug]:
        """Connect two rooms, across wings or inside one. Two drawer ids link those texts too."""
        ends = (source_wing, source_room), (target_wing, target_room)
        with self._keeper.lent() as palace:
            made = palace.links.tunnel(*ends, reason=label, by=AGENT)
            if source_drawer_id and target_drawer_id:
                palace.links.make(
                    source_drawer_id, target_drawer_id, "tunnel", reason=label, by=AGENT
                )
        return _dug(int(made.ids[0]), rendering.receipt(made), "is made")

    def mempalace_follow_tunnels(
        self, wing: str, room: str, record: bool = True
    ) -> Annotated[CallToolResult, answers.Tunnels]:
        """What a room is connected to: tunnels made by hand, and rooms that share rare names."""
        del record
        spot = Spot(wing, room)
        with self._keeper.lent() as palace:
            found = hiding.tunnels(palace, palace.links.tunnels(wing, limit=_ALL))
        here = [one for one in found if spot in (one.a, one.b)]
        return answer(*around.tunnels(here[:_MOST]))

    def mempalace_list_tunnels(self, wing: str = "") -> Annotated[CallToolResult, answers.Tunnels]:
        """All tunnels, or those of a wing."""
        with self._keeper.lent() as palace:
            dug = palace.links.tunnels(wing or None, limit=_MOST)
            return answer(*around.tunnels(hiding.tunnels(palace, dug)))

    def mempalace_delete_tunnel(self, tunnel_id: str) -> Annotated[CallToolResult, answers.Dug]:
        """Take back a tunnel made by hand, by its number."""
        number = int(tunnel_id) if tunnel_id.isascii() and tunnel_id.isdigit() else 0
        with self._keeper.lent() as palace:
            made = palace.links.undo(number)
        return _dug(number, rendering.receipt(made), "is taken back")


def _dug(number: int, made: answers.Receipt, what: str) -> CallToolResult:
    return answer(answers.Dug(number=number, receipt=made), f"Tunnel {number} {what}.")
