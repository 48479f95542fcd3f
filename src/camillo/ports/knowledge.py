"""What the knowledge layer reads from and writes to a palace store."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from camillo.domain.drawer import Span
from camillo.domain.knowledge import Act, Claim, Known, Link, Use
from camillo.domain.moment import Moment
from camillo.domain.report import Receipt

Side = Literal["subject", "object", "any"]


@dataclass(frozen=True, slots=True)
class Claimed:
    """A claim with the passage that makes it.

    ``span`` is the stretch that states it and ``text`` its words; ``at`` is the turn's event time,
    ``recorded`` when the turn was filed; ``wings`` are the names of those it lies in, sorted;
    ``current`` is False in a version of a turn that a later one replaced. ``source_kind`` and ``meta`` say
    where the turn comes from.
    """

    claim: Claim
    drawer: int
    turn: int
    span: Span
    text: str
    at: Moment | None
    recorded: Moment
    speaker: str
    role: str
    wings: tuple[str, ...]
    current: bool
    source_kind: str = ""
    meta: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Seen:
    """Where a drawer stands: its turn, its conversation's number, event time in micros, names of its wings."""

    drawer: int
    turn: int
    conversation: int
    at: int | None
    wings: tuple[str, ...]
    current: bool


@dataclass(frozen=True, slots=True)
class Shelved:
    """Drawers as linking needs them, as parallel arrays, ascending by ``drawer``.

    ``write`` is the number of the write that filed the turn, ``key`` the first eight bytes of the
    turn's key: together with ``at`` and ``ordinal`` they order drawers by what they are and not by
    how they arrived. ``part`` and ``language`` number labels (:meth:`Snapshot.labels`), ``content`` counts content
    pieces, ``bits`` [n, 6] are the static tier's pooled signs as words of 64, zero where there are none.
    """

    drawer: NDArray[np.int64]
    turn: NDArray[np.int64]
    ordinal: NDArray[np.int64]
    write: NDArray[np.int64]
    conversation: NDArray[np.int64]
    position: NDArray[np.int64]
    at: NDArray[np.int64]
    key: NDArray[np.uint64]
    part: NDArray[np.int64]
    language: NDArray[np.int64]
    content: NDArray[np.int64]
    bits: NDArray[np.uint64]


class KnowledgeReads(Protocol):
    """Reads of one state. Derived rows are those of the live generation.

    Drawers that mention an entity are the postings of ``ENTITY_MARK + key``, and keys with a prefix
    are terms between that and its end (:mod:`camillo.text.names`).
    """

    def known(self, drawers: Sequence[int]) -> dict[int, Known]:
        """What drawers know; those that know nothing are left out."""
        ...

    def claims(self, keys: Sequence[str], side: Side = "any") -> list[Claimed]:
        """Claims whose subject or object has one of these keys, in order of filing.

        A key is what :func:`camillo.text.names.claim_key` makes of the words of a claim.
        """
        ...

    def claims_of(self, drawers: Sequence[int]) -> list[Claimed]:
        """Claims that these drawers make, in order of filing."""
        ...

    def last_drawer(self) -> int:
        """The highest number of a drawer, 0 where there is none: later drawers get higher ones."""
        ...

    def seen(self, drawers: Sequence[int]) -> list[Seen]:
        """Where drawers stand, ascending by drawer; those that are gone are left out."""
        ...

    def links(self, drawers: Sequence[int]) -> list[Link]:
        """Links that begin or end at these drawers, each once, by (a, kind, b)."""
        ...

    def linked(self) -> int:
        """The mark of linking: drawers up to this number have been linked; 0 in a new generation."""
        ...

    def shelved(self, after: int) -> Shelved:
        """Drawers numbered above ``after`` (0: all), for linking."""
        ...

    def acts(
        self, verbs: Sequence[str] = (), keys: Sequence[str] = (), after: int = 0
    ) -> list[Act]:
        """Acts numbered above ``after`` in order: with these verbs (none: any), about these keys (none: all)."""
        ...

    def last_act(self) -> int:
        """The number of the last act, 0 where there is none: what a conditional record is given."""
        ...

    def uses(self, turns: Sequence[int]) -> dict[int, Use]:
        """How turns were used, by number; those never retrieved are left out."""
        ...


class KnowledgeWrites(Protocol):
    """Writes, each one transaction."""

    def record(self, verb: str, acts: Sequence[Act], after: int | None = None) -> Receipt:
        """Append acts to the log; the receipt's ids are their numbers.

        ``verb`` is the receipt's. ``after`` makes it conditional: it is the number of the last act the
        caller has seen, so that who reads, decides and records never misses another's act.

        Raises:
            Outdated: an act numbered above ``after`` is there; read and decide again.
            InvalidInput: there are none, one has no verb, or a payload is not of JSON.
        """
        ...

    def forget_acts(self, numbers: Sequence[int]) -> Receipt:
        """Take the words of acts from the file's bytes and its WAL; the rows stay, marked as redacted.

        Raises:
            NotFound: there is no act with one of these numbers.
        """
        ...

    def put_links(self, links: Sequence[Link], after: int, upto: int) -> int:
        """File links found for the drawers above ``after``, up to ``upto``, and move the mark there.

        Nothing is done where the mark is not ``after``: another process linked meanwhile. Drawers
        gone by now are passed over; a link that is there keeps its place and takes the new weight.
        Returns how many were filed. With ``upto`` equal to ``after`` the mark stays.

        Raises:
            InvalidInput: ``upto`` lies below ``after`` or beyond the last drawer, or a link leads to
                itself or has no kind.
        """
        ...

    def put_uses(self, uses: Mapping[int, Use]) -> None:
        """Add to the counts of turns, by number, and keep the later time.

        Cheap: no receipt, and the clock stands still, since nobody caches uses.

        Raises:
            PalaceBusy: another process is writing; a count is not worth waiting for.
        """
        ...
