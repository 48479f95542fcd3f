"""``camillo trace``: how two entities or texts hang together.

JSON: ``{"trace": Trace}``, or ``{"trace": null}`` where no path was found.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from camillo.surfaces.cli import codes, output
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser, number
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.domain.trace import Trace, TraceStep


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("a", metavar="A", help="a name, or an ID as search prints it")
    parser.add_argument("b", metavar="B", help="a name, or an ID as search prints it")
    parser.add_argument(
        "--hops", metavar="N", type=number(1, 8), default=4, help="how many steps at the most"
    )


def command(*, a: str, b: str, hops: int, palace: Path | None, as_json: bool) -> int:
    """See how two entities or texts hang together, each step with its source.

    The likeliest path over what texts mention, facts held now, and links between texts.
    """
    with opened(palace, create=False) as memory:
        found = memory.trace(a, b, hops=hops)
    if as_json:
        output.emit({"trace": found})
    elif found is None:
        output.line(f"No path of at most {hops} steps.")
    else:
        _tell(found)
    return codes.DONE if found is not None else codes.FOUND_WANTING


def _tell(found: "Trace") -> None:
    shown = ""
    for step in found.steps:
        told = inert_line(step.entity) if step.entity else step.id
        by = f"{inert_line(step.by)}: " if step.by else ""
        says = f"  ({inert_line(step.says)})" if step.says else ""
        output.line(f"{by}{told}{says}", "strong")
        if step.cite and step.cite != shown:
            output.line(f"   {_origin(step)}")
            output.behind_margin(output.short(step.text), "   ")
            shown = step.cite


def _origin(step: "TraceStep") -> str:
    parts = (step.cite if step.entity else "", step.at or "", step.speaker, step.source)
    return "  ".join(inert_line(part) for part in parts if part)
