"""The wing-locked handle: what another user's palace is seen through, one wing of it and nothing else."""

from dataclasses import replace
from typing import TYPE_CHECKING, cast

from camillo.app.given import checked_text
from camillo.domain.drawer import Span
from camillo.domain.errors import InvalidInput, NotFound, wing_gone
from camillo.domain.identity import address
from camillo.domain.moment import Moment
from camillo.domain.report import Receipt
from camillo.domain.search import Filters, Found, Memory
from camillo.domain.turn import Turn
from camillo.ports.rows import Source
from camillo.recall.within import WingStore

if TYPE_CHECKING:
    from camillo.app.palace import Palace
    from camillo.app.verbs.handles import Handles
    from camillo.recall.search import Recaller


class Window:
    """One wing of a palace. Its searches count words, lengths and drawers of that wing alone.

    What lies outside cannot be named through it, and neither facts nor links nor the graph, which
    span wings, take part. Looking counts as no use of a memory. It is bound to the wing's number, so
    that it follows the wing's names, whoever renames it, and never shows another wing of the same name.
    """

    def __init__(self, palace: "Handles", wing: int) -> None:
        self._palace = cast("Palace", palace)
        self._store, self._wing = WingStore(palace._store, wing), wing
        self._recaller: Recaller | None = None

    def search(
        self,
        question: str,
        *,
        room: str | None = None,
        hall: str | None = None,
        speaker: str | None = None,
        since: str | None = None,
        until: str | None = None,
        limit: int = 10,
    ) -> Found:
        """Passages of the wing that answer, best first; see :meth:`camillo.app.palace.Palace.search`.

        Raises:
            InvalidInput: the question is empty, or a filter or the limit cannot be used.
        """
        if not question.strip():
            raise InvalidInput("the question is empty", "ask in at least one word")
        filters = Filters(
            room=room,
            hall=hall and self._palace.hall(hall),
            speaker=speaker,
            since=None if since is None else Moment.parse(since),
            until=None if until is None else Moment.parse(until),
        )
        if self._recaller is None:
            self._recaller = self._palace._parts.recaller_over(self._store.as_store())
        return self._recaller.search(question, filters, limit=limit)

    @property
    def name(self) -> str:
        """What the wing is called now.

        Raises:
            NotFound: the wing is there no longer.
        """
        with self._store.snapshot() as snapshot:
            name = snapshot.name()
        if not name:
            raise wing_gone()
        return name

    def wing(self) -> dict[str, object]:
        """The wing as :meth:`camillo.app.palace.Palace.wings` tells of it.

        Raises:
            NotFound: the wing is there no longer.
        """
        # In one look: by a name read before, another wing could be meant that has it by now.
        with self._store.snapshot() as snapshot:
            row = snapshot.wing()
        if row is None:
            raise wing_gone()
        return row

    def rooms(self) -> list[dict[str, object]]:
        """The wing's rooms, with their counts.

        Raises:
            NotFound: the wing is there no longer.
        """
        return cast("list[dict[str, object]]", self.wing()["rooms"])

    def redacted(self, text: str) -> str:
        """The text without secrets, as what prompts are given is."""
        return self._palace.redacted(text)

    def get(self, id: str) -> Memory:
        """The exact bytes behind an id, if they lie in the wing.

        Raises:
            NotFound: they do not. InvalidInput: it is no id.
        """
        span = Span.parse(id)
        with self._store.snapshot() as snapshot:
            memory = snapshot.get(span, 0)
        if memory is None:
            raise NotFound(f"nothing has the id {id!r}", "search again; it may have been forgotten")
        return memory

    def add(
        self,
        text: str,
        *,
        room: str | None = None,
        hall: str | None = None,
        at: str | None = None,
        speaker: str = "",
        by: str,
    ) -> Receipt:
        """File a text in the wing; ``by`` tells its readers which share it came through.

        Its source is the share, so that whether the palace holds the same text elsewhere is not told.

        Raises:
            NotFound: the wing is there no longer. InvalidInput: the text or a name cannot be used.
        """
        mark = address(checked_text(text)).hex()[:16]
        source = Source("share", f"share:{by}:{mark}", wing=self._wing)
        made = Turn.of_text(
            text,
            kind=source.kind,
            conversation=source.uri,
            turn=mark,
            speaker=speaker,
            at=None if at is None else Moment.parse(at),
            meta={"shared_by": by},
        )
        named = hall and self._palace.hall(hall)
        # The name is for who places it; which wing it is, its number says when it is written.
        receipt = self._palace._file(made, source, wing=self.name, room=room, hall=named)
        return _seen_outside(receipt)

    def rename_room(self, old: str, new: str) -> Receipt:
        """Rename a room of the wing; onto an existing one it merges.

        Raises:
            NotFound: there is no such room. InvalidInput: the name cannot be used.
        """
        return _seen_outside(self._palace._rename_room(self._wing, self.name, old, new))


def _seen_outside(made: Receipt) -> Receipt:
    """A receipt for who sees one wing: its number counts all writes of the palace, so it is left out."""
    return replace(made, number=0)
