"""Looking into a palace without leaving a trace in it: nothing here counts as a use of a memory."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from camillo.app import compose
from camillo.app.looking.plan import Plan, newest, plan
from camillo.app.looking.reading import Reading, reading
from camillo.domain.place import GENERAL
from camillo.domain.search import Filters, Found, Memory

if TYPE_CHECKING:
    from camillo.app.compose import Parts
    from camillo.ports.store import Tick


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

    def __init__(self, parts: "Parts") -> None:
        self._parts = parts
        self._store = parts.store

    def search(self, question: str, filters: Filters, limit: int) -> Found:
        """Conversations that answer, best first, each with its passages; typing leaves no trace of use."""
        return self._parts.recaller().search(question, filters, limit=limit, group="conversation")

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
            NotFound: this palace holds nothing of that id.
        """
        with self._store.snapshot() as snapshot:
            span = compose.span_of(snapshot, id)
        return reading(self._store, span, before, after)

    def halls(self) -> tuple[str, ...]:
        """The halls of this palace, in their order, ``general`` last."""
        names = self._parts.preset().names
        return names if GENERAL in names else (*names, GENERAL)

    def kinds(self) -> tuple[str, ...]:
        """The kinds of sources that something came from, by name."""
        with self._store.snapshot() as snapshot:
            return tuple(sorted({kind for kind, _ in snapshot.sources().values()}))

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
