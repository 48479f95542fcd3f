"""``camillo gist``: what a long episode was about, in its own words.

JSON: ``Gist``; with ``--search`` ``{"gists": [GistFound]}``.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import codes, output
from camillo.surfaces.cli.episodes import print_said
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser, number
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.domain.episode import GistFound
    from camillo.domain.shorthand import Shorthand


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "id", metavar="ID", nargs="?", help="an episode's id, or that of a text in it"
    )
    parser.add_argument(
        "--shorthand", action="store_true", help="tell it in few tokens, with both lengths"
    )
    parser.add_argument(
        "--search", metavar="QUESTION", help="the gists whose shorthand has the question's words"
    )
    parser.add_argument("--wing", metavar="NAME", help="with --search: of this wing alone")
    parser.add_argument(
        "--limit", metavar="N", type=number(1), default=10, help="with --search: at most so many"
    )


def command(
    *,
    id: str | None,
    shorthand: bool,
    search: str | None,
    wing: str | None,
    limit: int,
    palace: Path | None,
    as_json: bool,
) -> int:
    """Tell what a session of more than ten turns was about, each line with the id of its turn."""
    if (id is None) == (search is None):
        raise InvalidInput("an id or --search is needed, not both", "see `--help`")
    with opened(palace) as memory:
        if search is not None:
            return _several(memory.episodes.search_gists(search, wing=wing, limit=limit), as_json)
        found = memory.episodes.gist(id or "", shorthand=shorthand)
    if as_json:
        output.emit(found)
        return codes.DONE
    if found.shorthand is not None:
        _print_shorthand(found.shorthand)
        return codes.DONE
    if found.retold:
        output.line(f"in the words of {inert_line(found.by)}, derived:", "strong")
    for line in found.retold:
        output.behind_margin(line.text, "   ")
        output.line(f"   from {' '.join(one.id for one in line.cites)}", "faint")
    output.line(f"{found.share:.0%} of episode {found.episode}:", "strong")
    print_said(found.lines)
    return codes.DONE


def _several(found: "tuple[GistFound, ...]", as_json: bool) -> int:
    if as_json:
        output.emit({"gists": found})
    for one in () if as_json else found:
        output.line(f"{one.score:.2f}  episode {one.gist.episode}", "strong")
        if one.gist.shorthand is not None:
            _print_shorthand(one.gist.shorthand)
        for id in one.hits:
            output.line(f"   id {id}", "faint")
    if not found and not as_json:
        output.line("No gists.")
    return codes.DONE if found else codes.FOUND_WANTING


def _print_shorthand(made: "Shorthand") -> None:
    if made.briefs:
        output.line(made.text)
    notes = ("; longer than its lines without their ids",) * ("longer" in made.flags)
    output.line(f"{made.tokens:,} tokens for {made.stands_for:,}{''.join(notes)}", "faint")
