"""What a memory is made of: lines under sections, each with its time and the messages it rests on."""

import re
import unicodedata
from dataclasses import dataclass, field

from camillo.text.names import claim_key

#: Sections in the order in which a document has them; others follow under their own headings.
SECTIONS = (
    "profile", "health", "preferences", "life", "projects", "decisions", "plans", "events",
    "discoveries", "advice", "insights", "notes",
)  # fmt: skip
NOTES = "notes"
_BREAKS = re.compile(r"[\s\u0085\u2028\u2029]+")
_EDGES = re.compile(r"^\W+|[^\w+#%)]+$")


@dataclass(frozen=True, slots=True)
class Slot:
    """A statement in a line: a subject has one object of a predicate at a time.

    ``ended`` says that the line states it is over. ``many``: the subject has several objects at a time,
    so that only what is said of this very object contradicts it.
    """

    subject: str
    predicate: str
    object: str
    ended: bool = False
    many: bool = False

    @property
    def key(self) -> tuple[str, str]:
        """What two values of are a contradiction.

        >>> Slot("user", "likes", "tea", many=True).key == Slot("user", "likes", "jazz", many=True).key
        False
        """
        told = f"{self.predicate}\n{claim_key(self.object)}" if self.many else self.predicate
        return self.subject, told

    def same(self, other: "Slot") -> bool:
        """Whether both have one object."""
        return claim_key(self.object) == claim_key(other.object)


@dataclass(frozen=True, slots=True)
class Line:
    """One statement. ``section`` is one of :data:`SECTIONS` or a heading's own text.

    ``order`` is when it was said in micros, else when it was filed; ``at`` the time as the source
    told it, "" for none. ``cites`` are ids of what it rests on. ``until`` is the order of what replaced it;
    ``gone`` are objects of it that were replaced alone, with the order of what did.
    ``said`` is the name of whoever "I" is in it, "" for the owner. ``retired``: not replaced, but no text
    that it rests on says it any longer, since ``until``.
    """

    text: str
    section: str = NOTES
    order: int = 0
    at: str = ""
    cites: tuple[str, ...] = ()
    until: int | None = None
    gone: tuple[tuple[str, int], ...] = ()
    said: str = ""
    retired: bool = False

    @property
    def key(self) -> str:
        """What two lines that say the same have in common, word for word.

        >>> Line("I like Tea.").key == Line("i like tea").key
        True
        """
        folded = unicodedata.normalize("NFKC", self.text).casefold()
        return f"{self.said.casefold()}\n{_EDGES.sub('', _BREAKS.sub(' ', folded))}"


@dataclass(frozen=True, slots=True)
class Memory:
    """A document: its lines in any order, and the language of its headings."""

    lines: tuple[Line, ...] = field(default=())
    language: str = ""

    @property
    def current(self) -> tuple[Line, ...]:
        """The lines that nothing has replaced."""
        return tuple(line for line in self.lines if line.until is None)


def one_line(text: str) -> str:
    r"""A statement as a line of a list holds it.

    >>> one_line(" We chose\n Go. ")
    'We chose Go.'
    """
    return _BREAKS.sub(" ", text).strip()
