"""The knowledge layer's half of a snapshot and of a store."""

from collections.abc import Mapping, Sequence

from camillo.domain.knowledge import Act, Known, Link, Use
from camillo.domain.report import Receipt
from camillo.ports.knowledge import Claimed, Seen, Shelved, Side
from camillo.storage.postgres import acts as act_log
from camillo.storage.postgres import forgetting, known, linking
from camillo.storage.postgres import uses as use_counts
from camillo.storage.postgres.connection import Db
from camillo.storage.postgres.labels import Words
from camillo.storage.postgres.session import Session

#: So long a count of uses waits for another process at the most.
_SHORT_SECONDS = 0.1


class KnowledgeReader:
    """Implements :class:`camillo.ports.knowledge.KnowledgeReads` inside one read transaction."""

    _db: Db
    _words: Words
    _live: int
    _key: bytes

    def known(self, drawers: Sequence[int]) -> dict[int, Known]:
        """What drawers know."""
        return known.read_known(self._db, self._live, drawers)

    def claims(self, keys: Sequence[str], side: Side = "any") -> list[Claimed]:
        """Claims with one of these keys on a side."""
        return known.read_claims(self._db, self._words, self._live, self._key, keys, side)

    def claims_of(self, drawers: Sequence[int]) -> list[Claimed]:
        """Claims that these drawers make."""
        return known.read_claims_of(self._db, self._words, self._live, drawers)

    def last_drawer(self) -> int:
        """The highest number of a drawer."""
        return known.read_last(self._db, self._live)

    def seen(self, drawers: Sequence[int]) -> list[Seen]:
        """Where drawers stand."""
        return known.read_seen(self._db, self._live, drawers)

    def links(self, drawers: Sequence[int]) -> list[Link]:
        """Links that begin or end at these drawers."""
        return linking.read_links(self._db, self._words, self._live, drawers)

    def linked(self) -> int:
        """The mark of linking."""
        return linking.read_mark(self._db, self._live, "linked")

    def shelved(self, after: int) -> Shelved:
        """Drawers above a number, for linking."""
        return linking.read_shelved(self._db, self._live, after)

    def acts(
        self, verbs: Sequence[str] = (), keys: Sequence[str] = (), after: int = 0
    ) -> list[Act]:
        """Acts above a number, with these verbs, about these keys."""
        return act_log.read_acts(self._db, self._key, verbs, keys, after)

    def last_act(self) -> int:
        """The number of the last act."""
        return act_log.last_act(self._db)

    def uses(self, turns: Sequence[int]) -> dict[int, Use]:
        """How turns were used."""
        return use_counts.read_uses(self._db, turns)


class KnowledgeWriter:
    """Implements :class:`camillo.ports.knowledge.KnowledgeWrites`, each write one transaction."""

    _session: Session

    def record(self, verb: str, acts: Sequence[Act], after: int | None = None) -> Receipt:
        """Append acts to the log."""
        with self._session.writing() as writing:
            return act_log.record(writing, verb, acts, after)

    def forget_acts(self, numbers: Sequence[int]) -> Receipt:
        """Take the words of acts away."""
        with self._session.writing() as writing:
            return forgetting.forget_acts(writing, numbers)

    def put_links(self, links: Sequence[Link], after: int, upto: int) -> int:
        """File links and move the mark, if it still stands at ``after``."""
        with self._session.writing() as writing:
            return linking.put_links(writing, links, after, upto)

    def put_uses(self, uses: Mapping[int, Use]) -> None:
        """Add to the counts of turns, without waiting long for another process."""
        with self._session.writing(patience=_SHORT_SECONDS) as writing:
            use_counts.put_uses(writing, uses)
