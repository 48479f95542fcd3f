"""``camillo gist``: what a long episode was about, in its own words.

JSON: ``Gist``.
"""

from pathlib import Path

from camillo.surfaces.cli import codes, output
from camillo.surfaces.cli.episodes import print_said
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("id", metavar="ID", help="an episode's id, or that of a text in it")


def command(*, id: str, palace: Path | None, as_json: bool) -> int:
    """Tell what a session of more than ten turns was about, each line with the id of its turn."""
    with opened(palace) as memory:
        found = memory.episodes.gist(id)
    if as_json:
        output.emit(found)
        return codes.DONE
    output.line(f"{found.share:.0%} of episode {found.episode}:", "strong")
    print_said(found.lines)
    return codes.DONE
