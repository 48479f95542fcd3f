"""``camillo get``: the exact text behind an id.

JSON: ``{...Memory, "content_base64", "links", "tunnels", "facts"}``: the text, its exact bytes in Base64, and
what it hangs together with.
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.app import shape
from camillo.domain.link import Beside
from camillo.surfaces.cli import output
from camillo.surfaces.cli.links import tie
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser, number
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.domain.search import Memory


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("id", metavar="ID", help="an id or a document, as search gives it")
    parser.add_argument(
        "--neighbours",
        metavar="N",
        type=number(0, 1000),
        default=0,
        help="turns of its conversation on either side",
    )
    parser.add_argument(
        "--raw", action="store_true", help="write the exact bytes to stdout and nothing else"
    )


def command(*, id: str, neighbours: int, raw: bool, palace: Path | None, as_json: bool) -> int:
    """Show a text as it was kept, with its origin."""
    with opened(palace) as memory:
        found = memory.get(id, neighbours=neighbours)
        beside = Beside() if raw else memory.links.beside(found)
    if raw:
        sys.stdout.buffer.write(found.content)
        sys.stdout.buffer.flush()
    elif as_json:
        output.emit(_shape(found, beside))
    else:
        _print(found)
        _print_beside(beside)
    return 0


def _shape(found: "Memory", beside: Beside) -> dict[str, object]:
    from base64 import b64encode

    shape_ = shape.plain(found)
    assert isinstance(shape_, dict)  # noqa: S101 - a dataclass always becomes an object
    around = shape.plain(beside)
    assert isinstance(around, dict)  # noqa: S101 - a dataclass always becomes an object
    return shape_ | {"content_base64": b64encode(found.content).decode()} | around


def _print_beside(beside: Beside) -> None:
    if beside.links or beside.tunnels or beside.facts:
        output.line()
    for fact in beside.facts:
        output.line(f"fact {inert_line(fact.words)}", "faint")
    for one in beside.links:
        tie(one)
    for dug in beside.tunnels:
        ends = (f"{end.wing}/{end.room}" for end in (dug.a, dug.b))
        output.line(inert_line(f"tunnel {' - '.join(ends)}: {dug.reason}"), "faint")


def _print(found: "Memory") -> None:
    place = " / ".join(map(inert_line, (found.wing, found.room, found.hall)))
    output.line(place, "strong")
    old = "" if found.current else "  (a replaced version)"
    output.line(f"{inert_line(found.source)}  {inert_line(found.title)}{old}".rstrip(), "faint")
    for one in (*found.before, found, *found.after):
        _print_turn(one, "strong" if one is found else "faint")


def _print_turn(found: "Memory", style: str) -> None:
    turn = found.turn
    said = "  ".join(
        inert_line(part) for part in (turn.at or "", turn.speaker or turn.role) if part
    )
    output.line()
    output.line(f"{found.id}  {said}".rstrip(), style)
    if found.encoding is None:
        size = output.amount(len(found.content))
        output.line(f"[{size} of {inert_line(found.media_type)}; see `camillo get --raw`]")
    else:
        output.behind_margin(found.text)
