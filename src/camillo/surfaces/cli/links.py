"""``camillo links``: what a text hangs together with, why something is so, and links made by hand.

JSON: of: ``{"links": [Tie]}``; causes, why: ``Chain``; make, undo: ``Receipt``.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import codes, output
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser, number
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.domain.link import Chain, Tie

#: How many words each action takes.
_WORDS = {"of": 1, "causes": 1, "why": 1, "make": 3, "undo": 1}


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "words",
        metavar="WORD",
        nargs="+",
        help="an ID: its links; causes ID: how it came about; why QUESTION: the same of what answers it; "
        "make ID ID KIND: link the first to the second (similar, caused_by, references, supersedes, or a "
        "word of yours); undo NUMBER",
    )
    parser.add_argument(
        "--depth", metavar="N", type=number(1, 8), default=4, help="causes, why: how many steps"
    )
    parser.add_argument("--wing", metavar="NAME", help="why: look for the end in this wing")
    parser.add_argument("--reason", metavar="TEXT", default="", help="make: why they are linked")
    parser.add_argument(
        "--strength", metavar="S", type=float, default=1.0, help="make: above 0, at most 1"
    )
    parser.add_argument(
        "--limit", metavar="N", type=number(1, 100), default=20, help="of: how many links"
    )


def command(
    *,
    words: list[str],
    depth: int,
    wing: str | None,
    reason: str,
    strength: float,
    limit: int,
    palace: Path | None,
    as_json: bool,
) -> int:
    """See what a text hangs together with and how something came about; link texts by hand.

    Most links are found in the texts themselves: similar ones, reasons given, what is referred to.
    """
    action, words = (words[0], words[1:]) if words[0] in _WORDS else ("of", words)
    if action == "why":
        words = [" ".join(words)] if words else []
    check_words("links", action, words, _WORDS[action])
    with opened(palace, create=False) as memory:
        links = memory.links
        if action == "of":
            return _ties(links.of(words[0], limit=limit), as_json=as_json)
        if action == "causes":
            return _chain(links.causes(words[0], depth=depth), as_json=as_json)
        if action == "why":
            return _chain(links.why(words[0], wing=wing, depth=depth), as_json=as_json)
        receipt = (
            links.undo(numbered(words[0]))
            if action == "undo"
            else links.make(*words, reason=reason, strength=strength)
        )
    output.receipt(receipt, as_json=as_json)
    return codes.DONE


def check_words(command: str, action: str, words: list[str], takes: int) -> None:
    """Refuse words that are missing or too many.

    Raises:
        InvalidInput: there are not as many as the action takes.
    """
    if len(words) != takes:
        wanted = output.many(takes, "word") if takes else "no words"
        raise InvalidInput(
            f"{action} takes {wanted}, not {len(words)}", f"see `camillo {command} --help`"
        )


def numbered(given: str) -> int:
    """The number of a link or a tunnel.

    Raises:
        InvalidInput: it is none.
    """
    if not given.isascii() or not given.isdigit():
        raise InvalidInput(f"{given!r} is no number", "give one as it was told when it was made")
    return int(given)


def _ties(found: "tuple[Tie, ...]", *, as_json: bool) -> int:
    if as_json:
        output.emit({"links": found})
    else:
        for one in found:
            tie(one)
        if not found:
            output.line("No links.")
    return codes.DONE if found else codes.FOUND_WANTING


def tie(one: "Tie") -> None:
    """One line of a link, one of its text."""
    way = "->" if one.outward else "<-"
    made = f"  made by hand, number {one.number}: {inert_line(one.reason)}" if one.number else ""
    output.line(f"{way} {inert_line(one.kind)} {one.weight:.2f}  {one.id}{made}", "strong")
    output.behind_margin(output.short(one.text), "   ")


def _chain(found: "Chain", *, as_json: bool) -> int:
    if as_json:
        output.emit(found)
    else:
        for step in found.steps:
            lead = "because " if step.depth else ""
            said = "  ".join(inert_line(part) for part in (step.at or "", step.speaker) if part)
            output.line(f"{'  ' * step.depth}{lead}{step.id}  {said}".rstrip(), "strong")
            output.behind_margin(output.short(step.text), "  " * (step.depth + 1))
        if len(found.steps) < 2:
            output.line("No cause is known." if found.steps else "Nothing found.")
    return codes.DONE if len(found.steps) > 1 else codes.FOUND_WANTING
