"""Profiles: which tools a server offers."""

from collections.abc import Sequence

from camillo.surfaces.mcp.facts import Facts
from camillo.surfaces.mcp.keeper import Keeper
from camillo.surfaces.mcp.notes import NoteGraph, Notes
from camillo.surfaces.mcp.sessions import Sessions
from camillo.surfaces.mcp.tooling import Group
from camillo.surfaces.mcp.tools import Tools

MEMPALACE = "mempalace"
FULL = "full"


def groups(profile: str | None, keeper: Keeper) -> Sequence[Group]:
    """Camillo's own tools, always; then those that a profile adds."""
    own: list[Group] = [Tools(keeper), Sessions(keeper), Facts(keeper), Notes(keeper)]
    if profile == FULL:
        own.append(NoteGraph(keeper))
    if profile == MEMPALACE:
        from camillo.surfaces.mcp.mempalace import MemPalace
        from camillo.surfaces.mcp.mempalace_traverse import MemPalaceTraverse
        from camillo.surfaces.mcp.mempalace_tunnels import MemPalaceTunnels

        own += [MemPalace(keeper), MemPalaceTunnels(keeper), MemPalaceTraverse(keeper)]
    return own
