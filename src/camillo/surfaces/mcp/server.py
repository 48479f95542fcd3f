"""The server: tools, resources and prompts over stdio, for one owner."""

import difflib
import logging
import sys
from typing import TYPE_CHECKING, Any, Literal

import anyio
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp_types import CallToolResult, InputRequiredResult, TextContent
from mcp_types import Tool as ListedTool
from pydantic import ValidationError

from camillo import __version__
from camillo.app.resident.resident import Resident
from camillo.domain.errors import CamilloError, InvalidInput
from camillo.surfaces.mcp import schemas, wording
from camillo.surfaces.mcp.keeper import Keeper
from camillo.surfaces.mcp.pages import Pages
from camillo.surfaces.mcp.profiles import groups
from camillo.surfaces.mcp.tooling import tools
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.app.settings import Settings


_LOG = logging.getLogger("camillo.mcp")
_FAULT = "this is a fault in Camillo; what was acknowledged is safe, the details are in the host's log of this server"


class Server(MCPServer[Any]):
    """An MCP server over one palace, for protocol revisions 2024-11-05 to 2026-07-28.

    It adds to the SDK's: small closed schemas, one owner, and errors that name input and mend.
    """

    def __init__(
        self,
        keeper: Keeper,
        profile: str | None = None,
        subscriptions: Literal[False] | None = None,
    ) -> None:
        super().__init__(
            "camillo",
            title="Camillo",
            description="A memory palace: every word kept, found again.",
            instructions=wording.INSTRUCTIONS,
            version=__version__,
            log_level="WARNING",
            subscriptions=subscriptions,
            tools=tools(groups(profile, keeper)),
        )
        self._keeper = keeper
        self._arguments: dict[str, list[str]] = {}
        Pages(keeper).register(self)

    async def list_tools(self) -> list[ListedTool]:
        """The tools with their schemas made small, always in the same order."""
        return [
            one.model_copy(
                update={
                    "input_schema": schemas.inputs(one.input_schema),
                    "output_schema": one.output_schema and schemas.outputs(one.output_schema),
                }
            )
            for one in await super().list_tools()
        ]

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Run a tool; what the caller can mend comes back as the tool's own error.

        Raises:
            ToolError: the tool is unknown.
        """
        try:
            return await super().call_tool(name, await self._admitted(name, arguments), context)
        except CamilloError as error:
            return failed(str(error))
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, CamilloError):
                return failed(str(cause))
            if isinstance(cause, ValidationError):
                return failed(_wrong_values(cause))
            if not isinstance(error, UnexpectedToolError):
                raise
            _LOG.exception("%s failed", name)
            return failed(f"{name} failed: {_FAULT}")

    async def _admitted(self, name: str, given: dict[str, Any]) -> dict[str, Any]:
        """The arguments without the owner, once owner and names are checked.

        Raises:
            InvalidInput: another user is named, or an argument that the tool does not have.
        """
        arguments = dict(given)
        if schemas.USER in arguments:
            self._keeper.admit(arguments.pop(schemas.USER))
        known = (await self._known()).get(name)
        for argument in arguments if known is not None else ():
            if known is not None and argument not in known:
                close = difflib.get_close_matches(argument, known, 1)
                hint = f"did you mean {close[0]!r}? " if close else ""
                raise InvalidInput(
                    f"{name} takes no argument {argument!r}", f"{hint}it takes {', '.join(known)}"
                )
        return arguments

    async def _known(self) -> dict[str, list[str]]:
        if not self._arguments:
            tools = await super().list_tools()
            self._arguments = {one.name: list(one.input_schema["properties"]) for one in tools}
        return self._arguments


def serve(settings: "Settings", owner: str, profile: str | None) -> None:
    """Speak the protocol on stdin and stdout until stdin ends; logs go to stderr."""
    logging.basicConfig(stream=sys.stderr, level="WARNING", format="%(name)s: %(message)s")
    keeper = Keeper(settings, owner)
    # Hooks of the same palace are answered by this process, which has it open anyway.
    resident = Resident(settings, keeper.lent)
    resident.start()
    try:
        anyio.run(Server(keeper, profile).run_stdio_async)
    finally:
        resident.stop()
        keeper.close()


def failed(told: str) -> CallToolResult:
    """A tool's own error, on one inert line."""
    return CallToolResult(content=[TextContent(type="text", text=inert_line(told))], is_error=True)


def _wrong_values(error: ValidationError) -> str:
    """Each wrong argument with what is wrong about it; the values stay with the caller."""
    wrong = [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()]
    return f"wrong arguments: {'; '.join(wrong)}"
