"""``camillo duplicates``: texts that the palace holds more than once, in one form or another.

JSON: ``{"duplicates": [Repeated]}``.
"""

from pathlib import Path

from camillo.surfaces.cli import codes, output
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser, number
from camillo.text.inert import inert_line

_HOW = {"words": "same words", "near": "nearly the same words", "part": "part of it"}
_SHOWN = 100


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("--wing", metavar="NAME", help="only what lies in this wing")
    parser.add_argument(
        "--limit", metavar="N", type=number(1), default=20, help="most groups shown"
    )


def command(*, wing: str | None, limit: int, palace: Path | None, as_json: bool) -> int:
    """List texts that say the same as another, with where each comes from; nothing is deleted.

    Searches show such a text once, with all its origins.
    """
    with opened(palace) as memory:
        found = memory.duplicates(wing=wing)
    if as_json:
        output.emit({"duplicates": found[:limit]})
        return codes.DONE
    for group in found[:limit]:
        output.line(inert_line(group.text)[:_SHOWN])
        place = inert_line(f"{group.wing}/{group.room}, {group.source}")
        output.line(f"   {group.id}  {place}", "faint")
        for one in group.repeats:
            place = inert_line(f"{one.wing}/{one.room}, {one.source}")
            output.line(f"   {one.id}  {place}: {_HOW[one.how]}", "faint")
    copies = sum(len(group.repeats) for group in found)
    output.line(f"{output.many(len(found), 'text')} with {copies:,} repeats", "faint")
    return codes.DONE
