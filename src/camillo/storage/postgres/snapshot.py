"""Reads that all see one state of the palace."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from camillo.domain.diary import Diary
from camillo.domain.drawer import Span
from camillo.domain.search import Memory
from camillo.ports.embedder import ModelCard
from camillo.ports.rows import (
    INT64,
    Columns,
    Dense,
    Placements,
    Postings,
    RoomRow,
    Signs,
    Source,
    SourceRow,
    Stored,
    Tick,
)
from camillo.storage.postgres import (
    columns,
    counting,
    diaries,
    documents,
    noted,
    postings,
    refining,
    turns,
)
from camillo.storage.postgres.connection import Db
from camillo.storage.postgres.episodes import EpisodeReader
from camillo.storage.postgres.generations import live_generation
from camillo.storage.postgres.knowledge import KnowledgeReader
from camillo.storage.postgres.labels import Words
from camillo.storage.postgres.memories import Reader
from camillo.storage.postgres.note_book import NoteReader
from camillo.storage.postgres.sealing import word_slot
from camillo.storage.postgres.sources import (
    read_source_rows,
    read_sources,
    room_name,
    wing_meant,
    wing_name,
    wing_number,
)


class PostgresSnapshot(KnowledgeReader, EpisodeReader, NoteReader):
    """One read transaction; implements :class:`camillo.ports.store.Snapshot`."""

    def __init__(self, db: Db, words: Words, tombstone_key: bytes) -> None:
        self._db = db
        self._words = words
        self._key = tombstone_key
        self._live = live_generation(db)
        self._reader = Reader(db, words)

    def tick(self) -> Tick:
        """The clock as this snapshot sees it."""
        row = self._db.one("select epoch, seq from palaces where owner = %(owner)s")
        return Tick(*row) if row else Tick(0, 0)

    def columns(self, after: int) -> Columns:
        """Drawers numbered above ``after``."""
        return columns.read_columns(self._db, self._live, after)

    def placements(self, after: int) -> Placements:
        """Placements of turns numbered above ``after``."""
        return columns.read_placements(self._db, after)

    def rooms(self) -> list[RoomRow]:
        """All rooms with their wings."""
        rows = self._db.every(
            "select room, wing, w.name, r.name from rooms r join wings w using (owner, wing)"
            " where r.owner = %(owner)s order by room"
        )
        return [
            RoomRow(
                room,
                wing_name(self._db, wing_word, wing),
                room_name(self._db, room_word, room),
                wing,
            )
            for room, wing, wing_word, room_word in rows
        ]

    def labels(self) -> dict[int, str]:
        """Speakers, halls and other short words by number."""
        return self._words.all(self._db)

    def sources(self) -> dict[int, tuple[str, str]]:
        """Kind and uri of each source by number."""
        return read_sources(self._db)

    def source_rows(self, limit: int) -> list[SourceRow]:
        """Sources with their state."""
        return read_source_rows(self._db, limit)

    def signs(self, after: int, model: ModelCard) -> Signs:
        """The transformer tier's pooled bits filed after a cursor."""
        number = refining.find_model(self._db, model)
        return columns.read_signs(self._db, self._live, after, number)

    def postings(self, terms: Sequence[str]) -> dict[str, Postings]:
        """Postings of the terms that exist."""
        return postings.read(self._db, self._live, terms)

    def terms_between(self, first: str, last: str, limit: int) -> list[str]:
        """Index terms from ``first`` up to but not including ``last``."""
        return postings.terms_between(self._db, self._live, first, last, limit)

    def term_counts(self, first: str, last: str) -> dict[str, int]:
        """Index terms in a half-open range, each with how many drawers have it."""
        return postings.term_counts(self._db, self._live, first, last)

    def dense(self, drawers: Sequence[int], model: ModelCard) -> dict[int, Dense]:
        """Transformer vectors of the drawers that have them."""
        return refining.read_dense(self._db, self._live, drawers, model)

    def turns_where(self, meta: Mapping[str, object]) -> INT64:
        """Numbers of turns whose meta has all these values."""
        return counting.turns_where(self._db, meta)

    def conversation_numbers(self, conversation: str) -> INT64:
        """Numbers of conversations with this id."""
        rows = self._db.every(
            "select conversation from conversations where owner = %(owner)s and slot = %(slot)s"
            " order by conversation",
            slot=word_slot(self._key, conversation),
        )
        return np.array([number for (number,) in rows], np.int64)

    def passages(self, drawers: Sequence[int]) -> dict[int, Memory]:
        """The drawers' text and origin."""
        return self._reader.passages(self._live, drawers)

    def wholes(self, turns: Sequence[int]) -> dict[int, Memory]:
        """Whole turns by their numbers."""
        return self._reader.wholes(turns)

    def get(self, span: Span, neighbours: int) -> Memory | None:
        """The bytes of a span, with neighbours."""
        return self._reader.span(span, neighbours)

    def turn(self, key: bytes) -> Stored | None:
        """The whole turn with this key."""
        return turns.read_turn(self._db, self._words, key)

    def keys_like(self, prefix: str) -> list[bytes]:
        """At most two keys of turns that begin with these hexadecimal digits, ascending."""
        return turns.keys_like(self._db, prefix)

    def added(self) -> tuple[INT64, INT64]:
        """Turns without a time of their own that were added: numbers, microseconds of filing."""
        rows = columns.read_added(self._db)
        return rows[:, 0].copy(), rows[:, 1].copy()

    def cuts_of(self, turn: int) -> dict[int, tuple[int, int]]:
        """The live drawers of a turn: number to byte span, in order."""
        return turns.read_cuts(self._db, self._live, turn)

    def document(self, address: bytes) -> tuple[bytes, str | None, str] | None:
        """A whole document: content, encoding, media type."""
        return documents.read_document(self._db, self._words, address)

    def turns(self) -> Iterator[Memory]:
        """Every turn, whole, in order of filing."""
        return self._reader.all()

    def latest(self, kind: str, conversation: str, uri: str, limit: int) -> list[Memory]:
        """The newest turns of a conversation, and of those first read from a source."""
        return noted.read_latest(self._db, self._reader, self._key, kind, conversation, uri, limit)

    def noted(self, kind: str, conversation: str) -> list[Memory]:
        """What hooks noted of a conversation and nothing has replaced."""
        return noted.read_noted(self._db, self._reader, self._key, kind, conversation)

    def lone_turns(self, wing: str) -> Iterator[Memory]:
        """The turns that lie in this wing alone, whole."""
        number = wing_number(self._db, self._key, wing)
        return iter(()) if number is None else self._reader.lone(number)

    def diary(
        self,
        role: str | None,
        since: int | None,
        until: int | None,
        wing: str | None,
        limit: int,
    ) -> list[Memory]:
        """Entries of a role's diary, or of all, the newest first."""
        return diaries.read_entries(
            self._db, self._reader, self._live, self._key, role, since, until, wing, limit
        )

    def diaries(self) -> list[Diary]:
        """Which roles have a diary."""
        return diaries.read_diaries(self._db, self._words, self._live)

    def counts(self) -> dict[str, int]:
        """Totals."""
        return counting.read_counts(self._db, self._live)

    def languages(self) -> dict[str, int]:
        """How many turns are in each language that could be told."""
        return counting.read_languages(self._db, self._words)

    def has_vectors(self) -> bool:
        """Whether any drawer has transformer vectors."""
        return counting.has_vectors(self._db, self._live)

    def vectors(self) -> dict[ModelCard, int]:
        """How many drawers have each model's vectors."""
        return counting.read_vectors(self._db, self._live)

    def wing_meant(self, source: Source, name: str) -> str | None:
        """The present name of the wing that a source asks for."""
        return wing_meant(self._db, self._key, source, name)

    def wings(self) -> list[dict[str, object]]:
        """Wings with their rooms."""
        return counting.read_wings(self._db)
