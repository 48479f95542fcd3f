"""``camillo refine``: fill in the transformer tier for drawers that wait for it.

JSON: ``RefineReport``.
"""

from pathlib import Path

from camillo.surfaces.cli import codes, output
from camillo.surfaces.cli.edge import complain
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser, number
from camillo.surfaces.cli.progress import shown
from camillo.text.inert import inert_line


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("--limit", metavar="N", type=number(1), help="at most so many drawers")


def command(*, limit: int | None, palace: Path | None, as_json: bool) -> int:
    """Fill in the transformer tier, newest first; it can be stopped and goes on the next time."""
    with opened(palace) as memory, shown(quiet=as_json) as progress:
        report = memory.refine(limit=limit, progress=progress)
    if as_json:
        output.emit(report)
    else:
        done = output.many(report.refined, "drawer")
        output.line(f"Refined {done}; {report.pending:,} wait; {report.covered:.0%} covered.")
        for problem in report.problems:
            output.line(f"! {inert_line(str(problem))}", "warn")
    if report.interrupted:
        complain("interrupted", "what was refined stays; run it again to go on")
        return codes.INTERRUPTED
    return codes.DONE
