"""The mine verb: from a path to a report."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from camillo.app.compose import Parts
from camillo.app.plugins import readers
from camillo.domain.errors import NotFound
from camillo.domain.place import check_name
from camillo.domain.report import MineReport, Problem
from camillo.formats.folder import Found, walk
from camillo.formats.reading import pick
from camillo.ingest.mine import Miner, Progress, Wish
from camillo.ingest.refine import RefineReport
from camillo.ports.reader import SourceFile


def wish(wing: str | None, room: str | None, hall: str | None) -> Wish:
    """The caller's wish, its names checked."""
    return Wish(
        None if wing is None else check_name("wing", wing),
        None if room is None else check_name("room", room),
        None if hall is None else check_name("hall", hall),
    )


def run(
    parts: Parts,
    target: Path,
    wanted: Wish,
    dry_run: bool,
    progress: Callable[[Progress], None] | None,
) -> MineReport:
    """File what is new under ``target``.

    Raises:
        NotFound: nothing is there.
    """
    target = _reached(target)
    wanted_reader = partial(pick, readers=readers())
    miner = Miner(parts.store, parts.cutter(), parts.placer(), wanted_reader, parts.secrets())
    found = _within(walk(target, extra_ignores=parts.settings.ignore), parts.settings.file_limit)
    under = target.as_uri() + "/" if target.is_dir() else ""
    return miner.mine(found, wanted, under=under, dry_run=dry_run, progress=progress)


def _reached(target: Path) -> Path:
    """Where a path leads, every link on the way followed.

    Raises:
        NotFound: it leads nowhere.
    """
    try:
        return target.resolve(strict=True)
    except (OSError, RuntimeError, ValueError) as error:
        raise NotFound(f"there is nothing at {target}", "check the path") from error


def _within(found: Iterable[Found], limit: int) -> Iterator[Found]:
    """What was found, with a problem in the place of each file that is larger than the limit."""
    for item in found:
        if isinstance(item, SourceFile) and item.size > limit:
            what = f"has {item.size:,} bytes, more than the file_limit of {limit:,}"
            yield Problem(item.name, what, "raise file_limit, or split the file")
        else:
            yield item


def with_refined(report: MineReport, refined: RefineReport) -> MineReport:
    """The report with what the transformer tier did after it."""
    return replace(
        report,
        refined=refined.refined,
        pending=refined.pending,
        covered=refined.covered,
        problems=report.problems + refined.problems,
        interrupted=report.interrupted or refined.interrupted,
    )


def with_coverage(report: MineReport, counts: dict[str, int]) -> MineReport:
    """The report with the palace's present coverage."""
    drawers, refined = counts["drawers"], counts["refined"]
    covered = refined / drawers if drawers else 1.0
    return replace(report, pending=drawers - refined, covered=covered)
