"""The port of palace stores: the store keeps and finds, the core scores."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from camillo.domain.diary import Diary
from camillo.domain.drawer import Cut, Filed, Span
from camillo.domain.place import Place
from camillo.domain.report import Problem, Receipt
from camillo.domain.search import Memory
from camillo.domain.turn import Turn
from camillo.ports.embedder import ModelCard
from camillo.ports.episodes import EpisodeReads, EpisodeWrites
from camillo.ports.knowledge import KnowledgeReads, KnowledgeWrites
from camillo.ports.notes import NoteReads, NoteWrites
from camillo.ports.rows import (
    INT64,
    Building,
    Columns,
    Dense,
    Pending,
    Placements,
    Postings,
    Redaction,
    RoomRow,
    Signs,
    Source,
    SourceRow,
    Stored,
    Tick,
    Vector,
)


class Snapshot(KnowledgeReads, EpisodeReads, NoteReads, Protocol):
    """Reads that all see one state of the palace; derived tables are those of the live generation."""

    def tick(self) -> Tick:
        """The clock as this snapshot sees it."""
        ...

    def columns(self, after: int) -> Columns:
        """Drawers numbered above ``after`` (0: all)."""
        ...

    def placements(self, after: int) -> Placements:
        """Placements of turns numbered above ``after`` (0: all)."""
        ...

    def rooms(self) -> list[RoomRow]:
        """All rooms with their wings."""
        ...

    def labels(self) -> dict[int, str]:
        """Speakers, halls and other short words by number."""
        ...

    def sources(self) -> dict[int, tuple[str, str]]:
        """Kind and uri of each source by number."""
        ...

    def source_rows(self, limit: int) -> list[SourceRow]:
        """Sources with their state: those that are not present first, then the newest."""
        ...

    def signs(self, after: int, model: ModelCard) -> Signs:
        """The transformer tier's pooled bits filed after a cursor (0: all)."""
        ...

    def postings(self, terms: Sequence[str]) -> dict[str, Postings]:
        """Postings of the terms that exist; deleted drawers never show."""
        ...

    def terms_between(self, first: str, last: str, limit: int) -> list[str]:
        """Index terms in a half-open range of code points, for one-character and prefix questions."""
        ...

    def term_counts(self, first: str, last: str) -> dict[str, int]:
        """Index terms in a half-open range of code points, each with how many drawers have it."""
        ...

    def dense(self, drawers: Sequence[int], model: ModelCard) -> dict[int, Dense]:
        """Transformer vectors of the drawers that have them."""
        ...

    def turns_where(self, meta: Mapping[str, object]) -> INT64:
        """Numbers of turns whose meta has all these values, each by itself or in a list, ascending."""
        ...

    def conversation_numbers(self, conversation: str) -> INT64:
        """Numbers of conversations with this id (any kind), ascending."""
        ...

    def passages(self, drawers: Sequence[int]) -> dict[int, Memory]:
        """The drawers' text and origin."""
        ...

    def wholes(self, turns: Sequence[int]) -> dict[int, Memory]:
        """Whole turns by their numbers, those that exist; one statement reads many."""
        ...

    def get(self, span: Span, neighbours: int) -> Memory | None:
        """The bytes of a span of a turn with up to so many turns of its conversation on either side.

        None where there is no such turn, it ends before the span, or the span cuts a letter in two.
        """
        ...

    def turn(self, key: bytes) -> Stored | None:
        """The whole turn with this key."""
        ...

    def keys_like(self, prefix: str) -> list[bytes]:
        """At most two keys of turns that begin with these hexadecimal digits, ascending."""
        ...

    def added(self) -> tuple[INT64, INT64]:
        """Turns without a time of their own that were added, not mined: numbers, microseconds of filing."""
        ...

    def cuts_of(self, turn: int) -> dict[int, tuple[int, int]]:
        """The live drawers of a turn by its number: drawer number to byte span, in order."""
        ...

    def document(self, address: bytes) -> tuple[bytes, str | None, str] | None:
        """A whole document: content, encoding, media type."""
        ...

    def turns(self) -> Iterator[Memory]:
        """Every turn, whole, in order of filing: what export and verification read."""
        ...

    def latest(self, kind: str, conversation: str, uri: str, limit: int) -> list[Memory]:
        """The current turns of a conversation and of those first read from a source, newest first."""
        ...

    def noted(self, kind: str, conversation: str) -> list[Memory]:
        """The turns that hooks noted of a conversation and that nothing has replaced yet, in order."""
        ...

    def lone_turns(self, wing: str) -> Iterator[Memory]:
        """The turns that lie in this wing alone, whole: what is forgotten with it."""
        ...

    def diary(
        self,
        role: str | None,
        since: int | None,
        until: int | None,
        wing: str | None,
        limit: int,
    ) -> list[Memory]:
        """Diary entries, whole, the newest first, later filed ones first where times are equal.

        ``role`` is the conversation's id (None: every role); ``since`` and ``until`` are micros,
        half open. Entries that were forgotten whole are left out.
        """
        ...

    def diaries(self) -> list[Diary]:
        """Each role's diary, by role; without those of which nothing is left."""
        ...

    def counts(self) -> dict[str, int]:
        """Totals: sources, documents, turns, drawers, bytes, refined, tail, generation, schema, ..."""
        ...

    def languages(self) -> dict[str, int]:
        """How many turns are in each language; those whose language could not be told are left out."""
        ...

    def has_vectors(self) -> bool:
        """Whether any drawer has transformer vectors; it costs no count of them."""
        ...

    def vectors(self) -> dict[ModelCard, int]:
        """How many drawers have each model's transformer vectors; models with none are left out."""
        ...

    def wing_meant(self, source: Source, name: str) -> str | None:
        """What the wing that a source asks for by a name is called now; None where it filed nothing there."""
        ...

    def wings(self) -> list[dict[str, object]]:
        """Wings with their rooms, counts and newest event time."""
        ...


