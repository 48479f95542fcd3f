"""``camillo tunnels``: rooms that belong together, found or dug by hand, and hallways inside a wing.

JSON: list: ``{"tunnels": [Tunnel]}``; hallways: ``{"hallways": [Hallway]}``; make, undo: ``Receipt``.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import codes, output
from camillo.surfaces.cli.links import check_words, numbered
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser, number
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.domain.link import Hallway, Tunnel

_WORDS = {"list": 0, "make": 2, "undo": 1, "hallways": 1}


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "action", choices=tuple(_WORDS), nargs="?", default="list", help="what to do"
    )
    parser.add_argument(
        "words",
        metavar="WORD",
        nargs="*",
        help="make: two rooms, each as WING/ROOM; undo: the number of a tunnel; hallways: a wing",
    )
    parser.add_argument("--wing", metavar="NAME", help="list: those that lead from or to this wing")
    parser.add_argument(
        "--reason", metavar="TEXT", default="", help="make: why they belong together"
    )
    parser.add_argument(
        "--strength", metavar="S", type=float, default=1.0, help="make: above 0, at most 1"
    )
    parser.add_argument(
        "--limit", metavar="N", type=number(1, 500), default=20, help="list, hallways: how many"
    )


def command(
    *,
    action: str,
    words: list[str],
    wing: str | None,
    reason: str,
    strength: float,
    limit: int,
    palace: Path | None,
    as_json: bool,
) -> int:
    """See which rooms belong together across wings and which names inside one; dig tunnels by hand.

    A tunnel by hand is kept by its rooms, whatever they are renamed to.
    """
    check_words("tunnels", action, words, _WORDS[action])
    with opened(palace, create=False) as memory:
        links = memory.links
        if action == "list":
            return _tunnels(links.tunnels(wing, limit=limit), as_json=as_json)
        if action == "hallways":
            return _hallways(links.hallways(words[0], limit=limit), as_json=as_json)
        receipt = (
            links.undo(numbered(words[0]))
            if action == "undo"
            else links.tunnel(_spot(words[0]), _spot(words[1]), reason=reason, strength=strength)
        )
    output.receipt(receipt, as_json=as_json)
    return codes.DONE


def _spot(given: str) -> tuple[str, str]:
    """A room as it is written: its wing, a slash, its name; a wing's name may hold slashes itself."""
    wing, slash, room = given.rpartition("/")
    if not slash or not wing or not room:
        raise InvalidInput(f"{given!r} names no room", "write WING/ROOM")
    return wing, room


def _tunnels(found: "tuple[Tunnel, ...]", *, as_json: bool) -> int:
    if as_json:
        output.emit({"tunnels": found})
    elif found:
        rows = [
            (
                f"{one.a.wing}/{one.a.room}",
                f"{one.b.wing}/{one.b.room}",
                f"{one.strength:.2f}",
                f"number {one.number}: {one.reason}" if one.number else ", ".join(one.entities),
            )
            for one in found
        ]
        output.table(("from", "to", "strength", "why"), rows)
    else:
        output.line("No tunnels.")
    return codes.DONE if found else codes.FOUND_WANTING


def _hallways(found: "tuple[Hallway, ...]", *, as_json: bool) -> int:
    if as_json:
        output.emit({"hallways": found})
    elif found:
        rows = [(*map(inert_line, one.entities), one.count, f"{one.strength:.2f}") for one in found]
        output.table(("name", "with", "texts", "strength"), rows)
    else:
        output.line("No names that occur together.")
    return codes.DONE if found else codes.FOUND_WANTING
