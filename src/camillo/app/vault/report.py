"""What one sync of a vault did."""

from collections.abc import Sequence
from dataclasses import dataclass

from camillo.app.vault.plan import Action
from camillo.domain.report import Problem


@dataclass(frozen=True, slots=True)
class Conflict:
    """A note that changed on both sides: the file's text stands at ``file``, the palace's in ``copy``."""

    slug: str
    file: str
    copy: str


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What changed, as paths of the vault.

    ``taken`` are files whose text went into the palace (``created`` those of new notes), ``written`` files
    that got a note's text, ``moved`` the old and new path of files and notes that were renamed. ``deleted_notes``
    are the slugs of notes whose file was deleted, which ``camillo note restore`` brings back; ``deleted_files``
    the files of notes that were deleted. ``held`` are files whose text the palace has forgotten: they are left
    alone, and told of once. ``same`` counts what was the same already; ``settled`` is False
    where one side kept changing. ``planned`` is what a dry run would begin with.
    """

    created: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    written: tuple[str, ...] = ()
    moved: tuple[tuple[str, str], ...] = ()
    deleted_notes: tuple[str, ...] = ()
    deleted_files: tuple[str, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    rescued: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()
    planned: tuple[Action, ...] = ()
    same: int = 0
    settled: bool = True

    @property
    def changed(self) -> bool:
        """Whether anything was done or is to be told."""
        return any(
            (self.created, self.taken, self.written, self.moved, self.deleted_notes,
             self.deleted_files, self.conflicts, self.rescued, self.held)
        )  # fmt: skip


class Tally:
    """A report in the making."""

    def __init__(self, rescued: Sequence[str]) -> None:
        self.created: list[str] = []
        self.taken: list[str] = []
        self.written: list[str] = []
        self.moved: list[tuple[str, str]] = []
        self.deleted_notes: list[str] = []
        self.deleted_files: list[str] = []
        self.conflicts: list[Conflict] = []
        self.rescued = list(rescued)
        self.held: list[str] = []
        self.problems: dict[str, Problem] = {}

    def problem(self, where: str, what: str, mend: str = "") -> None:
        """Note what stands in the way of one file or note, once."""
        self.problems.setdefault(where, Problem(where, what, mend))

    def report(self, same: int, settled: bool, planned: Sequence[Action] = ()) -> SyncReport:
        """The report."""
        return SyncReport(
            tuple(self.created),
            tuple(self.taken),
            tuple(self.written),
            tuple(self.moved),
            tuple(self.deleted_notes),
            tuple(self.deleted_files),
            tuple(self.conflicts),
            tuple(self.rescued),
            tuple(self.held),
            tuple(self.problems.values()),
            tuple(planned),
            same,
            settled,
        )
