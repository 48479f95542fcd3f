"""What happened: problems, receipts and reports."""

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Problem:
    """Something in a source that could not be read as it should; the rest went on.

    ``where`` names the file (and line or member); ``what`` says what is wrong; ``mend`` what to do.
    """

    where: str
    what: str
    mend: str = ""

    def __str__(self) -> str:
        return f"{self.where}: {self.what}" + (f"; {self.mend}" if self.mend else "")


@dataclass(frozen=True, slots=True)
class Receipt:
    """Proof of a write, read back inside the transaction that made it.

    ``verb`` is what was done (add, mine, forget, move, ...), ``number`` its place in the palace's
    log of writes, ``counts`` what it touched, ``ids`` the spans it filed or removed (at most 1,000
    are listed; of acts their numbers), ``notes`` what the user must know, such as backups that still hold a text.
    """

    number: int
    verb: str
    at: str
    counts: Mapping[str, int]
    ids: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MineReport:
    """What one run of mine did.

    ``documents``, ``turns`` and ``drawers`` count what was added; ``known`` counts turns and files
    that were there already, ``forgotten`` turns that were left out since they were forgotten; ``skipped``
    counts files by the reason they were left out; ``kinds`` counts files by what they were read as;
    ``unknown`` counts record types no reader knows;
    ``halls`` and ``rooms`` say where the added turns went; ``refined`` counts drawers that got
    transformer vectors in this run and ``pending`` those still waiting; ``covered`` is the palace's share with them.
    ``secrets`` counts keys, passwords and the like in what was added: kept, and left out of prompts.
    """

    documents: int = 0
    turns: int = 0
    drawers: int = 0
    known: int = 0
    forgotten: int = 0
    sources: int = 0
    unreachable: int = 0
    bytes: int = 0
    problems: tuple[Problem, ...] = ()
    skipped: Mapping[str, int] = field(default_factory=dict)
    kinds: Mapping[str, int] = field(default_factory=dict)
    unknown: Mapping[str, int] = field(default_factory=dict)
    halls: Mapping[str, int] = field(default_factory=dict)
    rooms: Mapping[str, int] = field(default_factory=dict)
    wings: Mapping[str, int] = field(default_factory=dict)
    refined: int = 0
    pending: int = 0
    covered: float = 0.0
    secrets: int = 0
    interrupted: bool = False
    dry_run: bool = False
