"""``camillo mine``: file everything new in files and folders.

JSON: ``{"reports": [{"target", ...MineReport}]}``, one report for each path, in their order.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from camillo.surfaces.cli import census, codes, options, output
from camillo.surfaces.cli.edge import complain
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser
from camillo.surfaces.cli.progress import shown

if TYPE_CHECKING:
    from camillo.app.palace import Palace
    from camillo.domain.report import MineReport


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "paths", metavar="PATH", nargs="+", type=Path, help="a file, a folder or an export"
    )
    options.place(parser, "file everything in")
    options.quick(parser)
    parser.add_argument(
        "--dry-run", action="store_true", help="only say what each file is and what would be added"
    )


def command(
    *,
    paths: list[Path],
    wing: str | None,
    room: str | None,
    hall: str | None,
    quick: bool,
    dry_run: bool,
    palace: Path | None,
    as_json: bool,
) -> int:
    """File everything new in files and folders; running it again adds only what is new."""
    with opened(palace, create=True) as memory:
        reports = []
        for path in paths:
            wish = {"wing": wing, "room": room, "hall": hall}
            report = run(memory, path, wish, quick=quick, dry_run=dry_run, quiet=as_json)
            reports.append((path, report))
            if not as_json:
                census.show(path, report)
            if report.interrupted:
                break
    if as_json:
        output.emit({"reports": [{"target": str(p), **shape_of(r)} for p, r in reports]})
    return code_of([report for _, report in reports])


def run(
    memory: "Palace",
    path: Path,
    wish: dict[str, str | None],
    *,
    quick: bool,
    dry_run: bool = False,
    quiet: bool = False,
) -> "MineReport":
    """Mine one path with its progress on stderr."""
    with shown(quiet=quiet) as progress:
        return memory.mine(
            path, **wish, refine=False if quick else None, dry_run=dry_run, progress=progress
        )


def shape_of(report: "MineReport") -> dict[str, object]:
    """The report as a JSON object."""
    from camillo.surfaces.cli.shape import plain

    shape = plain(report)
    return shape if isinstance(shape, dict) else {}


def code_of(reports: "list[MineReport]") -> int:
    """The exit code of a run: interrupted, nothing readable at all, or done."""
    if any(report.interrupted for report in reports):
        added = sum(report.turns for report in reports)
        complain(
            f"interrupted after {output.many(added, 'turn')}",
            "what was filed stays; run the same command again to go on",
        )
        return codes.INTERRUPTED
    read = sum(r.documents + r.turns + r.known + sum(r.kinds.values()) for r in reports)
    return codes.FOUND_WANTING if any(r.problems for r in reports) and not read else codes.DONE
