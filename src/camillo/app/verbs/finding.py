"""What is asked of a palace: searches, exact texts, paths, and what a prompt or a session needs."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Literal

from camillo.app.ids import nothing_at, span_of, whole_document
from camillo.app.telemetry import stepped
from camillo.app.verbs.handles import Handles
from camillo.domain.errors import InvalidInput
from camillo.domain.moment import Moment, Time
from camillo.domain.relevant import Relevant
from camillo.domain.search import Filters, Found, Group, Memory, Order

if TYPE_CHECKING:
    from camillo.app.worth.memory_order import Asked
    from camillo.domain.shorthand import Shorthand
    from camillo.domain.trace import Trace
    from camillo.domain.wakeup import WakeUp

_MOST_NEIGHBOURS = 1 << 31


class Finding(Handles):
    """The verbs of a palace that answer, and change nothing but how lately a memory was used."""

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
        since: Time | None = None,
        until: Time | None = None,
        meta: Mapping[str, object] | None = None,
        limit: int = 10,
        budget: int | None = None,
        group: Group = "drawer",
        versions: Literal["current", "all"] = "current",
        now: Time | None = None,
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

        >>> import tempfile, pathlib
        >>> from camillo import Palace
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with Palace.open(pathlib.Path(folder) / "palace.camillo") as palace:
        ...         spring = palace.add("We chose Go.", at="2026-03-01")
        ...         autumn = palace.add("We chose Go again.", at="2026-10-01")
        ...         found = palace.search("what did we choose?", since="2026-09-01", limit=5)
        >>> [(hit.text, hit.at) for hit in found.results]
        [('We chose Go again.', '2026-10-01')]
        """
        _check(question, versions, order)
        filters = Filters(
            wing=wing,
            room=room,
            hall=self._parts.hall(hall),
            speaker=speaker,
            source=source,
            source_kind=source_kind,
            conversation=conversation,
            since=Moment.given(since),
            until=Moment.given(until),
            meta=dict(meta or {}),
            versions=versions,
            pruned=include_pruned,
        )
        moment = Moment.given(now)
        asked: Asked = {"limit": limit, "budget": budget, "group": group, "latency_ms": latency_ms}
        found = self._found(question, filters, asked, order, moment)
        self._uses.note((hit.id for hit in found.results), moment)
        return found

    def _found(
        self, question: str, filters: Filters, asked: "Asked", order: Order, now: Moment | None
    ) -> Found:
        if order == "memory":
            from camillo.app.worth.memory_order import search

            return search(self._parts, question, filters, asked, now)
        return self._parts.recaller().search(question, filters, now=now, **asked)

    def relevant(
        self,
        prompt: str,
        *,
        wing: str | None = None,
        budget: int = 400,
        session: str | None = None,
        exclude: Collection[str] = (),
        latency_ms: int | None = None,
        now: Time | None = None,
    ) -> Relevant:
        """The few memories that a prompt to an agent needs, ready to inject; most need none.

        Unlike :meth:`search` it answers only what clears a calibrated bar. ``session`` is the
        conversation that the prompt belongs to, whose turns the agent has already; ``exclude``
        are ids it was given before. ``budget`` is in tokens of the whole text, fence included.

        Raises:
            InvalidInput: the budget is below 1, or the time cannot be used.
        """
        from camillo.app.worth import relevance

        moment = Moment.given(now)
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

    def get(self, id: str, *, neighbours: int = 0, now: Time | None = None) -> Memory:
        """The exact bytes behind an id, with so many turns of its conversation on either side.

        ``id`` is a hit's ``id``, also as a wake-up abbreviates it, a hit's ``document`` for the
        whole document, or the path of a memory for its current version. ``now`` is when it is used, else the clock.

        Raises:
            NotFound: this palace holds nothing of that id. InvalidInput: it is no id, or cuts a letter in two.

        >>> import tempfile, pathlib
        >>> from camillo import Palace
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with Palace.open(pathlib.Path(folder) / "palace.camillo") as palace:
        ...         first = palace.add("Go or Rust?", source="chat:1")
        ...         second = palace.add("Go, for its libraries.", source="chat:1")
        ...         memory = palace.get(second.ids[0], neighbours=1)
        >>> memory.content, [one.text for one in memory.before]
        (b'Go, for its libraries.', ['Go or Rust?'])
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
        self._uses.note([memory.id], Moment.given(now))
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

        >>> import tempfile, pathlib
        >>> from camillo import Palace
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with Palace.open(pathlib.Path(folder) / "palace.camillo") as palace:
        ...         palace.redacted("password: Xk29-vQp4-71zL")
        'password: [secret: password]'
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
        now: Time | None = None,
        shorthand: bool = False,
    ) -> "WakeUp":
        """What a new session starts with: who and where, what matters, and what the task needs.

        ``wing`` narrows it to one wing; without one it tells of the whole palace. ``task`` is
        searched for; without one the newest is told. ``budget`` counts tokens of the answer's
        ``text``, which never passes it. ``now`` is what the last 30 days are counted back from.
        ``shorthand`` tells more passages in fewer words each (docs/concepts/shorthand.md).

        Raises:
            InvalidInput: the budget is below 0, or ``now`` is no time.

        >>> import tempfile, pathlib
        >>> from camillo import Palace
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with Palace.open(pathlib.Path(folder) / "palace.camillo") as palace:
        ...         receipt = palace.add("We decided to use Go for the server.", wing="orion")
        ...         woken = palace.wake_up(wing="orion", budget=300)
        >>> "We decided to use Go" in woken.text, woken.total_tokens <= 300
        (True, True)
        """
        if budget < 0:
            raise InvalidInput(f"a budget of {budget} tokens cannot be given", "use 0 or more")
        moment = Moment.given(now)
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


def _check(question: str, versions: str, order: str) -> None:
    if versions not in ("current", "all"):
        raise InvalidInput(f"there are no versions {versions!r}", "use current or all")
    if order not in ("relevance", "memory"):
        raise InvalidInput(f"there is no order {order!r}", "use relevance or memory")
    if not question.strip():
        raise InvalidInput("the question is empty", "ask in at least one word")
