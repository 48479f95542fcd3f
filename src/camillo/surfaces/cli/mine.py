"""``camillo mine``: file everything new in files and folders.

JSON: ``{"reports": [{"target", ...MineReport}]}``, one report for each path, in their
order; a dry run also has ``"files": [{"name", "kind", "bytes", "turns"}]`` in each.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.surfaces.cli import census, codes, options, output
from camillo.surfaces.cli.edge import complain
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser
from camillo.surfaces.cli.progress import shown

if TYPE_CHECKING:
    from camillo.domain.report import MineReport


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "paths", metavar="PATH", nargs="+", type=options.path, help="a file, a folder or an export"
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
    mined: list[dict[str, object]] = []
    reports = []
    with opened(palace, create=True) as memory:
        for path in paths:
            do = partial(memory.mine, path, wing=wing, room=room, hall=hall)
            report, files = run(do, quick=quick, dry_run=dry_run, quiet=as_json)
            reports.append(report)
            listed = {"files": files} if dry_run else {}
            mined.append({"target": str(path), **shape_of(report), **listed})
            if not as_json:
                census.show_files(files)
                census.show(path, report)
            if report.interrupted:
                break
    if as_json:
        output.emit({"reports": mined})
    return code_of(reports)


def run(
    do: "Callable[..., MineReport]", *, quick: bool, dry_run: bool = False, quiet: bool = False
) -> "tuple[MineReport, list[census.File]]":
    """Call a palace's ``mine`` with its progress on stderr; a dry run also lists the files."""
    refine = False if quick else None
    with shown(quiet=quiet) as progress:
        if not dry_run:
            return do(refine=refine, progress=progress), []
        files = census.Files(progress)
        return do(dry_run=True, progress=files), files.rows


def shape_of(report: "MineReport") -> dict[str, object]:
    """The report as a JSON object."""
    from camillo.app.shape import plain

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
