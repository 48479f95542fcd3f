"""Reads that all see one state of the palace."""

from collections.abc import Iterator, Mapping, Sequence

import apsw
import numpy as np

from camillo.domain.diary import Diary
from camillo.domain.drawer import Span
from camillo.domain.errors import PalaceDamaged
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
from camillo.storage.common.packing import pack_text, unpack_text
from camillo.storage.sqlite import (
    columns,
    counting,
    diaries,
    documents,
    memories,
    noted,
    postings,
    refining,
    turns,
)
from camillo.storage.sqlite.connection import one
from camillo.storage.sqlite.episodes import EpisodeReader
from camillo.storage.sqlite.knowledge import KnowledgeReader
from camillo.storage.sqlite.labels import all_labels
from camillo.storage.sqlite.note_book import NoteReader
from camillo.storage.sqlite.sources import read_source_rows, wing_meant


def live_generation(db: apsw.Connection) -> int:
    """The number of the generation that answers."""
    row = one(db, "select value from meta where key = 'live'")
    if row is None:
        raise PalaceDamaged("the palace has no live generation", "run `camillo doctor --rebuild`")
    return int(row[0])


class SqliteSnapshot(KnowledgeReader, EpisodeReader, NoteReader):
    """One read transaction; implements :class:`camillo.ports.store.Snapshot`."""

    def __init__(self, db: apsw.Connection, tombstone_key: bytes) -> None:
        self._db = db
        self._key = tombstone_key
        self._live = live_generation(db)

    def tick(self) -> Tick:
        """The clock as this snapshot sees it."""
        row = one(self._db, "select epoch, seq from clock")
        return Tick(*row) if row else Tick(0, 0)

    def columns(self, after: int) -> Columns:
        """Drawers numbered above ``after``."""
        return columns.read_columns(self._db, self._live, after)

    def placements(self, after: int) -> Placements:
        """Placements of turns numbered above ``after``."""
        return columns.read_placements(self._db, after)

    def rooms(self) -> list[RoomRow]:
        """All rooms with their wings."""
        rows = self._db.execute(
            "select r.room, w.name, r.name, w.wing from rooms r join wings w on w.wing = r.wing"
            " order by r.room"
        )
        return [RoomRow(*row) for row in rows]

    def labels(self) -> dict[int, str]:
        """Speakers, halls and other short words by number."""
        return all_labels(self._db)

    def sources(self) -> dict[int, tuple[str, str]]:
        """Kind and uri of each source by number."""
        rows = self._db.execute("select source, kind, uri from sources")
        return {source: (kind, unpack_text(uri)) for source, kind, uri in rows}

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
        rows = self._db.execute(
            "select conversation from conversations where native = ? order by conversation",
            (pack_text(conversation),),
        )
        return np.array([number for (number,) in rows], np.int64)

    def passages(self, drawers: Sequence[int]) -> dict[int, Memory]:
        """The drawers' text and origin."""
        return memories.read_passages(self._db, self._live, drawers)

    def wholes(self, turns: Sequence[int]) -> dict[int, Memory]:
        """Whole turns by their numbers."""
        return memories.read_wholes(self._db, turns)

    def get(self, span: Span, neighbours: int) -> Memory | None:
        """The bytes of a span, with neighbours."""
        return memories.read_span(self._db, span, neighbours)

    def turn(self, key: bytes) -> Stored | None:
        """The whole turn with this key."""
        return turns.read_turn(self._db, key)

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
        return documents.read_document(self._db, address)

    def turns(self) -> Iterator[Memory]:
        """Every turn, whole, in order of filing."""
        return memories.read_turns(self._db)

    def latest(self, kind: str, conversation: str, uri: str, limit: int) -> list[Memory]:
        """The newest turns of a conversation, and of those first read from a source."""
        return noted.read_latest(self._db, kind, conversation, uri, limit)

    def noted(self, kind: str, conversation: str) -> list[Memory]:
        """What hooks noted of a conversation and nothing has replaced."""
        return noted.read_noted(self._db, kind, conversation)

    def lone_turns(self, wing: str) -> Iterator[Memory]:
        """The turns that lie in this wing alone, whole."""
        return memories.read_lone_turns(self._db, wing)

    def diary(
        self,
        role: str | None,
        since: int | None,
        until: int | None,
        wing: str | None,
        limit: int,
    ) -> list[Memory]:
        """Entries of a role's diary, or of all, the newest first."""
        return diaries.read_entries(self._db, self._live, role, since, until, wing, limit)

    def diaries(self) -> list[Diary]:
        """Which roles have a diary."""
        return diaries.read_diaries(self._db, self._live)

    def counts(self) -> dict[str, int]:
        """Totals."""
        return counting.read_counts(self._db, self._live)

    def languages(self) -> dict[str, int]:
        """How many turns are in each language that could be told."""
        return counting.read_languages(self._db)

    def has_vectors(self) -> bool:
        """Whether any drawer has transformer vectors."""
        return counting.has_vectors(self._db, self._live)

    def vectors(self) -> dict[ModelCard, int]:
        """How many drawers have each model's vectors."""
        return counting.read_vectors(self._db, self._live)

    def wing_meant(self, source: Source, name: str) -> str | None:
        """The present name of the wing that a source asks for."""
        return wing_meant(self._db, source, name)

    def wings(self) -> list[dict[str, object]]:
        """Wings with their rooms."""
        return counting.read_wings(self._db)
