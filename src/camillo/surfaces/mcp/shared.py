"""Wings that others share with the caller, as tools name them: ``share:NAME``, or ``share:ID``.

The mark stands before the name so that no wing that another user named can be meant by chance, when an agent stores
what is private. Making, accepting and ending shares is not for tools: that stays with people, over REST.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.search import Hit, Memory
from camillo.surfaces.mcp import hiding
from camillo.surfaces.mcp.marks import MARK
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.app.identity.caller import Caller
    from camillo.app.sharing.through import Through
    from camillo.app.sharing.window import Window
    from camillo.domain.report import Receipt
    from camillo.domain.search import Found
    from camillo.ports.server import Role, Share

One = TypeVar("One", Hit, Memory)


@dataclass(frozen=True, slots=True)
class SharedWing:
    """A shared wing, open: what it holds is shown with its ids and its name marked."""

    share: "Share"
    wing: str
    window: "Window"

    def get(self, id: str) -> Memory:
        """The exact text behind an id, marked or not.

        Raises:
            NotFound: it does not lie in the wing. InvalidInput: it is no id.
        """
        return self.shown(self.window.get(id.rpartition("/")[2]))

    def add(self, text: str, **place: Any) -> "Receipt":
        """File a text; what it says of itself names the share."""
        made = self.window.add(text, by=self.share.id, **place)
        return replace(made, ids=tuple(f"{MARK}{self.share.id}/{id}" for id in made.ids))

    def shown(self, one: One) -> One:
        """A hit or a text with its id and its wing as tools take them."""
        return replace(one, id=f"{MARK}{self.share.id}/{one.id}", wing=self.wing)

    def found(self, result: "Found") -> "Found":
        """What a search found there, without secrets."""
        hidden = hiding.found(self.window, result)
        return replace(hidden, results=tuple(self.shown(one) for one in hidden.results))

    def row(self) -> dict[str, object]:
        """The wing with its rooms and counts."""
        return {**self.window.wing(), "wing": self.wing}


class SharedWings:
    """What is shared with one caller; each look and each write is noted by the server first."""

    def __init__(self, through: "Through", caller: "Caller") -> None:
        self._through, self._caller = through, caller

    def listed(self) -> list[tuple[str, "Share"]]:
        """The shares that stand, each with the name that a tool takes: its own where no other has it too."""
        taken = self._through.taken(self._caller)
        names = [inert_line(one.name) for one in taken]
        return [
            (MARK + (name if names.count(name) == 1 else one.id), one)
            for name, one in zip(names, taken, strict=True)
        ]

    @contextmanager
    def open(self, named: str, role: "Role" = "reader") -> Iterator[SharedWing]:
        """The wing of a name or an id that is marked.

        Raises:
            NotFound: no wing is shared so, or it is there no longer. PalaceBusy: its owner is at work.
            InvalidInput: several are shared by this name, or the role does not allow it.
        """
        word = named.removeprefix(MARK).partition("/")[0]
        listed = self.listed()
        found = [each for each in listed if named == each[0] or word == each[1].id]
        if not found and any(inert_line(one.name) == word for _, one in listed):
            ids = ", ".join(wing for wing, one in listed if inert_line(one.name) == word)
            raise InvalidInput("several wings are shared with you by this name", f"use {ids}")
        if not found:
            raise NotFound(f"no wing is shared with you as {word!r}", "see list_wings")
        wing, share = found[0]
        with self._through.window(self._caller, share.id, role) as window:
            yield SharedWing(share, wing, window)

    def search_beside(self, question: str, own: "Found", asked: dict[str, Any]) -> "Found":
        """What the caller's own palace and all shared wings have, by rank."""
        names = {one.id: wing for wing, one in self.listed()}

        def seen(share: "Share", window: "Window", result: "Found") -> "Found":
            name = names.get(share.id, MARK + share.id)
            return SharedWing(share, name, window).found(result)

        beside = self._through.search(self._caller, question, own, asked, seen=seen)
        return replace(
            own,
            results=tuple(one.hit for one in beside.hits),
            searched=beside.searched,
            flags=beside.flags,
        )
