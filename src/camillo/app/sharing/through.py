"""Looking through shares: a caller's way into wings that others opened to them, noted each time."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from camillo.app.identity.caller import Caller
from camillo.app.sharing.merging import Placed, merged
from camillo.app.sharing.shares import Shares
from camillo.app.sharing.window import Window
from camillo.domain.errors import NotFound, PalaceBusy, PalaceDamaged, PalaceLocked
from camillo.domain.search import Found
from camillo.ports.guarding import by_leave
from camillo.ports.server import Role, Share

if TYPE_CHECKING:
    from camillo.app.serving.palaces import Palaces

#: Who waits for another's palace holds a thread that his own gate does not count, so he waits for seconds.
_PATIENCE = 1.0
Note = Callable[[Caller, Share, str, str], None]
Seen = Callable[[Share, Window, Found], Found]


@dataclass(frozen=True, slots=True)
class Beside:
    """Hits of the caller's own palace and of shared wings by rank; ``searched`` counts the drawers of all.

    ``flags`` are those of the own search, and ``share-left-out:ID`` for each wing that could not
    be asked, whatever the reason.
    """

    hits: tuple[Placed, ...]
    searched: int
    flags: tuple[str, ...]


class Through:
    """Opens shared wings for who took them. ``note`` is called before anything is read or written."""

    def __init__(self, shares: Shares, palaces: "Palaces", note: Note) -> None:
        self._shares, self._palaces, self._note = shares, palaces, note

    def taken(self, caller: Caller) -> list[Share]:
        """The shares that a caller may look through now, the newest first."""
        return self._shares.taken(caller.owner)

    @contextmanager
    def window(self, caller: Caller, id: str, role: Role, request: str = "") -> Iterator[Window]:
        """The wing behind a share of the caller's, for what a role may do.

        Raises:
            NotFound: the caller has no such share, or its wing is there no longer, which ends the share.
            InvalidInput: the share is for a lower role. PalaceBusy: its owner's palace is at work.
        """
        share = self._shares.open(caller.owner, id, role)
        did = "share read" if role == "reader" else "share write"
        self._note(caller, share, did, request)
        with ExitStack() as lent:
            lease = self._palaces.lease(share.giver, _PATIENCE, create=False)
            try:
                palace = lent.enter_context(lease)
            except NotFound as error:
                # Deleted whole; where it was is told to nobody.
                self._shares.wing_gone(share.giver, share.wing)
                raise NotFound(f"you have no share {id!r}", "list your shares") from error
            # The wait may have been long; who lost the share meanwhile sees nothing.
            share = self._shares.open(caller.owner, id, role)
            through = palace.window(share.wing)
            try:
                _ = through.name
            except NotFound:
                # Deleted or merged by another door than this server's.
                self._shares.wing_gone(share.giver, share.wing)
                raise
            # Who writes may wait for others again.
            with by_leave(lambda: self._shares.open(caller.owner, id, role)):
                yield through

    def search(
        self,
        caller: Caller,
        question: str,
        own: Found,
        asked: dict[str, Any],
        request: str = "",
        seen: Seen = lambda share, window, found: found,
    ) -> Beside:
        """What a question finds in shared wings, beside what it found in the caller's own palace.

        ``asked`` has the arguments of :meth:`Window.search`, ``limit`` among them. One palace is asked after the
        other, each under a lease of its own, so the caller's must have been given back. ``seen`` says how what was
        found there is shown.
        """
        found, flags = {}, list(own.flags)
        for share in self.taken(caller):
            try:
                with self.window(caller, share.id, "reader", request) as through:
                    found[share] = seen(share, through, through.search(question, **asked))
            except (PalaceBusy, PalaceDamaged, PalaceLocked, NotFound):
                # What is the matter with another's palace is nothing to who asks their own.
                flags.append(f"share-left-out:{share.id}")
        if any(each.searched for each in found.values()):
            flags = [flag for flag in flags if flag != "nothing-inside-filters"]
        return Beside(
            hits=tuple(merged(own, found, asked["limit"])),
            searched=own.searched + sum(each.searched for each in found.values()),
            flags=tuple(flags),
        )
