"""``camillo doctor``: prove that the palace is whole, or derive its indexes again.

JSON: ``{"healthy", "problems": [Problem], "rebuilt": Receipt or null}``.
"""

from pathlib import Path

from camillo.surfaces.cli import codes, output
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser
from camillo.surfaces.cli.progress import shown
from camillo.text.inert import inert_line


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--rebuild",
        action="store_true",
        help="derive every index again beside the present one, and switch",
    )


def command(*, rebuild: bool, palace: Path | None, as_json: bool) -> int:
    """Check, without writing, that texts and everything derived from them agree."""
    with opened(palace) as memory, shown(quiet=as_json) as progress:
        made = memory.rebuild(progress) if rebuild else None
        problems = memory.doctor(progress)
    if as_json:
        output.emit({"healthy": not problems, "problems": problems, "rebuilt": made})
    else:
        if made:
            output.receipt(made)
        for problem in problems:
            output.line(f"! {inert_line(str(problem))}", "warn")
        told = "The palace is whole." if not problems else output.many(len(problems), "problem")
        output.line(told, "warn" if problems else "good")
    return codes.FOUND_WANTING if problems else codes.DONE
