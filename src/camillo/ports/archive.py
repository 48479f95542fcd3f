"""The port of stores whose whole canonical content can be carried elsewhere, row by row and unchanged."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol, runtime_checkable

from camillo.domain.report import Receipt

#: A row of one kind: values of JSON by field, described in docs/reference/archive.md.
Row = Mapping[str, object]
#: The kinds of rows, each after those it refers to.
KINDS = (
    "palace", "source", "wing", "room", "mined", "conversation", "document", "turn", "placement",
    "tombstone", "receipt", "act", "use", "note", "note_version", "note_name", "note_edge",
)  # fmt: skip


@runtime_checkable
class ArchivedStore(Protocol):
    """A store that gives and takes what is canonical; derived rows are made again where they arrive.

    Numbers, ids and times stay as they are. Both stores write the same row in the same way, so that rows can
    be compared by their hashes wherever they lie.
    """

    def archiving(self) -> AbstractContextManager[Callable[[str], Iterator[Row]]]:
        """What gives the rows of a kind, in order of their numbers; all of one state of the palace."""
        ...

    def adopt(self, kind: str, rows: Sequence[Row]) -> None:
        """Take rows of a kind into a palace that holds nothing of its own, in one transaction.

        Kinds come in the order of :data:`KINDS`; the palace's own row brings its id and its tombstone key.

        Raises:
            InvalidInput: a field is missing or of the wrong kind, or the palace holds texts of its own.
        """
        ...

    def note(self, verb: str, counts: Mapping[str, int], notes: Sequence[str] = ()) -> Receipt:
        """Enter in the log what was done to the palace as a whole, and read the entry back."""
        ...
