"""``camillo tend``: links from memories to the notes they name, and what to write, join or draw next.

JSON: ``{"linked": [Pointed], "open": [Proposal], "flags": [str]}``; --list: ``{"standing": [Pointed]}``; --undo:
``{"undone": int}``.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import codes, output
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.app.upkeep.upkeep import Pointed

_ALL = "all"
_FLAGS = {"model-failed": "the language model gave no usable answer: sources are told by outline"}


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("--list", action="store_true", help="the links that tending has made")
    parser.add_argument(
        "--undo", metavar="NUMBER", help="take back one of them, or `all`; it is not made again"
    )


def command(*, list: bool, undo: str | None, palace: Path | None, as_json: bool) -> int:
    """Tend your notes: link memories and diaries to the pages they name, propose pages to write.

    No text is changed. Links can be undone; what is proposed (pages that links ask for, pages drawn from
    sources, pages that say the same) waits in `camillo reflect` for your yes.
    """
    if list and undo is not None:
        raise InvalidInput("--list and --undo do not go together", "leave one of them out")
    with opened(palace, create=False) as memory:
        upkeep = memory.upkeep
        if undo is not None:
            return _undone(upkeep.undo(_number(undo)), as_json=as_json)
        if list:
            return _standing(upkeep.standing(), as_json=as_json)
        linked = upkeep.point()
        _, flags = upkeep.distil()
        found = upkeep.open()
    if as_json:
        output.emit({"linked": linked, "open": found, "flags": flags})
        return codes.DONE
    _links(linked)
    output.line(f"{output.many(len(linked), 'link')} made, {len(found)} proposed")
    if found:
        output.line("Review what is proposed with `camillo reflect`.", "faint")
    for flag in flags:
        output.line(_FLAGS.get(flag, flag), "warn")
    return codes.DONE


def _number(written: str) -> int | None:
    if written == _ALL:
        return None
    if not written.isascii() or not written.isdigit():
        raise InvalidInput(f"{written!r} is no number", "see `camillo tend --list`, or say all")
    return int(written)


def _undone(count: int, *, as_json: bool) -> int:
    if as_json:
        output.emit({"undone": count})
    else:
        output.line(f"{output.many(count, 'link')} taken back")
    return codes.DONE


def _standing(links: "tuple[Pointed, ...]", *, as_json: bool) -> int:
    if as_json:
        output.emit({"standing": links})
        return codes.DONE
    _links(links)
    if not links:
        output.line("Tending has made no link that stands.")
    return codes.DONE


def _links(links: "tuple[Pointed, ...]") -> None:
    for one in links:
        output.line(f"{one.number}  {one.memory}  ->  {one.slug}  {inert_line(one.title)}")
