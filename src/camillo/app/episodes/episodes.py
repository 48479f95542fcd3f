"""Episodes of a palace: listed, read, searched, and what later memories added to one."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from camillo.app.clock import micros
from camillo.app.episodes.gists import Gists
from camillo.app.episodes.recalling import Recalling
from camillo.app.episodes.runs import Runs
from camillo.app.ids import span_of, turn_key_of
from camillo.app.links.contexts import undoing
from camillo.app.worth.uses import Uses
from camillo.domain.episode import Context, Episode, Gist, GistFound, Recalled, Said
from camillo.domain.errors import InvalidInput, NotFound
from camillo.domain.moment import Moment, Time
from camillo.domain.report import Receipt
from camillo.ports.episodes import ContextRow
from camillo.ports.store import Snapshot
from camillo.recall.lines import line_id, line_text, newest

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.app.shorthand.compressing import Compressor

#: The most episodes that one call gives.
MOST = 1_000


class Episodes:
    """The episodes of one palace, derived from its conversations; nothing of them is kept but gists.

    >>> import tempfile, pathlib
    >>> from camillo import Palace
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Palace.open(pathlib.Path(folder) / "palace.camillo") as palace:
    ...         for turn, text in enumerate(("Shall we use Go?", "Yes, Go it is.")):
    ...             receipt = palace.add(text, source="chat:1", turn=str(turn), speaker="Ana")
    ...         (episode,) = palace.episodes.list()
    >>> episode.turns, episode.speakers
    (2, ('Ana',))
    """

    def __init__(self, parts: "Parts", uses: Uses) -> None:
        self._parts = parts
        self._uses = uses
        self._compressor = cache(self._make_compressor)

    def list(
        self,
        *,
        wing: str | None = None,
        since: Time | None = None,
        until: Time | None = None,
        limit: int = 20,
    ) -> tuple[Episode, ...]:
        """The newest episodes first, at most ``limit``; those without a time come last.

        ``since`` and ``until`` are both inclusive, on the times of an episode's turns: one that
        reaches into the time between is given. An episode lies in every wing that a turn of it lies in.

        Raises:
            InvalidInput: a time or the limit (1 to 1,000) cannot be used.
        """
        _check_limit(limit)
        first = None if since is None else Moment.parse(since).micros
        end = None if until is None else Moment.parse(until).end()
        with self._parts.store.snapshot() as snapshot:
            runs = Runs(snapshot, self._parts.redacted)
            return tuple(map(runs.shown, islice(runs.newest(wing, first, end), limit)))

    def get(self, id: str) -> Episode:
        """One episode with the ids of its turns, its steps and its gist.

        ``id`` is the episode's own, or that of any turn or passage in it.

        Raises:
            NotFound: no episode has or holds this id.
        """
        with self._parts.store.snapshot() as snapshot:
            runs = Runs(snapshot, self._parts.redacted)
            return runs.shown(runs.holding(_key(snapshot, id)), whole=True)

    def gist(self, id: str, *, shorthand: bool = False) -> Gist:
        """The gist of an episode, each line citing its own words; with its shorthand where that is asked for.

        Raises:
            NotFound: no episode has or holds this id, or it has no gist: it is short, or none was made yet.
        """
        with self._parts.store.snapshot() as snapshot:
            run = Runs(snapshot, self._parts.redacted).holding(_key(snapshot, id))
            return Gists(self._parts, snapshot, self._compressor).of(run, id, shorthand=shorthand)

    def search_gists(
        self, question: str, *, wing: str | None = None, limit: int = 10
    ) -> tuple[GistFound, ...]:
        """Gists by the words of their shorthand alone, the best first; each leads to the passages behind it.

        Raises:
            InvalidInput: the question is empty, or the limit cannot be used.
        """
        _check_limit(limit)
        if not question.strip():
            raise InvalidInput("the question is empty", "ask in at least one word")
        with self._parts.store.snapshot() as snapshot:
            return tuple(
                Gists(self._parts, snapshot, self._compressor).search(question, wing, limit)
            )

    def search(
        self,
        question: str,
        *,
        wing: str | None = None,
        limit: int = 10,
        now: Time | None = None,
    ) -> tuple[Recalled, ...]:
        """Episodes about a question: relevance times recency times importance, the best first.

        Raises:
            InvalidInput: the question is empty, or the time or the limit cannot be used.
        """
        _check_limit(limit)
        if not question.strip():
            raise InvalidInput("the question is empty", "ask in at least one word")
        moment = Moment.given(now)
        found = Recalling(self._parts).search(question, wing, moment, micros(moment))[:limit]
        self._uses.note((one.hits[0] for one in found), moment)
        return tuple(found)

    def _make_compressor(self) -> "Compressor":
        from camillo.app.shorthand.compressing import Compressor

        return Compressor(self._parts, self._parts.redacted)

    # ---- contexts ------------------------------------------------------------------------

    def context(self, id: str) -> Context:
        """What later memories added to the memory of this id: their words without secrets, each citing its own.

        Raises:
            NotFound: this palace holds nothing of that id.
        """
        with self._parts.store.snapshot() as snapshot:
            drawers = _drawers(snapshot, id)
            by_drawer: Mapping[int, list[ContextRow]] = _by_drawer(snapshot.contexts(drawers))
            rows = [row for drawer in drawers for row in newest(by_drawer[drawer])]
            texts = snapshot.passages(sorted({row.origin for row in rows}))
            lines = tuple(
                Said(
                    line_id(origin, row.start, row.end),
                    self._parts.redacted(line_text(origin, row.start, row.end)),
                    origin.turn.speaker,
                    origin.turn.at,
                )
                for row in rows
                if (origin := texts.get(row.origin)) is not None
            )
            return Context(id, sum(map(len, by_drawer.values())), lines)

    def undo(self, id: str) -> Receipt:
        """Take back the last refresh of a memory's context; what stood before it stands again.

        Raises:
            NotFound: this palace holds nothing of that id, or nothing was added to it.
        """
        with self._parts.store.snapshot() as snapshot:
            rows = snapshot.contexts(_drawers(snapshot, id))
            if not rows:
                raise NotFound(f"nothing was added to {id!r}", "see `camillo episodes context ID`")
            last = max(rows, key=lambda row: (row.origin, row.drawer))
            texts = snapshot.passages([last.drawer, last.origin])
        act = undoing(texts[last.drawer], texts[last.origin])
        # The act first: were the row gone and the act missing, the next pass would bring it back.
        receipt = self._parts.store.record("undo context", [act])
        self._parts.store.drop_contexts([last])
        return receipt


def _key(snapshot: Snapshot, id: str) -> bytes:
    """The key of the turn that an id of an episode, a turn or a passage names."""
    return turn_key_of(snapshot, id)


def _drawers(snapshot: Snapshot, id: str) -> Sequence[int]:
    """The drawers of the turn that an id names, in its span where that is not the whole turn."""
    span = span_of(snapshot, id)
    turn = snapshot.turn(span.key)
    if turn is None:
        raise NotFound(f"nothing has the id {id!r}", "search again; it may have been forgotten")
    cuts = snapshot.cuts_of(turn.number).items()
    return [number for number, (start, end) in cuts if start < span.end and span.start < end]


def _by_drawer(rows: Sequence[ContextRow]) -> Mapping[int, list[ContextRow]]:
    found: dict[int, list[ContextRow]] = defaultdict(list)
    for row in rows:
        found[row.drawer].append(row)
    return found


def _check_limit(limit: int) -> None:
    if not 1 <= limit <= MOST:
        raise InvalidInput(f"{limit} episodes cannot be given at once", f"use 1 to {MOST:,}")
