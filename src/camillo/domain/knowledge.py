"""What passages know: entities they mention, claims they make, reasons they give, and acts by hand.

Mentions, claims, causes and links are derived from the texts and can be derived again. Acts are what
people and agents assert themselves; they are kept like the texts.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from camillo.domain.moment import Moment


@dataclass(frozen=True, slots=True)
class Mention:
    """An entity that a drawer names.

    ``key`` is the name as it is compared (:func:`camillo.text.names.name_key`), ``name`` the name as
    written. ``kind`` is an open word: person, place, tag, handle, identifier, work, project, word, ...
    One of the kind ``alias`` names nothing: its key holds two names that the text says are one's.
    ``count`` says how often the drawer has it. ``sure`` says that more than a capital at a sentence's
    start speaks for it; only sure mentions are found by their entity's index term.
    """

    key: str
    name: str
    kind: str
    count: int = 1
    sure: bool = False


@dataclass(frozen=True, slots=True)
class Claim:
    """What a stretch of text states: subject, predicate, object, and when it holds.

    ``start`` and ``end`` are byte offsets in the turn. ``valid_from`` and ``valid_to`` are world time,
    half open, None where the text does not say. ``ended`` means that it says the thing is over ("no
    longer"). ``confidence`` is between 0 and 1; ``rule`` names what found the claim.
    """

    subject: str
    predicate: str
    object: str
    start: int
    end: int
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    ended: bool = False
    confidence: float = 1.0
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Cause:
    """A clause that gives a reason ("because ..."): byte offsets in the turn, and an open word for its kind."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class Known:
    """What one drawer knows. A drawer that knows nothing has three empty tuples."""

    mentions: tuple[Mention, ...] = ()
    claims: tuple[Claim, ...] = ()
    causes: tuple[Cause, ...] = ()


@dataclass(frozen=True, slots=True)
class Link:
    """A typed edge from drawer ``a`` to drawer ``b``; ``weight`` is kept to three decimals.

    ``kind`` is an open word: similar, caused_by, follows, mentions, references, supersedes, ...
    """

    a: int
    b: int
    kind: str
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Act:
    """One thing that a person or an agent asserted by hand, as an append-only log keeps it.

    ``verb`` is an open word (``fact added``, ``entities merged``, ``link made``, ...). ``subject`` and
    ``object`` are keys to look it up by, either empty where there is none; ``payload`` is any JSON
    object. The store gives ``number`` (ascending, never reused), ``receipt`` (of the write) and ``at``.
    ``redacted`` says that its words were forgotten: keys and payload are then empty.
    """

    verb: str
    subject: str = ""
    object: str = ""
    payload: Mapping[str, Any] = field(default_factory=dict)
    number: int = 0
    receipt: int = 0
    at: Moment | None = None
    redacted: bool = False


@dataclass(frozen=True, slots=True)
class Use:
    """How often a turn was retrieved, and when last (microseconds since 1970 UTC)."""

    count: int
    last: int
