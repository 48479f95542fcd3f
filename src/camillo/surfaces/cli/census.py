"""What a mine run says for people: what was read, added, left out, and what went wrong."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.surfaces.cli import output
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.domain.report import MineReport
    from camillo.ingest.mine import Progress

_PROBLEMS_SHOWN = 20
_FILES_SHOWN = 100


@dataclass(frozen=True, slots=True)
class File:
    """One file of a dry run: what it would be read as, its bytes, and the turns it would add."""

    name: str
    kind: str
    bytes: int
    turns: int


class Files:
    """Gathers the files of a dry run from its progress, which it passes on."""

    def __init__(self, onward: "Callable[[Progress], None] | None") -> None:
        self._onward = onward
        self._bytes = 0
        self._turns = 0
        self.rows: list[File] = []

    def __call__(self, at: "Progress") -> None:
        """Take one step of progress."""
        size, turns = at.bytes - self._bytes, at.turns - self._turns
        self.rows.append(File(at.name, at.kind, size, turns))
        self._bytes, self._turns = at.bytes, at.turns
        if self._onward:
            self._onward(at)


def show_files(files: Sequence[File]) -> None:
    """Print what each file is; long lists are cut and say so."""
    rows = [(one.name, one.kind, output.amount(one.bytes), one.turns) for one in files]
    if rows:
        output.table(("file", "read as", "size", "turns"), rows[:_FILES_SHOWN])
    if len(rows) > _FILES_SHOWN:
        output.line(f"and {len(rows) - _FILES_SHOWN:,} more files; all of them with --json")


def show(path: Path, report: "MineReport") -> None:
    """Print one report."""
    verb = "Would add" if report.dry_run else "Added"
    added = ", ".join(
        output.many(number, word)
        for number, word in (
            (report.documents, "document"),
            (report.turns, "turn"),
            (report.drawers, "drawer"),
        )
    )
    read = output.amount(report.bytes)
    output.line(f"{inert_line(str(path))} ({read})", "strong")
    unchanged = report.skipped.get("unchanged", 0)
    same = f" {output.many(unchanged, 'file')} unchanged." if unchanged else ""
    gone = (
        f" {output.many(report.forgotten, 'turn')} left out: forgotten." if report.forgotten else ""
    )
    output.line(f"  {verb} {added}; {report.known:,} known already.{gone}{same}")
    _counted("Read as", report.kinds)
    _counted("Left out", {name: n for name, n in report.skipped.items() if name != "unchanged"})
    _counted("Unknown records", report.unknown, "warn")
    for title, counts in (
        ("Wings", report.wings),
        ("Rooms", report.rooms),
        ("Halls", report.halls),
    ):
        _shares(title, counts)
    if report.unreachable:
        output.line(f"  {output.many(report.unreachable, 'source')} no longer there; kept.", "warn")
    if report.secrets:
        output.line(
            f"  {output.many(report.secrets, 'secret')} recognised; kept, left out of prompts."
        )
    _refined(report)
    _problems(report)


def _counted(title: str, counts: Mapping[str, int], style: str = "") -> None:
    if counts:
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        parts = (f"{inert_line(name)} {number:,}" for name, number in ranked)
        output.line(f"  {title}: {', '.join(parts)}", style)


def _shares(title: str, counts: Mapping[str, int]) -> None:
    """The most frequent names with their share, and always that of general."""
    total = sum(counts.values())
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    kept = [item for item in ranked[:8] if item[0] != "general"]
    kept += [item for item in ranked if item[0] == "general"]
    if total:
        parts = [f"{inert_line(name)} {number / total:.0%}" for name, number in kept]
        rest = len(ranked) - len(kept)
        output.line(f"  {title}: {', '.join(parts)}" + (f", {rest} more" if rest else ""))


def _refined(report: "MineReport") -> None:
    if report.dry_run or not (report.refined or report.pending):
        return
    pending = f"; {report.pending:,} wait for `camillo refine`" if report.pending else ""
    output.line(f"  Refined {report.refined:,}, {report.covered:.0%} of the palace{pending}.")


def _problems(report: "MineReport") -> None:
    for problem in report.problems[:_PROBLEMS_SHOWN]:
        output.line(f"  ! {inert_line(str(problem))}", "warn")
    rest = len(report.problems) - _PROBLEMS_SHOWN
    if rest > 0:
        output.line(
            f"  ! and {output.many(rest, 'further problem')}; all of them with --json", "warn"
        )
