"""The store of a server: a thin face over one owner's rows; each verb lives in a module of its own."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.domain.drawer import Cut, Filed, Span
from camillo.domain.errors import InvalidInput, PalaceGone
from camillo.domain.owner import Owner
from camillo.domain.place import Place
from camillo.domain.report import Problem, Receipt
from camillo.domain.turn import Turn
from camillo.ports.archive import Arrival, Row
from camillo.ports.embedder import ModelCard
from camillo.ports.opening import Keys
from camillo.ports.rows import Building, Pending, Redaction, Source, Stored, Vector
from camillo.ports.store import Snapshot
from camillo.storage.common.checks import check_last
from camillo.storage.postgres import (
    archiving,
    checking,
    erasing,
    filing,
    forgetting,
    generations,
    placing,
    pool,
    postings,
    receipts,
    refining,
    sources,
    tombstones,
)
from camillo.storage.postgres.arriving import PostgresArrival
from camillo.storage.postgres.episodes import EpisodeWriter
from camillo.storage.postgres.generations import live_generation
from camillo.storage.postgres.knowledge import KnowledgeWriter
from camillo.storage.postgres.note_book import NoteWriter
from camillo.storage.postgres.numbers import Renumbered
from camillo.storage.postgres.session import Session, no_palace
from camillo.storage.postgres.snapshot import PostgresSnapshot
from camillo.storage.postgres.turns import find_turns, read_stored

#: Rows of retired vectors deleted in one transaction.
_RETIRED = 2_000

if TYPE_CHECKING:
    from camillo.ports.archive import ArchivedStore
    from camillo.ports.store import PalaceStore

    _PORT: type[PalaceStore]
    _ARCHIVED: type[ArchivedStore]


class PostgresStore(KnowledgeWriter, EpisodeWriter, NoteWriter):
    """One owner's palace in PostgreSQL; implements :class:`camillo.ports.store.PalaceStore`.

    Threads may share a store; all stores of a process share one pool of connections.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    @classmethod
    def open(
        cls,
        url: str,
        product: str,
        user: str,
        *,
        create: bool = True,
        busy_seconds: float = 60.0,
        keys: Keys | None = None,
    ) -> "PostgresStore":
        """Bind an owner, who is a user of a product, to a database that has been migrated.

        ``keys`` wrap the owner's data key: a new palace is encrypted where they are given.

        Raises:
            NotFound: this owner has no palace there and ``create`` is False.
            CamilloError: the database cannot be reached, lacks the schema, or does not keep owners apart.
            PalaceTooNew: a later version migrated it.
            PalaceLocked: the palace is encrypted, and none of the keys opens it.
        """
        server = pool.share(url, busy_seconds)
        try:
            return cls(_session(server, Owner(product, user), busy_seconds, keys, create))
        except BaseException:
            pool.leave(server)
            raise

    @property
    def is_encrypted(self) -> bool:
        """Whether the palace's words are sealed with a key of their owner's own."""
        return self._session.sealer.is_encrypted

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        """Reads of one state."""
        with self._session.reading() as db:
            yield PostgresSnapshot(db, self._session.words, self._session.tombstone_key)

    def known(self, keys: Sequence[bytes]) -> set[bytes]:
        """Which of these turn keys are filed already."""
        with self._session.reading() as db:
            return set(find_turns(db, keys))

    def unchanged(self, source: Source, wing: str) -> bool:
        """Whether the source was read to its end for this wing, with this fingerprint, before."""
        with self._session.reading() as db:
            return sources.unchanged(db, self._session.tombstone_key, source, wing)

    def file(self, verb: str, source: Source, filed: Sequence[Filed]) -> Receipt:
        """File a batch in one transaction and read it back."""
        with self._session.writing() as writing:
            return filing.file_batch(writing, verb, source, filed)

    def seal(self, source: Source, wing: str) -> None:
        """Say that a source was read to its end for a wing."""
        with self._session.writing() as writing:
            sources.seal_source(writing, source, wing)

    def mark_unreachable(self, under: str, seen: Iterable[str]) -> int:
        """Mark the sources under a uri that were not seen this time."""
        with self._session.writing() as writing:
            return sources.mark_unreachable(writing, under, seen)

    def pending(self, model: ModelCard, limit: int, before: int = 0) -> list[Pending]:
        """Drawers without this model's vectors, newest first."""
        with self._session.reading() as db:
            live, words = live_generation(db), self._session.words
            return refining.read_pending(db, words, live, model, limit, before)

    def put_vectors(self, model: ModelCard, vectors: Sequence[Vector]) -> int:
        """File transformer vectors."""
        with self._session.writing() as writing:
            return refining.put_vectors(writing, model, vectors)

    def retire_vectors(self, kept: ModelCard) -> int:
        """Delete other models' vectors, some thousand rows a transaction."""
        with self._session.reading() as db:
            if not refining.has_others(db, kept):
                return 0
        total = 0
        while True:
            with self._session.writing() as writing:
                gone = refining.retire_vectors(writing, kept, _RETIRED)
            if not gone:
                return total
            total += gone

    def compact(self, force: bool = False) -> bool:
        """Fold the postings' tail into blocks when it is long (or when forced)."""
        with self._session.reading() as db:
            if not postings.is_long(db, live_generation(db), force):
                return False
        with self._session.writing() as writing:
            done = [
                postings.compact(writing.db, generation.number, force)
                for generation in writing.generations
            ]
        generations.drop_old(self._session)
        return any(done)

    def forgotten(self, turns: Sequence[Turn]) -> list[Turn | None]:
        """The turns as they may be filed: None, or with forgotten lines blank."""
        with self._session.reading() as db:
            return tombstones.without_forgotten(db, self._session.tombstone_key, turns)

    def forget(self, redactions: Sequence[Redaction]) -> Receipt:
        """Redact spans for good. The server's own traces of old rows are beyond this."""
        with self._session.writing() as writing:
            return forgetting.forget_spans(writing, redactions)

    def delete_wing(self, wing: str) -> Receipt:
        """Remove a wing, part by part, so that others write between; what lay only there is forgotten."""
        number, gone = 0, False
        while not gone:
            with self._session.writing() as writing:
                number = number or placing.find_wing(writing, wing)
                receipt, gone = forgetting.delete_part(writing, number)
        return receipt

    def move(self, spans: Sequence[Span], place: Place, from_wing: str | None = None) -> Receipt:
        """Move the turns of these spans to a place."""
        with self._session.writing() as writing:
            return placing.move(writing, spans, place, from_wing)

    def rename_wing(self, old: str, new: str) -> Receipt:
        """Rename a wing, or merge it into another."""
        with self._session.writing() as writing:
            return placing.rename_wing(writing, old, new)

    def rename_room(self, wing: str | int, old: str, new: str) -> Receipt:
        """Rename a room, or merge it into another."""
        with self._session.writing() as writing:
            return placing.rename_room(writing, wing, old, new)

    def stored(self, after: int, limit: int) -> list[Stored]:
        """Turns numbered above ``after``, in order."""
        with self._session.reading() as db:
            return read_stored(db, self._session.words, after, limit)

    def begin_generation(self) -> Building:
        """Open a new generation, or go on with one half built."""
        generations.drop_old(self._session)
        with self._session.writing() as writing:
            return generations.begin(writing)

    def extend_generation(
        self, building: Building, cuts: Sequence[tuple[Stored, tuple[Cut, ...]]]
    ) -> Building:
        """File the derived rows of further turns."""
        with self._session.writing() as writing:
            return generations.extend(writing, building, cuts)

    def switch_generation(self, building: Building) -> Receipt:
        """Check the new generation, make it the live one, drop the old one."""
        return generations.switch(self._session, building)

    def check(self) -> list[Problem]:
        """Whether everything agrees; writes nothing."""
        with self._session.reading() as db:
            return checking.check_palace(db, self._session.words, self._session.tombstone_key)

    def backup(self, target: Path) -> Receipt:
        """Refused: a database is backed up by its own tools.

        Raises:
            InvalidInput: always.
        """
        raise InvalidInput(
            "a palace in PostgreSQL is not copied to a file",
            "back the database up with pg_dump, or take this palace along with `camillo export`",
        )

    @contextmanager
    def archiving(self) -> Iterator[Callable[[str], Iterator[Row]]]:
        """What gives the canonical rows of a kind, all of one state."""
        key, words = self._session.tombstone_key, self._session.words
        with self._session.reading() as db:
            yield lambda kind: archiving.rows(db, words, key, kind)

    @contextmanager
    def arriving(self) -> Iterator[Arrival]:
        """A palace that holds nothing of its own, to be filled in one transaction."""
        with self._session.writing() as writing:
            arrival = PostgresArrival(writing)
            yield arrival
        if arrival.palace is not None:
            self._session.become(arrival.palace)

    def note(self, verb: str, counts: Mapping[str, int], notes: Sequence[str] = ()) -> Receipt:
        """Enter in the log what was done to the palace as a whole."""
        with self._session.writing() as writing:
            writing.notes += notes
            return writing.receipt(verb, counts)

    def log(self, limit: int) -> list[Receipt]:
        """The newest writes."""
        with self._session.reading() as db:
            return receipts.read_log(db, limit)

    def erase(self, last: int | None = None) -> tuple[str, ...]:
        """Delete every row of the owner in one transaction, and close."""
        with self._session.writing() as writing:
            check_last(receipts.read_log(writing.db, 1), last)
            erasing.erase(writing)
        self.close()
        return erasing.LEFT_SEALED if self.is_encrypted else erasing.LEFT

    @contextmanager
    def alone(self, what: str, seconds: float) -> Iterator[None]:
        """Nobody else does this in the palace meanwhile; it takes a connection."""
        with self._session.alone(what, seconds):
            yield

    def is_gone(self) -> bool:
        """Whether the palace was deleted by others: one short transaction."""
        try:
            with self._session.reading():
                return False
        except PalaceGone:
            return True

    def close(self) -> None:
        """Give the connections up; safe to call twice."""
        self._session.close()


def _session(
    server: pool.Server, owner: Owner, busy_seconds: float, keys: Keys | None, create: bool
) -> Session:
    """The owner's session; where he was deleted by name since he was last asked for, under his new number."""
    while True:
        number = server.owner(owner.product, owner.user, make=create)
        if number is None:
            raise no_palace()
        try:
            return Session(server, number, owner, busy_seconds, keys, create=create)
        except Renumbered:
            server.forget_owner(owner.product, owner.user)


if TYPE_CHECKING:
    _PORT = PostgresStore
    _ARCHIVED = PostgresStore
