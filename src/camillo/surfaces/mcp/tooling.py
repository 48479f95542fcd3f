"""What the modules of tools share: argument types, annotations, and how an answer is given."""

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from types import MethodType
from typing import TYPE_CHECKING, Annotated, Protocol

from mcp.server.mcpserver.tools import Tool
from mcp_types import CallToolResult, TextContent, ToolAnnotations
from pydantic import BaseModel, Field

from camillo.domain.errors import InvalidInput
from camillo.surfaces.mcp import answers, rendering
from camillo.surfaces.mcp.fitting import exact
from camillo.text.fence import label

if TYPE_CHECKING:
    from camillo.app.palace import Palace
    from camillo.domain.report import Receipt
    from camillo.surfaces.mcp.shared import SharedWing

NOW = "now"
Time = Annotated[str, Field(description='ISO 8601, or "now"')]
Budget = Annotated[int, Field(ge=100, le=20_000, description="tokens")]
Offer = tuple[Callable[..., CallToolResult], ToolAnnotations]


class Group(Protocol):
    """Tools that belong together."""

    def offers(self) -> Sequence[Offer]:
        """The tools with their annotations, in the order in which they are listed."""
        ...


def tools(groups: Sequence[Group]) -> list[Tool]:
    """The tools of these groups, always in this order."""
    return [
        _described(type(group), tool.__name__).model_copy(
            update={"fn": tool, "annotations": annotations}
        )
        for group in groups
        for tool, annotations in group.offers()
    ]


@cache
def _described(group: type[Group], name: str) -> Tool:
    """A tool of no group yet. Its schemas take milliseconds, and are the same for every server."""
    return Tool.from_function(MethodType(getattr(group, name), group))


def reads() -> ToolAnnotations:
    """Changes nothing; then the protocol gives no meaning to being destructive or idempotent."""
    return ToolAnnotations(read_only_hint=True, open_world_hint=False)


def writes(*, once: bool = True) -> ToolAnnotations:
    """Adds and removes nothing; with ``once``, a call again has no further effect."""
    return ToolAnnotations(
        read_only_hint=False,
        destructive_hint=False,
        idempotent_hint=once,
        open_world_hint=False,
    )


def destroys() -> ToolAnnotations:
    """Removes for good, with a dry run before it; a call again has no further effect."""
    return ToolAnnotations(
        read_only_hint=False, destructive_hint=True, idempotent_hint=True, open_world_hint=False
    )


def answer(structure: BaseModel, told: str) -> CallToolResult:
    """The answer as a structure and as text."""
    return CallToolResult(
        content=[TextContent(type="text", text=told)],
        structured_content=structure.model_dump(mode="json", exclude_defaults=True),
    )


def kept(palace: "Palace | SharedWing", made: "Receipt") -> CallToolResult:
    """What was kept and where it lies now, which for a known text may be elsewhere.

    Raises:
        InvalidInput: the text was forgotten while it was being filed.
    """
    if made.counts.get("forgotten"):
        raise InvalidInput(
            "this text was forgotten for good and is not kept again",
            "if the user wants it back, store it in other words",
        )
    place = palace.get(made.ids[0])
    shown = answers.Kept(
        ids=list(made.ids),
        known=made.counts.get("known", 0) > 0,
        wing=exact(place.wing),
        room=exact(place.room),
        hall=exact(place.hall),
        receipt=rendering.receipt(made),
    )
    where = label(" / ".join((place.wing, place.room, place.hall)))
    verb = "There already" if shown.known else "Kept"
    return answer(shown, f'{verb}, in "{where}": {", ".join(made.ids)}')


def moment(at: str) -> str | None:
    """The time a caller gave; ``now`` is the one word that reads the clock."""
    if at.strip().lower() != NOW:
        return at or None
    from datetime import datetime

    return datetime.now().astimezone().isoformat(timespec="seconds")


def digest(text: str) -> str:
    """A short name for a text that has no other."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
