"""Facts: what is held to be true, when it was so in the world, and when it was believed."""

from dataclasses import dataclass, field
from typing import Literal

from camillo.domain.moment import Moment
from camillo.domain.report import Receipt

Cardinality = Literal["one", "many"]


@dataclass(frozen=True, slots=True)
class Fact:
    """A triple with two times: the world's (``valid_from``, ``valid_to``) and the palace's.

    World time is half open; None means that no one has said. ``recorded_at`` is when the palace
    learnt it, ``retracted_at`` when it was taken back as wrong. ``asserted`` facts were put in by hand, ``by``
    the user or an agent's name; others were read from a text, and ``by`` names the rule that did.
    ``cite`` is the id of the text it rests on, ``said_at`` when that was said. ``current`` says whether it
    holds now; ``contested`` is the fact that outranks it where it would hold. ``also`` are the ids of further
    statements of the same, and ``cites`` all texts it rests on.
    """

    id: str
    subject: str
    predicate: str
    object: str
    valid_from: Moment | None
    valid_to: Moment | None
    recorded_at: Moment
    retracted_at: Moment | None = None
    confidence: float = 1.0
    by: str = "user"
    asserted: bool = False
    cite: str = ""
    superseded_by: str = ""
    supersedes: str = ""
    wings: tuple[str, ...] = ()
    current: bool = True
    said_at: Moment | None = None
    contested: str = ""
    also: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """The triple as one line.

        >>> Fact("a1", "Ana", "works at", "Acme", None, None, Moment.parse("2025-06-01")).words
        'Ana works at Acme'
        """
        return f"{self.subject} {self.predicate} {self.object}"


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two facts that cannot both hold, with the time for which both are stated (None: not bounded).

    ``fact`` is the one that is held to be true, where either is.
    """

    fact: Fact
    other: Fact
    since: Moment | None = None
    until: Moment | None = None


@dataclass(frozen=True, slots=True)
class Predicate:
    """A kind of relation: its name, how many objects a subject can have at a time, and its inverse.

    ``inverse`` is the name by which objects speak of subjects ("employs"), ``inverse_holds`` how many
    subjects an object can have. A symmetric one is its own inverse. ``labels`` are other names of it,
    ``inverse_labels`` of its inverse, in any language.
    """

    name: str
    holds: Cardinality = "many"
    inverse: str = ""
    inverse_holds: Cardinality = "many"
    symmetric: bool = False
    labels: tuple[str, ...] = ()
    inverse_labels: tuple[str, ...] = ()
    own: bool = False


@dataclass(frozen=True, slots=True)
class Stated:
    """What stating a fact did. ``known`` means that nothing was written, for it was held already.

    ``fact`` is how it stands now; ``ended`` are those that it closed, ``contradicts`` those that it
    cannot stand beside. ``receipt`` is None where nothing was written.
    """

    fact: Fact
    known: bool = False
    receipt: Receipt | None = None
    ended: tuple[Fact, ...] = field(default=())
    contradicts: tuple[Fact, ...] = field(default=())
