"""Progress on stderr: a live line where it is a terminal, a line each half minute anywhere else."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from camillo.surfaces.cli.output import amount, many
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.ingest.mine import Progress

Report = Callable[["Progress"], None]
#: Where nobody watches, a run that takes no longer says nothing.
_SECONDS = 30.0


@contextmanager
def shown(*, quiet: bool) -> Iterator[Report | None]:
    """A callback that tells of progress, or None where nothing should be told."""
    if quiet:
        yield None
        return
    if not sys.stderr.isatty():
        yield _lines()
        return
    from rich.console import Console
    from rich.progress import Progress as Bar
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading ...", total=None)

        def report(at: "Progress") -> None:
            bar.update(task, description=described(at))

        yield report


def _lines() -> Report:
    told = time.monotonic()

    def report(at: "Progress") -> None:
        nonlocal told
        if time.monotonic() - told >= _SECONDS:
            told = time.monotonic()
            sys.stderr.write(f"{described(at)}\n")
            sys.stderr.flush()

    return report


def described(at: "Progress") -> str:
    """One line about how far a run is."""
    if at.stage != "mine":
        return f"{at.stage}: {many(at.turns, 'drawer')}"
    counts = f"{many(at.files, 'file')}, {amount(at.bytes)}, {many(at.turns, 'turn')} added"
    return f"{counts}  {inert_line(at.name)[-60:]}"
