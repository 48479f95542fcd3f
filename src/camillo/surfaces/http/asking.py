"""What a route gets of a request: the caller's own palace, if the caller may, and no way to another."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, TypeVar

from fastapi import Depends, Request

from camillo.app.identity.caller import Caller, Scope
from camillo.surfaces.http.paging import Cursors
from camillo.surfaces.http.problems import Refused

if TYPE_CHECKING:
    from camillo.app.palace import Palace
    from camillo.app.serving.serving import Serving

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Ask:
    """One request of one verified caller."""

    caller: Caller
    serving: "Serving"
    cursors: Cursors
    request: Request

    @contextmanager
    def palace(self, scope: Scope) -> "Iterator[Palace]":
        """The caller's palace.

        Raises:
            Refused: the credential does not allow it.
        """
        self.need(scope)
        with self.serving.palaces.lease(self.caller.owner) as palace:
            yield palace

    @property
    def author(self) -> str:
        """Who states something by this request: a key's name, else the user."""
        return self.caller.by if self.caller.by.startswith("key:") else "user"

    def need(self, scope: Scope) -> None:
        """Go on only where the credential allows it."""
        if not self.caller.may(scope):
            raise Refused(403, f"this needs the scope {scope!r}", "use a token or key that has it")

    def start(self, list: str, filters: Mapping[str, object], cursor: str | None) -> int:
        """Where a page begins, 0 without a cursor.

        Raises:
            Refused: the cursor is not of this owner's list with these filters.
        """
        if cursor is None:
            return 0
        return self.cursors.read(self.caller.owner, list, filters, cursor)

    def next(self, list: str, filters: Mapping[str, object], at: int | None) -> str | None:
        """The cursor of the page that begins there; None where there is none."""
        return None if at is None else self.cursors.write(self.caller.owner, list, filters, at)

    def page(
        self,
        list: str,
        filters: Mapping[str, object],
        rows: Sequence[T],
        start: int,
        limit: int,
    ) -> tuple[Sequence[T], str | None]:
        """The rows of one page out of all up to one more, and the cursor of the next."""
        end = start + limit
        return rows[start:end], self.next(list, filters, end if len(rows) > end else None)


def _asking(request: Request) -> Ask:
    """The door has put the caller here; without one nothing is asked at all."""
    caller = request.scope.get("caller")
    if not isinstance(caller, Caller):
        raise Refused(401, "no token or key was given", "send `Authorization: Bearer ...`")
    state = request.app.state
    return Ask(caller, state.serving, state.cursors, request)


def only_known(request: Request) -> None:
    """Refuse query parameters that the route does not have: a misspelt filter would not filter.

    Raises:
        Refused: there is one.
    """
    dependant = getattr(request.scope.get("route"), "dependant", None)
    known = {one.alias for one in dependant.query_params} if dependant else set()
    for name in request.query_params:
        if name not in known:
            told = f"it takes {', '.join(sorted(known))}" if known else "it takes none"
            raise Refused(422, f"there is no parameter {name[:64]!r}", told)


Asking = Annotated[Ask, Depends(_asking)]
