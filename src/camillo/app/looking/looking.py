"""Looking into a palace without leaving a trace in it: nothing here counts as a use of a memory."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app.ids import span_of
from camillo.app.looking.hooks import HookHealth, hook_health
from camillo.app.looking.plan import Plan, newest, plan
from camillo.app.looking.reading import Reading, reading
from camillo.domain.moment import Moment
from camillo.domain.place import GENERAL
from camillo.domain.search import Filters, Found, Memory

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.app.looking.graph import Dot, Passed, Web
    from camillo.app.looking.timeline import FactLine, Line, Spread
    from camillo.ports.rows import SourceRow, Tick


#: So many sources are listed.
_SOURCES = 200


@dataclass(frozen=True, slots=True)
class Beat:
    """How the palace stands at a moment: enough to tell that something was added, and how far it is refined."""

    seq: int
    memories: int
    drawers: int
    pending: int


class Looking:
    """Reads for whoever looks at a palace.

    >>> import tempfile, pathlib
    >>> from camillo import Palace
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with Palace.open(pathlib.Path(folder) / "palace.camillo") as palace:
    ...         receipt = palace.add("We chose Go.", wing="orion", room="api", hall="decisions")
    ...         seen = palace.looking.plan()
    >>> [(one.wing, one.turns, dict(one.rooms[0].halls)) for one in seen.wings]
    [('orion', 1, {'decisions': 1})]
    """

    def __init__(self, parts: "Parts", path: Path) -> None:
        self._parts, self._path = parts, path
        self._store = parts.store

    def search(self, question: str, filters: Filters, limit: int, *, quick: bool = False) -> Found:
        """Conversations that answer, best first, each with its passages; typing leaves no trace of use.

        ``quick`` asks words and the static tier alone: a first answer while somebody types.
        """
        return self._parts.recaller().search(
            question, filters, limit=limit, group="conversation", quick=quick
        )

    def plan(self) -> Plan:
        """Wings and rooms with what lies in them."""
        with self._store.snapshot() as snapshot:
            return plan(snapshot)

    def newest(self, wing: str, room: str | None = None, limit: int = 3) -> tuple[Memory, ...]:
        """What was filed in a wing, or in one of its rooms, last."""
        return newest(self._store, wing, room, limit)

    def reading(self, id: str, *, before: int = 20, after: int = 20) -> Reading:
        """The conversation or the document around a text, by its id.

        Raises:
            NotFound: this palace holds nothing of that id. InvalidInput: it begins or ends within a letter.
        """
        with self._store.snapshot() as snapshot:
            span = span_of(snapshot, id)
        return reading(self._store, span, before, after)

    # ---- along time ------------------------------------------------------------------------

    def spread(self, filters: Filters) -> "Spread":
        """How memories lie along time, in days, months or years."""
        from camillo.app.looking.timeline import spread

        with self._store.snapshot() as snapshot:
            return spread(self._parts, snapshot, filters)

    def line(self, filters: Filters, start: int, limit: int) -> "Line":
        """Memories by event time, the newest first."""
        from camillo.app.looking.timeline import line

        with self._store.snapshot() as snapshot:
            return line(self._parts, snapshot, filters, start, limit)

    def facts(
        self,
        *,
        entity: str | None = None,
        wing: str | None = None,
        as_of: str | None = None,
        known_at: str | None = None,
        limit: int = 200,
    ) -> "FactLine":
        """Facts in the order in which they began to hold, with those that held on a day.

        Raises:
            InvalidInput: a time cannot be used.
        """
        from camillo.app.looking.timeline import facts

        when, known = map(Moment.given, (as_of, known_at))
        with self._store.snapshot() as snapshot:
            return facts(
                self._parts, snapshot,
                entity=entity, wing=wing, as_of=when, known_at=known, limit=limit,
            )  # fmt: skip

    # ---- what is there twice ---------------------------------------------------------------

    def addresses(self, ids: Sequence[str]) -> dict[str, str]:
        """The content address behind each id: texts of one address are one text, forgotten together."""
        with self._store.snapshot() as snapshot:
            found = ((id, snapshot.get(span_of(snapshot, id), 0)) for id in ids)
            return {id: memory.document for id, memory in found if memory is not None}

    # ---- the graph -------------------------------------------------------------------------

    def around(self, id: str, limit: int) -> "Web":
        """A dot of the graph with its nearest.

        Raises:
            NotFound: the palace has no such thing.
        """
        from camillo.app.looking.graph import around

        with self._store.snapshot() as snapshot:
            return around(self._parts, snapshot, id, limit)

    def overview(self, limit: int) -> "Web":
        """How notes and facts hang together as a whole."""
        from camillo.app.looking.graph import overview

        with self._store.snapshot() as snapshot:
            return overview(self._parts, snapshot, limit)

    def named(self, text: str, limit: int) -> "tuple[Dot, ...]":
        """Entities and notes by a part of their name."""
        from camillo.app.looking.graph import named

        with self._store.snapshot() as snapshot:
            return named(self._parts, snapshot, text, limit)

    def path(self, a: str, b: str, hops: int) -> "tuple[Passed, ...]":
        """The likeliest way between two dots of the graph; empty where there is none.

        Raises:
            NotFound: the palace lacks one of them.
        """
        from camillo.app.looking.graph import path

        with self._store.snapshot() as snapshot:
            return path(self._parts, snapshot, a, b, hops)

    # ---- what there is ---------------------------------------------------------------------

    def halls(self) -> tuple[str, ...]:
        """The halls of this palace, in their order, ``general`` last."""
        names = self._parts.preset().names
        return names if GENERAL in names else (*names, GENERAL)

    def kinds(self) -> tuple[str, ...]:
        """The kinds of sources that something came from, by name."""
        with self._store.snapshot() as snapshot:
            return tuple(sorted({kind for kind, _ in snapshot.sources().values()}))

    def sources(self) -> "Sequence[SourceRow]":
        """At most 200 sources with their state: those that are not present first, then the newest."""
        with self._store.snapshot() as snapshot:
            return snapshot.source_rows(_SOURCES)

    def hooks(self) -> HookHealth:
        """Whether the hooks that save into this palace do well."""
        return hook_health(self._path)

    def languages(self) -> dict[str, int]:
        """How many texts are in each language."""
        with self._store.snapshot() as snapshot:
            return snapshot.languages()

    def tick(self) -> "Tick":
        """The palace's clock."""
        with self._store.snapshot() as snapshot:
            return snapshot.tick()

    def beat(self) -> Beat:
        """How the palace stands now."""
        with self._store.snapshot() as snapshot:
            seq, counts = snapshot.tick().seq, snapshot.counts()
        pending = counts["drawers"] - counts["refined"]
        return Beat(seq, counts["turns"], counts["drawers"], pending)
