"""Proposals: what reflection suggests to whoever owns a palace, and what was decided about it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from camillo.domain.episode import Said

Kind = Literal["contradiction", "stale", "alias", "link", "merge", "insight", "page"]
#: All kinds, in the order in which they take turns.
KINDS: tuple[Kind, ...] = ("contradiction", "stale", "alias", "link", "merge", "insight", "page")
Verdict = Literal["accepted", "edited", "rejected"]


@dataclass(frozen=True, slots=True)
class Proposal:
    """One thing to be reviewed. Nothing of it is done before somebody accepts it.

    ``id`` is made of what is proposed and what it rests on: the same proposal has the same id wherever it is
    found, and another one once its evidence is another. ``text`` says it to a person; ``evidence`` are the very
    words it rests on, each with an id that ``palace.get`` resolves (empty only of facts stated by hand).
    ``would`` is what accepting does: ``do`` and what it is done with. ``wing`` is where it belongs, "" for
    the whole palace; ``by`` names the language model that said it, "" where it was found by rule. ``score`` orders
    those of one kind.
    """

    id: str
    kind: Kind
    text: str
    evidence: tuple[Said, ...]
    would: Mapping[str, object]
    wing: str = ""
    by: str = ""
    score: float = 0.0


class Proposals(tuple[Proposal, ...]):
    """Proposals in the order in which to review them.

    ``flags`` say what to know of them: ``limit`` (there are more), ``model-failed`` (the language model gave no
    usable answer in time: these were found by rule), ``model-corrected`` (what it said without support was dropped),
    ``newest`` (a wing has more texts than are looked through for what recurs).
    """

    flags: tuple[str, ...]

    def __new__(cls, found: Iterable[Proposal] = (), flags: Iterable[str] = ()) -> "Proposals":
        """The proposals with their flags, each once."""
        made = super().__new__(cls, tuple(found))
        made.flags = tuple(dict.fromkeys(flags))
        return made


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision that stands: the number by which it is undone, when, about which proposal, and how.

    ``evidence`` are the ids that the proposal rested on, ``filed`` the id of the memory that accepting
    an insight or a merge filed.
    """

    number: int
    at: str
    verdict: Verdict
    proposal: str
    kind: Kind
    evidence: tuple[str, ...] = ()
    reason: str = ""
    filed: str = ""
    did: tuple[tuple[str, int], ...] = field(default=())
