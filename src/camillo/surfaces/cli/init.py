"""``camillo init``: look for what could be mined, show it, ask, and mine it.

JSON: ``{"found": [Host], "reports": [{"target", ...MineReport}]}``; nothing is mined without --yes.
"""

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import census, mine, options, output
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.app.mining.hosts import Host
    from camillo.domain.report import MineReport


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("--yes", action="store_true", help="mine what is marked, without asking")
    options.quick(parser)


def command(*, yes: bool, quick: bool, palace: Path | None, as_json: bool) -> int:
    """Look for transcripts, exports and projects, show how much there is, ask, and mine."""
    found = _look()
    if not as_json:
        _show(found)
    chosen = _choose(found, yes=yes, ask=not as_json and sys.stdin.isatty())
    reports = _mine(chosen, palace, quick=quick, quiet=as_json) if chosen else []
    if as_json:
        mined = [{"target": str(h.path), **mine.shape_of(r)} for h, r in reports]
        output.emit({"found": found, "reports": mined})
    return mine.code_of([report for _, report in reports])


def _look() -> "list[Host]":
    import platformdirs

    from camillo.app.mining.hosts import find

    return find(Path.home(), Path.cwd(), platformdirs.user_downloads_path())


def _show(found: "Sequence[Host]") -> None:
    if not found:
        output.line("No transcripts, exports or projects were found; try `camillo mine FOLDER`.")
        return
    output.table(
        ("", "no", "what", "name", "files", "size", "where"),
        [
            (
                "*" if host.marked else " ",
                number,
                host.kind,
                host.name,
                host.files,
                output.amount(host.bytes),
                str(host.path),
            )
            for number, host in enumerate(found, 1)
        ],
    )


def _choose(found: "Sequence[Host]", *, yes: bool, ask: bool) -> "list[Host]":
    marked = [host for host in found if host.marked]
    if yes or not found:
        return marked
    if not ask:
        sys.stderr.write("Nothing was mined; add --yes to mine what is marked with *.\n")
        return []
    sys.stderr.write("Mine which? Enter takes those marked *; or give numbers, all, none: ")
    sys.stderr.flush()
    answer = sys.stdin.readline()
    return chosen(answer, found) if answer else []


def chosen(answer: str, found: "Sequence[Host]") -> "list[Host]":
    """What an answer takes: nothing said takes the marked, else numbers, ``all`` or ``none``.

    Raises:
        InvalidInput: it is none of these, or a number is not in the list.
    """
    words = answer.replace(",", " ").split()
    if not words:
        return [host for host in found if host.marked]
    if words in (["all"], ["none"]):
        return list(found) if words == ["all"] else []
    try:
        numbers = [int(word) for word in words]
    except ValueError:
        numbers = [0]
    if not all(1 <= number <= len(found) for number in numbers):
        raise InvalidInput(
            f"{answer.strip()!r} does not name lines of the list",
            f"give numbers from 1 to {len(found)}, all or none",
        )
    return [found[number - 1] for number in dict.fromkeys(numbers)]


def _mine(
    chosen: "Sequence[Host]", palace: Path | None, *, quick: bool, quiet: bool
) -> "list[tuple[Host, MineReport]]":
    reports = []
    with opened(palace, create=True) as memory:
        for host in chosen:
            report, _ = mine.run(partial(memory.mine, host.path), quick=quick, quiet=quiet)
            reports.append((host, report))
            if not quiet:
                census.show(Path(inert_line(str(host.path))), report)
            if report.interrupted:
                break
    return reports
