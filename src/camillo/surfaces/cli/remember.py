"""``camillo remember``: keep a message and merge the facts in it into memory.

JSON: ``Remembered``.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from camillo.surfaces.cli import exact, output
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser

if TYPE_CHECKING:
    from camillo.domain.remembered import Remembered


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("text", metavar="TEXT", help="the message, or - to read standard input")
    parser.add_argument("--wing", metavar="NAME", help="the project or person it belongs to")
    parser.add_argument("--room", metavar="NAME", help="the topic of a memory that is new")
    parser.add_argument("--at", metavar="TIME", help="when it was said, in ISO 8601")
    parser.add_argument("--speaker", metavar="NAME", default="", help="who said it")
    parser.add_argument("--source", metavar="URI", help="where it comes from, such as note:42")
    parser.add_argument("--session", metavar="ID", help="the conversation it belongs to")


def command(
    *,
    text: str,
    wing: str | None,
    room: str | None,
    at: str | None,
    speaker: str,
    source: str | None,
    session: str | None,
    palace: Path | None,
    as_json: bool,
) -> int:
    """Keep a message word for word and merge what it states into a memory."""
    words = exact.given(text)
    with opened(palace, create=True) as memory:
        made = memory.remember(
            words, wing=wing, room=room, at=at, speaker=speaker, source=source, session=session
        )
    if as_json:
        output.emit(made)
    else:
        _show(made)
    return 0


def _show(made: "Remembered") -> None:
    from camillo.text.inert import inert_line

    output.line(f"{made.action}: {made.path or 'nothing to remember'}")
    output.line(f"id {made.id}", "faint")
    for one in made.superseded:
        output.line(f"no longer so: {inert_line(one)}")
    for flag in made.flags:
        output.line(flag, "warn")
