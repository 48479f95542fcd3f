"""What a session begins and ends with: the wake-up, and the diary of the agent's role."""

from collections.abc import Sequence
from typing import Annotated

from mcp_types import CallToolResult
from pydantic import Field

from camillo.surfaces.mcp import answers, hiding, rendering
from camillo.surfaces.mcp.keeper import Keeper
from camillo.surfaces.mcp.tooling import Budget, Offer, Time, answer, kept, moment, reads, writes

Role = Annotated[str, Field(description="such as reviewer")]


class Sessions:
    """Wake-up and diaries over one keeper's palace."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    def offers(self) -> Sequence[Offer]:
        """The tools in the order in which they are listed."""
        return [
            (self.wake_up, reads()),
            (self.diary_write, writes(once=False)),
            (self.diary_read, reads()),
        ]

    def wake_up(
        self,
        wing: str = "",
        task: Annotated[str, Field(description="what is to be done")] = "",
        budget: Annotated[int, Field(ge=50, le=8000)] = 600,
    ) -> Annotated[CallToolResult, answers.WakeUp]:
        """What a new session should know: identity, what matters in the wing, what the task needs."""
        with self._keeper.lent() as palace:
            woken = palace.wake_up(wing=wing or None, task=task or None, budget=budget)
        return answer(*rendering.woken(woken))

    def diary_write(
        self,
        role: Role,
        text: Annotated[str, Field(description="kept word for word")],
        wing: str = "",
        at: Time = "now",
    ) -> Annotated[CallToolResult, answers.Kept]:
        """Add a dated entry to your role's diary: what was done, learnt, left open."""
        with self._keeper.lent() as palace:
            dated = None if at == "now" else moment(at)
            return kept(palace, palace.diaries.write(role, text, at=dated, wing=wing or None))

    def diary_read(
        self,
        role: Annotated[str, Field(description="else all roles")] = "",
        wing: str = "",
        since: str = "",
        until: str = "",
        limit: Annotated[int, Field(ge=1, le=100)] = 10,
        budget: Budget = 2000,
    ) -> Annotated[CallToolResult, answers.Diary]:
        """Diary entries, newest first."""
        with self._keeper.lent() as palace:
            found = palace.diaries.read(
                role or None,
                since=since or None,
                until=until or None,
                limit=limit + 1,
                wing=wing or None,
            )
            shown = hiding.entries(palace, found)
        return answer(*rendering.diary(shown, limit, budget))
