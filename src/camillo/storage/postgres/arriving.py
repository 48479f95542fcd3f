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
from camillo.storage.postgres import archiving, checking, postings
from camillo.storage.postgres.derive import file_cuts
from camillo.storage.postgres.labels import Labels
from camillo.storage.postgres.session import Writing
from camillo.storage.postgres.snapshot import PostgresSnapshot
from camillo.storage.postgres.turns import read_stored

_OWN = ("receipts", "turns", "sources", "wings", "acts", "notes", "tombstones", "labels")


class PostgresArrival:
    """Implements :class:`camillo.ports.archive.Arrival` over a write transaction.

    Raises:
        Occupied: the palace holds something of its own.
    """

    def __init__(self, writing: Writing) -> None:
        self._writing = writing
        #: The palace's own row, once it was taken.
        self.palace: Row | None = None
        for table in _OWN:
            if writing.db.one(f"select 1 from {table} where owner = %(owner)s limit 1"):
                raise Occupied("the palace holds texts of its own", "import into a new palace")
        writing.stale = True

    def adopt(self, kind: str, rows: Sequence[Row]) -> None:
        """Take rows of a kind."""
        archiving.adopt(self._writing, kind, rows)
        if kind == "palace":
            self.palace = rows[0]
            key = self._writing.tombstone_key = bytes.fromhex(str(rows[0]["tombstone_key"]))
            self._writing.labels = Labels(self._writing.db, key, {})

    def rows(self, kind: str) -> Iterator[Row]:
        """The rows of a kind as they are read back."""
        writing = self._writing
        return archiving.rows(writing.db, writing.words, writing.tombstone_key, kind)

    def stored(self, after: int, limit: int, most: int) -> list[Stored]:
        """Turns numbered above ``after``, as many as fit."""
        writing = self._writing
        rows = writing.db.every(
            "select d.size from turns t join documents d using (owner, document)"
            " where t.owner = %(owner)s and t.turn > %(after)s order by t.turn limit %(limit)s",
            after=after,
            limit=limit,
        )
        count = fitting([size for (size,) in rows], most)
        return read_stored(writing.db, writing.words, after, count)

    def derive(self, cuts: Sequence[tuple[Stored, Sequence[Cut]]]) -> None:
        """File the drawers of turns."""
        given = [one for stored, turn_cuts in cuts for one in checked_cuts(stored, turn_cuts)]
        file_cuts(self._writing, self._writing.live, given)
        # Folded as it grows: all of it at once would have to be in memory.
        postings.compact(self._writing.db, self._writing.live, force=False)

    def snapshot(self) -> Snapshot:
        """Reads of what is there by now."""
        writing = self._writing
        return PostgresSnapshot(writing.db, writing.words, writing.tombstone_key)

    def check(self) -> list[Problem]:
        """Whether everything agrees."""
        writing = self._writing
        writing.db.run(
            "update palaces set drawer = %(drawer)s where owner = %(owner)s", drawer=writing.drawer
        )
        return checking.check_palace(writing.db, writing.words, writing.tombstone_key)

    def note(self, verb: str, counts: Mapping[str, int], notes: Sequence[str]) -> Receipt:
        """Enter in the log what was done."""
        writing = self._writing
        writing.number = writing.db.top("receipts", "number") + 1
        writing.notes += notes
        return writing.receipt(verb, counts)
