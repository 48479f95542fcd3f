"""Questions and answers: filters, hits and what a search found."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from camillo.domain.fact import Fact
from camillo.domain.moment import Moment

Group = Literal["drawer", "conversation"]
Order = Literal["relevance", "memory"]


@dataclass(frozen=True, slots=True)
class Filters:
    """What the caller restricts a search to. Nothing here is ever inferred from the question.

    ``since`` and ``until`` are on event time, both inclusive (a date means its whole day); turns
    without a time are left out when either is given. ``source`` is a source's uri and
    ``source_kind`` its kind. ``meta`` names values that a turn's meta must have.
    ``versions`` is ``current`` (default) or ``all``, which also searches replaced versions; ``pruned``
    also searches what was pruned.
    """

    wing: str | None = None
    room: str | None = None
    hall: str | None = None
    speaker: str | None = None
    source: str | None = None
    source_kind: str | None = None
    conversation: str | None = None
    since: Moment | None = None
    until: Moment | None = None
    meta: Mapping[str, object] = field(default_factory=dict)
    versions: Literal["current", "all"] = "current"
    pruned: bool = False


@dataclass(frozen=True, slots=True)
class TurnRef:
    """A turn as its source names it: ``id`` is the source's own, ``at`` the time as it wrote it."""

    id: str
    speaker: str
    role: str
    at: str | None


@dataclass(frozen=True, slots=True)
class Superseded:
    """What a passage states that holds no longer, and what took its place, where that is known."""

    fact: Fact
    by: Fact | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """One passage that answers, with its origin.

    ``id`` resolves with ``palace.get``; ``text`` is verbatim; ``score`` is between 0 and 1 and comparable between
    questions (relevance, not certainty); ``why`` has the score of each stage. ``source`` is the
    source's uri, ``document`` the content address, ``span`` byte offsets in it. ``also`` names other
    places that say the same: word for word, or as ``why["repeated"]`` tells (``words``: in another form, ``near``:
    up to a slip of the pen or an article, ``part``: as a part of this one). ``passages`` are the further
    hits of a conversation when results are grouped by conversation. ``superseded`` is what it states
    that no longer holds.
    """

    id: str
    text: str
    score: float
    why: Mapping[str, object]
    wing: str
    room: str
    hall: str
    at: str | None
    source: str
    source_kind: str
    document: str
    span: tuple[int, int]
    conversation: str
    title: str
    speaker: str
    role: str
    part: str
    turns: tuple[TurnRef, ...]
    meta: Mapping[str, object] = field(default_factory=dict)
    also: tuple[str, ...] = ()
    branch: str = ""
    current: bool = True
    passages: tuple["Hit", ...] = ()
    superseded: tuple[Superseded, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """The answer to one search.

    ``understood`` says how the question was read; ``coverage`` is the share of the searched
    drawers that have transformer vectors; ``searched`` counts drawers inside the filters; ``flags``
    name truncation and fallbacks (``budget``, ``limit``, ``lexical-only``, ``static-only``,
    ``partly-refined``, ``query-reduced``, ``phrase-not-found``, ``nothing-inside-filters``, ``pruned-left-out``,
    ``rerank-skipped``, ``rerank-partial``, ``rerank-failed``, ``embedder-failed``).
    """

    results: tuple[Hit, ...]
    understood: Mapping[str, object]
    searched: int
    coverage: float
    flags: tuple[str, ...]
    milliseconds: float


@dataclass(frozen=True, slots=True)
class Memory:
    """What ``get`` returns: the exact bytes of a span, its turn, and neighbours when asked for."""

    id: str
    text: str
    content: bytes
    encoding: str | None
    media_type: str
    document: str
    span: tuple[int, int]
    wing: str
    room: str
    hall: str
    source: str
    source_kind: str
    conversation: str
    title: str
    turn: TurnRef
    part: str
    meta: Mapping[str, object]
    current: bool
    before: tuple["Memory", ...] = ()
    after: tuple["Memory", ...] = ()
    branch: str = ""
