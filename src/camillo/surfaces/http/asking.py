"""What a route gets of a request: the caller's own palace, if the caller may, and no way to another."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from fastapi import Depends, Request

from camillo.app.identity.caller import Caller, Scope
from camillo.surfaces.http.problems import Refused

if TYPE_CHECKING:
    from camillo.app.palace import Palace
    from camillo.app.serving.serving import Serving


@dataclass(frozen=True, slots=True)
class Ask:
    """One request of one verified caller."""

    caller: Caller
    serving: "Serving"

    @contextmanager
    def palace(self, scope: Scope) -> "Iterator[Palace]":
        """The caller's palace.

        Raises:
            Refused: the credential does not allow it.
        """
        self.need(scope)
        with self.serving.palaces.lease(self.caller.owner) as palace:
            yield palace

    def need(self, scope: Scope) -> None:
        """Go on only where the credential allows it."""
        if not self.caller.may(scope):
            raise Refused(403, f"this needs the scope {scope!r}", "use a token or key that has it")


def _asking(request: Request) -> Ask:
    """The door has put the caller here; without one nothing is asked at all."""
    caller = request.scope.get("caller")
    if not isinstance(caller, Caller):
        raise Refused(401, "no token or key was given", "send `Authorization: Bearer ...`")
    return Ask(caller, request.app.state.serving)


def only_known(request: Request) -> None:
    """Refuse query parameters that the route does not have: a misspelt filter would not filter.

    Raises:
        Refused: there is one.
    """
    route = request.scope.get("route")
    known = {one.alias for one in route.dependant.query_params} if route else set()
    for name in request.query_params:
        if name not in known:
            told = f"it takes {', '.join(sorted(known))}" if known else "it takes none"
            raise Refused(422, f"there is no parameter {name[:64]!r}", told)


Asking = Annotated[Ask, Depends(_asking)]
