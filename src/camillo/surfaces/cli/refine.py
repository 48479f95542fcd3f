"""``camillo refine``: fill in the transformer tier for drawers that wait for it.

JSON: ``RefineReport``.
"""

from typing import Annotated

import typer

from camillo.surfaces.cli import codes, options, output
from camillo.surfaces.cli.edge import complain
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.progress import shown
from camillo.surfaces.cli.show import inert_line


def command(
    limit: Annotated[int | None, typer.Option(min=1, help="At most so many drawers.")] = None,
    palace: options.PalacePath = None,
    as_json: options.Json = False,
) -> int:
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
