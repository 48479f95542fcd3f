"""Resources and prompts: what a person picks in a host's menu."""

import json
from typing import TYPE_CHECKING, Any

from mcp.server.mcpserver.exceptions import ResourceError, ResourceNotFoundError
from mcp.server.mcpserver.resources import ResourceSecurity
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from camillo.domain.errors import CamilloError, InvalidInput, NotFound
from camillo.surfaces.mcp import hiding, notes, places, rendering, wording
from camillo.surfaces.mcp.keeper import Keeper
from camillo.text.fence import NOTICE, fenced, label
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

DRAWER = "camillo://drawer/{id}"
WING = "camillo://wing/{name}"
NOTE = "camillo://note/{slug}"
NOTES = "camillo://notes"
_RECALL_LIMIT, _RECALL_BUDGET = 8, 2000


class Pages:
    """Resources and prompts over one keeper's palace."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    def register(self, server: "MCPServer[Any]") -> None:
        """Put resources and prompts on a server."""
        # An id, a wing's name and a slug are no paths: the palace looks them up among its own rows.
        free = ResourceSecurity(exempt_params={"id", "name", "slug"})
        server.resource(DRAWER, name="drawer", title="A remembered text", security=free)(
            self.drawer
        )
        server.resource(
            WING, name="wing", title="A wing", mime_type="application/json", security=free
        )(self.wing)
        server.resource(NOTE, name="note", title="A note", security=free)(self.note)
        server.resource(NOTES, name="notes", title="The map of notes")(self.notes)
        server.prompt(title="Recall")(self.recall)
        server.prompt(title="Save what matters")(self.save)
        server.prompt(title="Review a wing")(self.review)

    def drawer(self, id: str) -> str | bytes:
        """A remembered text whole, fenced with its origin; exact bytes of what is no text."""
        try:
            with self._keeper.lent() as palace:
                return rendering.page(palace.get(id))
        except CamilloError as error:
            raise _resource_error(error) from error

    def note(self, slug: str) -> str:
        """A note whole, fenced with its origin."""
        try:
            with self._keeper.lent() as palace:
                return f"{NOTICE}\n{notes.page(palace.notes.read(slug))}"
        except CamilloError as error:
            raise _resource_error(error) from error

    def notes(self) -> str:
        """The map of content: the pages that matter most, sources by title, what is to be written."""
        with self._keeper.lent() as palace:
            drawn = palace.redacted(palace.notes.map().markdown)
        return f"{NOTICE}\n{fenced(drawn or 'No notes yet.', {'what': 'map of notes'})}"

    def wing(self, name: str) -> str:
        """A wing's rooms, counts and newest times as JSON."""
        with self._keeper.lent() as palace:
            rows = [row for row in palace.wings() if row["wing"] == name]
        if not rows:
            told = f"no wing is named {name!r}; list_wings names them"
            raise ResourceNotFoundError(inert_line(told))
        shown = places.wing(rows[0], rooms=1000).model_dump(exclude_defaults=True)
        return json.dumps(shown, ensure_ascii=False, indent=1)

    def recall(self, query: str, wing: str = "") -> str:
        """Answer a question from memory."""
        try:
            with self._keeper.lent() as palace:
                result = palace.search(query, wing=wing or None, limit=_RECALL_LIMIT + 1)
                result = hiding.found(palace, result)
        except CamilloError as error:
            raise MCPError(code=INVALID_PARAMS, message=inert_line(str(error))) from error
        _, told = rendering.found(result, 0, _RECALL_LIMIT, _RECALL_BUDGET)
        return f"{wording.RECALL.format(query=query)}\n{told}"

    def save(self, wing: str = "") -> str:
        """Save what this conversation should leave behind."""
        return wording.SAVE.format(place=wording.in_wing(label(wing)))

    def review(self, wing: str = "") -> str:
        """Look through the memory for what is doubled, outdated or misplaced."""
        return wording.REVIEW.format(place=wording.in_wing(label(wing)))


def _resource_error(error: CamilloError) -> ResourceError:
    """An unknown or malformed id is the caller's; anything else is the palace's."""
    kind = ResourceNotFoundError if isinstance(error, NotFound | InvalidInput) else ResourceError
    return kind(inert_line(str(error)))
