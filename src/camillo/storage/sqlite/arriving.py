"""A palace filled with canonical rows and all that is derived of them, in one transaction."""

from collections.abc import Iterator, Mapping, Sequence

from camillo.domain.drawer import Cut
from camillo.domain.errors import Occupied
from camillo.domain.report import Problem, Receipt
from camillo.ports.archive import Row
from camillo.ports.rows import Stored
from camillo.ports.store import Snapshot
from camillo.storage.common.carried import fitting
from camillo.storage.common.checks import checked_cuts
from camillo.storage.sqlite import archiving, checking, postings
from camillo.storage.sqlite.connection import every, one
from camillo.storage.sqlite.derive import file_cuts
from camillo.storage.sqlite.session import Writing
from camillo.storage.sqlite.snapshot import SqliteSnapshot
from camillo.storage.sqlite.turns import read_stored

_OWN = ("receipts", "turns", "sources", "wings", "acts", "notes", "tombstones")


class SqliteArrival:
    """Implements :class:`camillo.ports.archive.Arrival` over a write transaction.

    Raises:
        Occupied: the palace holds something of its own.
    """

    def __init__(self, writing: Writing) -> None:
        self._writing = writing
        held = " union all ".join(f"select 1 from {table}" for table in _OWN)
        if one(writing.db, f"select 1 from ({held}) limit 1"):
            raise Occupied("the palace holds texts of its own", "import into a new palace")
        writing.stale = True

    def adopt(self, kind: str, rows: Sequence[Row]) -> None:
        """Take rows of a kind."""
        archiving.adopt(self._writing, kind, rows)

    def rows(self, kind: str) -> Iterator[Row]:
        """The rows of a kind as they are read back."""
        return archiving.rows(self._writing.db, kind)

    def stored(self, after: int, limit: int, most: int) -> list[Stored]:
        """Turns numbered above ``after``, as many as fit."""
        sql = (
            "select length(d.content) from turns t join documents d on d.document = t.document"
            " where t.turn > ? order by t.turn limit ?"
        )
        sizes = [size for (size,) in every(self._writing.db, sql, (after, limit))]
        return read_stored(self._writing.db, after, fitting(sizes, most))

    def derive(self, cuts: Sequence[tuple[Stored, Sequence[Cut]]]) -> None:
        """File the drawers of turns."""
        given = [one for stored, turn_cuts in cuts for one in checked_cuts(stored, turn_cuts)]
        file_cuts(self._writing, self._writing.live, given)
        # Folded as it grows: all of it at once would have to be in memory.
        postings.compact(self._writing.db, self._writing.live, force=False)

    def snapshot(self) -> Snapshot:
        """Reads of what is there by now."""
        return SqliteSnapshot(self._writing.db, self._writing.tombstone_key)

    def check(self) -> list[Problem]:
        """Whether everything agrees."""
        writing = self._writing
        writing.db.execute("update clock set drawer = ?", (writing.drawer,))
        return checking.check_palace(writing.db, writing.tombstone_key)

    def note(self, verb: str, counts: Mapping[str, int], notes: Sequence[str]) -> Receipt:
        """Enter in the log what was done."""
        writing = self._writing
        row = one(writing.db, "select ifnull(max(number), 0) + 1 from receipts")
        writing.number = int(row[0]) if row else 1
        writing.notes += notes
        return writing.receipt(verb, counts)
