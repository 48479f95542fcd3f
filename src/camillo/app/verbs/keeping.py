"""What brings text into a palace: mining, adding, remembering, and what is derived of it afterwards."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app import values
from camillo.app.given import checked_text
from camillo.app.telemetry import stepped
from camillo.app.verbs.handles import Handles
from camillo.domain.drawer import Filed, Span
from camillo.domain.errors import InvalidInput
from camillo.domain.identity import address
from camillo.domain.moment import Moment, Time
from camillo.domain.report import MineReport, Receipt
from camillo.domain.turn import Turn
from camillo.ports.rows import Source

if TYPE_CHECKING:
    from camillo.app.mining.following import Follower
    from camillo.domain.remembered import Remembered
    from camillo.ingest.mine import Progress
    from camillo.ingest.refine import RefineReport

#: So many of the newest memories are looked at for the notes they name, each time there is time.
_TENDED = 200


class Keeping(Handles):
    """The verbs of a palace that file text and derive what follows from it."""

    @stepped("mine")
    def mine(
        self,
        target: str | Path,
        *,
        wing: str | None = None,
        room: str | None = None,
        hall: str | None = None,
        refine: bool | None = None,
        dry_run: bool = False,
        progress: "Callable[[Progress], None] | None" = None,
    ) -> MineReport:
        """File everything new in a file or folder; see the report for what was left out and why.

        ``refine`` also fills in the transformer tier in this run (default: as the settings say).
        ``dry_run`` only counts. Running it again adds only what is new.

        Raises:
            NotFound: there is nothing at ``target``.

        >>> import tempfile, pathlib
        >>> from camillo import Palace
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     place = pathlib.Path(folder)
        ...     size = (place / "plan.md").write_text("We ship in May.")
        ...     with Palace.open(place / "palace.camillo") as palace:
        ...         report = palace.mine(place / "plan.md", wing="orion", refine=False)
        ...         again = palace.mine(place / "plan.md", wing="orion", refine=False)
        >>> report.turns, again.turns
        (1, 0)
        """
        from camillo.app.mining import mining

        wish = mining.wish(wing, room, hall)
        report = mining.run(self._parts, values.named(target), wish, dry_run, progress)
        wanted = self._parts.settings.refine if refine is None else refine
        if wanted and not dry_run and not report.interrupted:
            return mining.with_refined(report, self.refine(progress=progress))
        if not dry_run and not report.interrupted:
            self._parts.linking().run()
            self._parts.deriving().run()
        return mining.with_coverage(report, self._parts.counts())

    def follow(
        self, *, wing: str | None = None, room: str | None = None, hall: str | None = None
    ) -> "Follower":
        """What files growing transcripts piece by piece; give it to one thread."""
        from camillo.app.mining.following import Follower
        from camillo.app.mining.mining import wish

        return Follower(self._parts, wish(wing, room, hall))

    @stepped("file")
    def add(
        self,
        text: str,
        *,
        wing: str | None = None,
        room: str | None = None,
        hall: str | None = None,
        at: Time | None = None,
        speaker: str = "",
        role: str = "",
        source: str | None = None,
        conversation: str | None = None,
        turn: str | None = None,
        title: str = "",
        meta: Mapping[str, object] | None = None,
    ) -> Receipt:
        """File one text, exactly; it can be found the moment this returns.

        ``source`` names where it comes from (``note:42``); texts of one source stand in order as
        one conversation unless ``conversation`` says otherwise. Adding the same text from the
        same source again adds nothing: ``counts["known"]`` is 1 and ``ids`` names the text that is there.

        Raises:
            InvalidInput: the text is empty or over 64 MiB, a name or the time cannot be used, or the
            text or lines of it were forgotten.

        >>> import tempfile, pathlib
        >>> from camillo import Palace
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with Palace.open(pathlib.Path(folder) / "palace.camillo") as palace:
        ...         receipt = palace.add("We chose Go.", wing="orion", at="2026-01-02", source="note:7")
        ...         again = palace.add("We chose Go.", wing="orion", at="2026-01-02", source="note:7")
        ...         memory = palace.get(receipt.ids[0])
        >>> memory.text, memory.turn.at, again.counts["known"], again.ids == receipt.ids
        ('We chose Go.', '2026-01-02', 1, True)
        """
        content = checked_text(text)
        uri = source or f"added:{address(content).hex()[:16]}"
        made = Turn.of_text(
            text,
            kind=uri.partition(":")[0] if ":" in uri else "note",
            conversation=conversation or uri,
            turn=turn or address(content).hex()[:16],
            speaker=speaker,
            role=role,
            at=Moment.given(at),
            title=title,
            meta=dict(meta or {}),
        )
        origin = Source(made.kind, uri, by_name=wing is not None)
        return self._file(made, origin, wing=wing, room=room, hall=hall)

    def _file(
        self, made: Turn, source: Source, *, wing: str | None, room: str | None, hall: str | None
    ) -> Receipt:
        """File one text from a source; see :meth:`add`."""
        if self._store.forgotten([made]) != [made]:
            raise InvalidInput(
                "the text, or a line of it, was forgotten for good and is not kept again",
                "leave it out, or say it in other words",
            )
        place, _ = self._parts.placer().place(made, None, wing=wing, room=room, hall=hall)
        cuts, language = self._parts.cuts(made)
        filed = [Filed(made, place, cuts, language)]
        receipt = self._store.file("add", source, filed)
        self._store.compact()
        self._parts.linking().soon()
        self._parts.deriving().soon()
        self._uses.flush()
        if receipt.counts.get("known"):
            return replace(receipt, ids=(str(Span(made.key, 0, len(made.content))),))
        return receipt

    @stepped("remember")
    def remember(
        self,
        message: str,
        *,
        wing: str | None = None,
        room: str | None = None,
        at: Time | None = None,
        speaker: str = "",
        source: str | None = None,
        session: str | None = None,
    ) -> "Remembered":
        """File a message word for word, then distil what it states into a memory and merge it there.

        The message is filed in a transaction of its own: nothing that comes after can lose it. What is
        asked, ordered or said in passing is not distilled, and no secret is. ``session`` is the
        conversation it belongs to. Remembering the same message again changes nothing.

        Raises:
            InvalidInput: as :meth:`add`.
        """
        return self.memories.remember(
            message, wing=wing, room=room, at=at, speaker=speaker, source=source, session=session
        )

    @stepped("fill in vectors")
    def refine(
        self,
        *,
        limit: int | None = None,
        progress: "Callable[[Progress], None] | None" = None,
    ) -> "RefineReport":
        """Fill in the transformer tier for drawers that still wait, newest first; resumable.

        What hosts saved and nobody could distil yet is tried again first. Where the setting ``llm_gists`` is on, a
        run without a limit ends with the language model's gists. What the rules of retention no longer keep is
        forgotten, at most once an hour.
        """
        self.events.drain()
        self.retention.soon()
        report = self._parts.refine(limit, progress)
        if limit is not None or report.interrupted or not self._parts.settings.llm_gists:
            return report
        from camillo.app.episodes.retelling import retell

        return replace(report, problems=(*report.problems, *retell(self._parts)))

    def derive(self) -> None:
        """Do a part of what follows filing and needs no model: events, links, gists, contexts, links to notes."""
        self.events.drain()
        self._parts.linking().soon()
        self._parts.deriving().soon()
        self.upkeep.soon(_TENDED)
