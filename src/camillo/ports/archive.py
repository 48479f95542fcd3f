"""The port of stores whose whole canonical content can be carried elsewhere, row by row and unchanged."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol, runtime_checkable

from camillo.domain.drawer import Cut
from camillo.domain.report import Problem, Receipt
from camillo.ports.rows import Stored
from camillo.ports.store import Snapshot

#: A row of one kind: values of JSON by field, described in docs/reference/archive.md.
Row = Mapping[str, object]
#: The kinds of rows, each after those it refers to.
KINDS = (
    "palace", "source", "wing", "room", "mined", "conversation", "document", "turn", "placement",
    "tombstone", "receipt", "act", "use", "note", "note_version", "note_name", "note_edge",
)  # fmt: skip


class Arrival(Protocol):
    """A palace that is being filled, in one transaction, which sees what it has written."""

    def adopt(self, kind: str, rows: Sequence[Row]) -> None:
        """Take rows of a kind, in the order of :data:`KINDS`; the palace's own row brings its id and its key.

        Raises:
            InvalidInput: a field is missing or of the wrong kind.
        """
        ...

    def rows(self, kind: str) -> Iterator[Row]:
        """The rows of a kind as they are read back, in order of their numbers."""
        ...

    def stored(self, after: int, limit: int, most: int) -> list[Stored]:
        """Turns numbered above ``after``, in order: at most ``limit``, and one or else at most ``most`` bytes."""
        ...

    def derive(self, cuts: Sequence[tuple[Stored, Sequence[Cut]]]) -> None:
        """File the drawers of turns that were taken."""
        ...

    def snapshot(self) -> Snapshot:
        """Reads of what is there by now."""
        ...

    def check(self) -> list[Problem]:
        """Whether canonical and derived rows agree; an empty list means they do."""
        ...

    def note(self, verb: str, counts: Mapping[str, int], notes: Sequence[str]) -> Receipt:
        """Enter in the log what was done, and read the entry back."""
        ...


@runtime_checkable
class ArchivedStore(Protocol):
    """A store that gives and takes what is canonical; derived rows are made again where they arrive.

    Numbers, ids and times stay as they are. Both stores write the same row in the same way, so that rows can
    be compared by their hashes wherever they lie.
    """

    def archiving(self) -> AbstractContextManager[Callable[[str], Iterator[Row]]]:
        """What gives the rows of a kind, in order of their numbers; all of one state of the palace."""
        ...

    def arriving(self) -> AbstractContextManager[Arrival]:
        """A palace that holds nothing of its own, to be filled; any error leaves it as it was.

        Raises:
            Occupied: it holds texts, or has ever been written to.
        """
        ...

    def note(self, verb: str, counts: Mapping[str, int], notes: Sequence[str] = ()) -> Receipt:
        """Enter in the log what was done to the palace as a whole, and read the entry back."""
        ...
