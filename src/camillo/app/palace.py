"""The palace: one owner's memory, and the verbs every surface calls."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Literal, Self

from camillo.app import compose, values
from camillo.app.given import checked_text
from camillo.app.ids import nothing_at, span_of, whole_document
from camillo.app.telemetry import stepped
from camillo.app.tending.caring import Caring
from camillo.app.tending.refiling import Refiling
from camillo.app.worth.using import Uses
from camillo.domain.drawer import Filed, Span
from camillo.domain.errors import InvalidInput
from camillo.domain.identity import address
from camillo.domain.moment import Moment
from camillo.domain.owner import Owner
from camillo.domain.relevant import Relevant
from camillo.domain.report import MineReport, Receipt
from camillo.domain.search import Filters, Found, Group, Memory, Order
from camillo.domain.turn import Turn
from camillo.ports.store import Source

if TYPE_CHECKING:
    from datetime import date

    from camillo.app.mining.following import Follower
    from camillo.app.settings import Settings
    from camillo.app.worth.remembering import Asked
    from camillo.domain.remembered import Remembered
    from camillo.domain.shorthand import Shorthand
    from camillo.domain.trace import Trace
    from camillo.domain.wakeup import WakeUp
    from camillo.ingest.mine import Progress
    from camillo.ingest.refine import RefineReport

_MOST_NEIGHBOURS = 1 << 31
#: So many of the newest memories are looked at for the notes they name, each time there is time.
_TENDED = 200


class Palace(Refiling, Caring):
    """All the memory of one owner, open for reading and writing.

    Every write is one transaction; a returned receipt means it is on disk. Several processes may
    have the same palace open. Use it as a context manager or call :meth:`close`.

    >>> import tempfile, pathlib
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Palace.open(pathlib.Path(folder) / "palace.camillo") as palace:
    ...         receipt = palace.add("We chose GraphQL for the mobile app.", wing="orion")
    ...         found = palace.search("why GraphQL?", wing="orion")
    >>> found.results[0].text
    'We chose GraphQL for the mobile app.'
    """

    def __init__(self, path: Path, parts: compose.Parts) -> None:
        store = parts.store
        super().__init__(store, parts, Uses(store), self.add, self.search, self.forget)
        self.path = parts.file = path

    @classmethod
    def open(
        cls,
        path: str | Path | None = None,
        *,
        create: bool = True,
        settings: "Settings | None" = None,
        light: bool = False,
    ) -> Self:
        """Open the palace at ``path`` (default: the settings' palace), making it when new.

        ``light`` answers from the lexical and static tiers alone, for a caller with little time.

        Raises:
            NotFound: there is no palace there and ``create`` is false.
            PalaceDamaged: the file is no palace. PalaceTooNew: a later version wrote it.
        """
        settings = settings or compose.default_settings()
        place = values.named(path) if path is not None else settings.palace
        store = compose.open_store(place, settings, create=create)
        return cls(place, compose.Parts(store, settings, light=light))

    @classmethod
    def connect(
        cls,
        address: str,
        owner: Owner,
        *,
        create: bool = True,
        settings: "Settings | None" = None,
        light: bool = False,
    ) -> Self:
        """Open an owner's palace among those of many: ``postgresql://...``, or ``sqlite:///folder``.

        The handle is bound to this owner: nothing it does can name another.

        Raises:
            NotFound: this owner has no palace there and ``create`` is false.
            InvalidInput: no store serves such an address.
            CamilloError: the database cannot be reached, or does not keep owners apart.
        """
        settings = settings or compose.default_settings()
        store = compose.connect_store(address, owner, settings, create=create)
        beside = settings.palace.parent / "connected" / owner.name
        return cls(beside, compose.Parts(store, settings, light=light))

    def close(self) -> None:
        """Release the file; safe to call twice."""
        self._uses.flush()
        self._parts.endpoints.close()
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # ---- keeping -------------------------------------------------------------------------

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
        """
        from camillo.app.mining import mining

        wish = mining.wish(wing, room, hall)
        report = mining.run(self._parts, values.named(target), wish, dry_run, progress)
        wanted = self._parts.settings.refine if refine is None else refine
        if wanted and not dry_run and not report.interrupted:
            return mining.with_refined(report, self.refine(progress=progress))
        if not dry_run and not report.interrupted:
            self._parts.linking().run()
            self._parts.ripening().run()
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
        at: "str | date | Moment | None" = None,
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
            at=None if at is None else Moment.parse(at),
            title=title,
            meta=dict(meta or {}),
        )
        if self._store.forgotten([made]) != [made]:
            raise InvalidInput(
                "the text, or a line of it, was forgotten for good and is not kept again",
                "leave it out, or say it in other words",
            )
        place, _ = self._parts.placer().place(made, None, wing=wing, room=room, hall=hall)
        cuts, language = self._parts.cuts(made)
        filed = [Filed(made, place, cuts, language)]
        receipt = self._store.file("add", Source(made.kind, uri, by_name=wing is not None), filed)
        self._store.compact()
        self._parts.linking().soon()
        self._parts.ripening().soon()
        self._uses.flush()
        if receipt.counts.get("known"):
            return replace(receipt, ids=(str(Span(made.key, 0, len(content))),))
        return receipt

    @stepped("remember")
    def remember(
        self,
        message: str,
        *,
        wing: str | None = None,
        room: str | None = None,
        at: "str | date | Moment | None" = None,
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
        self._parts.ripening().soon()
        self.upkeep.soon(_TENDED)

    # ---- finding -------------------------------------------------------------------------

    @stepped("search")
    def search(  # noqa: PLR0913 - every filter is the caller's own
        self,
        question: str,
        *,
        wing: str | None = None,
        room: str | None = None,
        hall: str | None = None,
        speaker: str | None = None,
        source: str | None = None,
        source_kind: str | None = None,
        conversation: str | None = None,
        since: "str | date | Moment | None" = None,
        until: "str | date | Moment | None" = None,
        meta: Mapping[str, object] | None = None,
        limit: int = 10,
        budget: int | None = None,
        group: Group = "drawer",
        versions: Literal["current", "all"] = "current",
        now: "str | date | Moment | None" = None,
        latency_ms: int | None = None,
        order: Order = "relevance",
        include_pruned: bool = False,
    ) -> Found:
        """Passages that answer the question, best first.

        Everything but ``question`` narrows the search and is never inferred. ``budget`` is in
        tokens of returned text (4 bytes of UTF-8 each). ``now`` is what "last week" in the
        question is counted from. ``latency_ms`` is the time there is: a reranker reads as many
        hits as fit in it, and the answer's flags say what was left out. ``order`` is ``relevance``, or
        ``memory``: relevance times recency times importance. ``include_pruned`` also searches what
        was pruned.

        Raises:
            InvalidInput: the question is empty, or a filter or a limit cannot be used.
            ModelUnavailable: a model that the settings name cannot be loaded.
        """
        if versions not in ("current", "all"):
            raise InvalidInput(f"there are no versions {versions!r}", "use current or all")
        if order not in ("relevance", "memory"):
            raise InvalidInput(f"there is no order {order!r}", "use relevance or memory")
        if not question.strip():
            raise InvalidInput("the question is empty", "ask in at least one word")
        filters = Filters(
            wing=wing,
            room=room,
            hall=self._parts.hall(hall),
            speaker=speaker,
            source=source,
            source_kind=source_kind,
            conversation=conversation,
            since=None if since is None else Moment.parse(since),
            until=None if until is None else Moment.parse(until),
            meta=dict(meta or {}),
            versions=versions,
            pruned=include_pruned,
        )
        moment = None if now is None else Moment.parse(now)
        asked: Asked = {"limit": limit, "budget": budget, "group": group, "latency_ms": latency_ms}
        if order == "memory":
            from camillo.app.worth.remembering import search

            found = search(self._parts, question, filters, asked, moment)
        else:
            found = self._parts.recaller().search(question, filters, now=moment, **asked)
        self._uses.note((hit.id for hit in found.results), moment)
        return found

    def relevant(
        self,
        prompt: str,
        *,
        wing: str | None = None,
        budget: int = 400,
        session: str | None = None,
        exclude: Collection[str] = (),
        latency_ms: int | None = None,
        now: "str | date | Moment | None" = None,
    ) -> Relevant:
        """The few memories that a prompt to an agent needs, ready to inject; most need none.

        Unlike :meth:`search` it answers only what clears a calibrated bar. ``session`` is the
        conversation that the prompt belongs to, whose turns the agent has already; ``exclude``
        are ids it was given before. ``budget`` is in tokens of the whole text, fence included.

        Raises:
            InvalidInput: the budget is below 1, or the time cannot be used.
        """
        from camillo.app.worth import relevance

        moment = None if now is None else Moment.parse(now)
        given = relevance.relevant(
            self._parts,
            prompt,
            Filters(wing=wing),
            budget=budget,
            session=session,
            exclude=exclude,
            latency_ms=latency_ms,
            now=moment,
        )
        self._uses.note(given.ids, moment)
        return given

    def get(
        self, id: str, *, neighbours: int = 0, now: "str | date | Moment | None" = None
    ) -> Memory:
        """The exact bytes behind an id, with so many turns of its conversation on either side.

        ``id`` is a hit's ``id``, also as a wake-up abbreviates it, a hit's ``document`` for the
        whole document, or the path of a memory for its current version. ``now`` is when it is used, else the clock.

        Raises:
            NotFound: this palace holds nothing of that id. InvalidInput: it is no id, or cuts a letter in two.
        """
        if neighbours < 0:
            raise InvalidInput(f"{neighbours} neighbours cannot be given", "use 0 or more")
        if id.endswith(".md") and ":" not in id:
            id = self.memories.read(id).id
        with self._store.snapshot() as snapshot:
            if ":" not in id and "/" not in id:
                return whole_document(snapshot, id)
            span = span_of(snapshot, id)
            memory = snapshot.get(span, min(neighbours, _MOST_NEIGHBOURS))
            if memory is None:
                raise nothing_at(snapshot, span, id)
        self._uses.note([memory.id], None if now is None else Moment.parse(now))
        return memory

    @stepped("compress")
    def compress(
        self,
        id: str | None = None,
        *,
        conversation: str | None = None,
        wing: str | None = None,
        budget: int | None = None,
        secrets: bool = False,
    ) -> "Shorthand":
        """Memories in few tokens: who, when and the words that matter, each line pointing at its drawer.

        Give one of ``id`` (of an episode, a turn, a passage or a file), ``conversation`` (its source's own
        id) and ``wing``. ``budget`` is in tokens of the whole notation; without one it takes four tenths
        of the text's. Secrets are left out unless ``secrets`` is true. The same palace gives the same text, and
        :func:`camillo.distill.shorthand.notation.decode` reads it back.

        Raises:
            InvalidInput: not just one of the three is given, or the budget is below 1.
            NotFound: this palace holds nothing of that name.
        """
        from camillo.app.shorthand.compressing import Compressor

        if [id, conversation, wing].count(None) != 2:
            raise InvalidInput(
                "one thing is compressed at a time", "give an id, a conversation or a wing"
            )
        if budget is not None and budget < 1:
            raise InvalidInput(f"a budget of {budget} tokens holds nothing", "give at least 1")
        compressor = Compressor(self._parts, str if secrets else self._parts.redacted)
        if id is not None:
            return compressor.target(id, budget)
        if conversation is not None:
            return compressor.conversation(conversation, budget)
        return compressor.wing(wing or "", budget)

    def redacted(self, text: str) -> str:
        """The text with ``[secret: kind]`` in the place of each password, key and token in it.

        Wake-ups, gists, what prompts are given and what goes to an endpoint are redacted already.
        """
        return self._parts.redacted(text)

    def trace(self, a: str, b: str, *, hops: int = 4) -> "Trace | None":
        """How two entities or texts hang together: the likeliest path, each step with its source.

        ``a`` and ``b`` are names, or ids as a search gives them. The path goes over what texts mention,
        facts held now, and links, at most ``hops`` steps; None where no such path was found.

        Raises:
            NotFound: the palace knows neither an entity nor a text of that name.
            InvalidInput: ``hops`` is not between 1 and 8.
        """
        from camillo.app.links import tracing

        return tracing.trace(self._parts, a, b, hops)

    @stepped("wake up")
    def wake_up(
        self,
        *,
        wing: str | None = None,
        task: str | None = None,
        budget: int = 600,
        now: "str | date | Moment | None" = None,
        shorthand: bool = False,
    ) -> "WakeUp":
        """What a new session starts with: who and where, what matters, and what the task needs.

        ``wing`` narrows it to one wing; without one it tells of the whole palace. ``task`` is
        searched for; without one the newest is told. ``budget`` counts tokens of the answer's
        ``text``, which never passes it. ``now`` is what the last 30 days are counted back from.
        ``shorthand`` tells more passages in fewer words each (docs/concepts/shorthand.md).

        Raises:
            InvalidInput: the budget is below 0, or ``now`` is no time.
        """
        if budget < 0:
            raise InvalidInput(f"a budget of {budget} tokens cannot be given", "use 0 or more")
        moment = None if now is None else Moment.parse(now)
        told = self._parts.waker().wake_up(
            wing, (task or "").strip(), budget, moment, shorthand=shorthand
        )
        self._uses.note(told.cites, moment)
        return told

    def warm(self) -> None:
        """Load what answering takes, so that the first question need not wait for it."""
        # A millisecond is no time to ask an endpoint, which has nothing to be loaded.
        hurry = 1 if self._parts.endpoints.are_named else None
        self._parts.recaller().search("warm", Filters(), limit=1, latency_ms=hurry)