class PalaceStore(KnowledgeWrites, EpisodeWrites, NoteWrites, Protocol):
    """One owner's palace. Every write is one transaction and returns a receipt read back inside it.

    A write that may be sent again (:func:`camillo.ports.repeating.marking`) raises ``AlreadyWritten`` where
    another attempt at it has written.
    """

    @property
    def is_encrypted(self) -> bool:
        """Whether what it holds lies encrypted."""
        ...

    def snapshot(self) -> AbstractContextManager[Snapshot]:
        """Reads of one state; hold it no longer than one question takes."""
        ...

    def known(self, keys: Sequence[bytes]) -> set[bytes]:
        """Which of these turn keys are filed already."""
        ...

    def forgotten(self, turns: Sequence[Turn]) -> list[Turn | None]:
        """The turns as they may be filed: None where the whole text was forgotten.

        Lines that were forgotten from the same conversation are blanked, byte for byte.
        """
        ...

    def unchanged(self, source: Source, wing: str) -> bool:
        """Whether this source was read to its end for this wing, with this fingerprint, before."""
        ...

    def file(self, verb: str, source: Source, filed: Sequence[Filed]) -> Receipt:
        """File turns, documents, placements, drawers and postings in one transaction.

        A turn that is there already is not filed again. It gains the placement when this source
        was not yet read to its end for that wing, so that moving a turn is not undone by the next
        mining. The wing asked for is looked up by the name it had when the source was first mined,
        unless the source is meant ``by_name`` or for the wing of a number.
        Counts in the receipt: ``documents``, ``turns``, ``drawers`` (new ones), ``known``.

        Raises:
            NotFound: there is no wing of the source's number (any more); nothing was filed.
            InvalidInput: lines of a turn were forgotten since :meth:`forgotten` was asked.
        """
        ...

    def seal(self, source: Source, wing: str) -> None:
        """Say that a source was read to its end for a wing: it is present, with this fingerprint.

        An empty wing means that none was asked for and the source chose its wings itself.
        """
        ...

    def mark_unreachable(self, under: str, seen: Iterable[str]) -> int:
        """Mark the sources under a uri prefix that were not seen this time; they keep their turns."""
        ...

    def pending(self, model: ModelCard, limit: int, before: int = 0) -> list[Pending]:
        """Drawers without this model's vectors, newest first, numbered below ``before`` (0: the top)."""
        ...

    def put_vectors(self, model: ModelCard, vectors: Sequence[Vector]) -> int:
        """File transformer vectors beside those of other models; drawers gone by now are passed over.

        Returns how many were new.

        Raises:
            InvalidInput: a vector is all zero, or not of the model's dimension.
        """
        ...

    def retire_vectors(self, kept: ModelCard) -> int:
        """Delete the vectors that other models than this one made, for good; returns how many went.

        Drawers that have none of ``kept``'s wait for them again.
        """
        ...

    def compact(self, force: bool = False) -> bool:
        """Fold the postings' tail into blocks when it is long (or when forced)."""
        ...

    def move(self, spans: Sequence[Span], place: Place, from_wing: str | None = None) -> Receipt:
        """Move the turns of these spans to a place; with ``from_wing`` only that placement moves.

        Raises:
            NotFound: no turn has one of the spans, or there is no wing ``from_wing``; nothing was moved.
        """
        ...

    def rename_wing(self, old: str, new: str) -> Receipt:
        """Rename a wing: one UPDATE. Renaming onto an existing wing merges into it.

        Raises:
            NotFound: there is no wing ``old``. InvalidInput: both names are one.
        """
        ...

    def rename_room(self, wing: str | int, old: str, new: str) -> Receipt:
        """Rename a room of a wing, which is meant by its name or its number; onto an existing room it merges.

        Raises:
            NotFound: there is no such wing or room. InvalidInput: both names are one.
        """
        ...

    def delete_wing(self, wing: str) -> Receipt:
        """Remove the wing's placements; turns that lay only there are forgotten for good.

        A large wing goes part by part, each in a transaction: killed between two of them, it is a smaller wing,
        and deleting it again goes on. The receipt tells of all parts.

        Raises:
            NotFound: there is no such wing.
        """
        ...

    def forget(self, redactions: Sequence[Redaction]) -> Receipt:
        """Redact spans for good: text, postings and vectors, from the file's bytes and its WAL.

        Raises:
            NotFound: no turn has one of the spans. InvalidInput: turns with one text name different spans of it, or
            spans of one turn different cuts. PalaceBusy: it is forgotten, but a reader keeps old bytes on disk.
        """
        ...

    def stored(self, after: int, limit: int) -> list[Stored]:
        """Turns numbered above ``after``, in order: what a rebuild reads."""
        ...

    def begin_generation(self) -> Building:
        """Open a new generation of derived tables, or go on with one that was left half built."""
        ...

    def extend_generation(
        self, building: Building, cuts: Sequence[tuple[Stored, tuple[Cut, ...]]]
    ) -> Building:
        """File the derived rows of further turns; vectors of unchanged drawers are carried over.

        Raises:
            InvalidInput: this generation is not being built (any more).
        """
        ...

    def switch_generation(self, building: Building) -> Receipt:
        """Catch up, check the new generation, make it the live one and drop the old one in chunks.

        Raises:
            InvalidInput: it does not hold every turn yet. PalaceDamaged: it does not agree with itself; the old one
            stays live.
        """
        ...

    def check(self) -> list[Problem]:
        """Read-only: whether canonical and derived tables agree; an empty list means they do."""
        ...

    def backup(self, target: Path) -> Receipt:
        """Copy the palace, consistent, to a new file, and record that the copy exists.

        Raises:
            InvalidInput: the file exists, its folder does not, or this store is copied by other means.
        """
        ...

    def log(self, limit: int) -> list[Receipt]:
        """The newest writes, without remembered text."""
        ...

    def close(self) -> None:
        """Release the file; safe to call twice."""
        ...
