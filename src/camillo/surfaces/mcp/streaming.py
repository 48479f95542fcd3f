"""The same server over streamable HTTP, for many owners: each request is about the caller's own palace."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from mcp.server.mcpserver import Context
from mcp.server.transport_security import TransportSecuritySettings
from mcp_types import CallToolResult, InputRequiredResult

from camillo.app import telemetry
from camillo.app.identity.caller import Caller
from camillo.domain.errors import InvalidInput
from camillo.domain.owner import Owner
from camillo.surfaces.mcp.keeper import Keeper
from camillo.surfaces.mcp.marks import MARK, TAKEN_BY
from camillo.surfaces.mcp.server import Server, failed
from camillo.surfaces.mcp.shared import SharedWings

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from camillo.app.palace import Palace
    from camillo.app.settings import Settings
    from camillo.app.sharing.through import Through

Lease = Callable[[Owner], "AbstractContextManager[Palace]"]
Note = Callable[[Caller, str], None]

#: Who calls, set for one request and seen by nothing outside it. Without one there is no palace.
_CALLER: ContextVar[Caller] = ContextVar("caller")


class CallersKeeper(Keeper):
    """Lends the palace of whoever calls, as their verified token tells, and no other."""

    def __init__(self, settings: "Settings", lease: Lease, through: "Through") -> None:
        super().__init__(settings, "")
        self._lease, self._through = lease, through

    @contextmanager
    def lent(self) -> "Iterator[Palace]":
        """The caller's palace; other calls of the same owner wait until it is given back."""
        with self._lease(_CALLER.get().owner) as palace:
            yield palace

    @property
    def shared(self) -> SharedWings:
        """Wings that others share with the caller."""
        return SharedWings(self._through, _CALLER.get())

    def admit(self, user: object) -> None:
        """Let a caller pass who names themselves.

        Raises:
            InvalidInput: another user is named.
        """
        if user != _CALLER.get().owner.user:
            raise InvalidInput("the palace is that of your token's user alone", "leave userId out")


class CallersServer(Server):
    """A server whose tools do what the caller's scopes allow; each call is noted."""

    def __init__(self, keeper: CallersKeeper, note: Note) -> None:
        # A stream that stays open would hold one of its owner's places, and nothing is told on it.
        super().__init__(keeper, subscriptions=False)
        self._note = note
        # The SDK's own spans have what callers send as names, and errors in words.
        self.middleware[:] = [
            one for one in self.middleware if type(one).__name__ != "OpenTelemetryMiddleware"
        ]

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Run a tool for the caller.

        Raises:
            ToolError: the tool is unknown.
        """
        caller = _CALLER.get()
        known = await self.list_tools()
        if name in {one.name for one in known}:
            reading = {
                one.name for one in known if one.annotations and one.annotations.read_only_hint
            }
            self._note(caller, f"tool {name}")
            if not caller.may("read" if name in reading else "write"):
                return failed(f"{name} needs the scope 'write'; use a key that has it")
            if str(arguments.get("wing", "")).startswith(MARK) and name not in TAKEN_BY:
                return failed(
                    f"{name} is for your own wings; only {', '.join(TAKEN_BY)} take a shared one"
                )
            with telemetry.step(f"tools/call {name}", **_told(name)):
                return await super().call_tool(name, arguments, context)
        return await super().call_tool(name, arguments, context)


def _told(tool: str) -> dict[str, str]:
    """What the conventions for spans of this protocol have of a call; the tool is one that is known."""
    return {
        "mcp.method.name": "tools/call",
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": tool,
    }


class Streaming:
    """The application at one path. Stateless: any process of a server answers any request."""

    def __init__(
        self, settings: "Settings", lease: Lease, note: Note, through: "Through", limit: int
    ) -> None:
        self._server = CallersServer(CallersKeeper(settings, lease, through), note)
        # Callers show a token, which no page of another site has: there is no ambient login to guard.
        self._server.streamable_http_app(
            stateless_http=True,
            json_response=True,
            max_request_body_size=limit,
            transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
        )

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Runs as long as requests are answered; once."""
        async with self._server.session_manager.run():
            yield

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer one POST of the caller in ``scope["caller"]``."""
        token = _CALLER.set(scope["caller"])
        try:
            await self._server.session_manager.handle_request(scope, receive, send)
        finally:
            _CALLER.reset(token)
