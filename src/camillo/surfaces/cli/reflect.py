"""``camillo reflect``: proposals for review, and what is decided about them.

JSON: ``{"proposals": [Proposal], "flags": [str]}``; --list: ``{"decided": [Decided]}``; accept, edit, reject,
undo: ``Receipt``.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import codes, output
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser, number
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.app.reflection.reflecting import Reflection
    from camillo.domain.proposal import Decided, Proposal, Proposals
    from camillo.domain.report import Receipt

#: How many words each action takes.
_WORDS = {"accept": 1, "edit": 2, "reject": 1, "undo": 1}
_FLAGS = {
    "limit": "there are more; raise --limit",
    "model-failed": "the language model gave no usable answer: these were found by rule",
    "model-corrected": "what the language model said without support was dropped",
    "newest": "of a large wing only the newest texts were looked through for what recurs",
}


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "words",
        metavar="WORD",
        nargs="*",
        help="nothing: what is open; accept ID; edit ID TEXT: accept it with other words; reject ID; "
        "undo NUMBER: take a decision back",
    )
    parser.add_argument("--wing", metavar="NAME", help="only what is of this wing")
    parser.add_argument(
        "--limit", metavar="N", type=number(1, 1_000), default=20, help="how many proposals"
    )
    parser.add_argument("--list", action="store_true", help="the decisions that stand")
    parser.add_argument("--reason", metavar="TEXT", default="", help="reject: why not")


def command(
    *,
    words: list[str],
    wing: str | None,
    limit: int,
    list: bool,
    reason: str,
    palace: Path | None,
    as_json: bool,
) -> int:
    """Review what your memories suggest: contradictions, stale facts, missing links, names, insights.

    Nothing is changed before you accept it, and each decision can be undone. What you reject does not come
    again unless what it rests on changes.
    """
    with opened(palace, create=False) as memory:
        reflection = memory.reflection
        if words:
            made = _decide(reflection, words, reason)
        elif list:
            return _standing(reflection.standing(), as_json=as_json)
        else:
            return _open(reflection.propose(wing, limit), as_json=as_json)
    output.receipt(made, as_json=as_json)
    return codes.DONE


def _decide(reflection: "Reflection", words: list[str], reason: str) -> "Receipt":
    action, *given = words
    if action not in _WORDS:
        raise InvalidInput(
            f"there is nothing called {action!r} to do", "see `camillo reflect --help`"
        )
    if len(given) != _WORDS[action]:
        takes = output.many(_WORDS[action], "word")
        raise InvalidInput(f"{action} takes {takes}, not {len(given)}", "put a text in quotes")
    if action == "undo":
        if not given[0].isascii() or not given[0].isdigit():
            raise InvalidInput(f"{given[0]!r} is no number", "see `camillo reflect --list`")
        return reflection.undo(int(given[0]))
    if action == "reject":
        return reflection.reject(given[0], reason)
    return reflection.accept(*given)


def _open(found: "Proposals", *, as_json: bool) -> int:
    if as_json:
        output.emit({"proposals": [*found], "flags": found.flags})
    else:
        for one in found:
            _proposal(one)
        if not found:
            output.line("Nothing is open.")
        for flag in found.flags:
            output.line(_FLAGS.get(flag, flag), "warn")
    return codes.DONE


def _proposal(one: "Proposal") -> None:
    by = f"  by {inert_line(one.by)}" if one.by else ""
    place = f"  {inert_line(one.wing)}" if one.wing else ""
    output.line(f"{one.id}  {one.kind}{place}{by}", "strong")
    output.line(f"  {inert_line(one.text)}")
    for said in one.evidence:
        told = "  ".join(inert_line(part) for part in (said.at or "", said.speaker) if part)
        output.line(f"  {said.id}  {told}".rstrip(), "faint")
        output.behind_margin(output.short(said.text), "    ")
    if one.kind == "page":
        output.line("  as drafted:", "faint")
        output.behind_margin(str(one.would["text"]), "    ")


def _standing(decided: "tuple[Decided, ...]", *, as_json: bool) -> int:
    if as_json:
        output.emit({"decided": decided})
        return codes.DONE
    for one in decided:
        reason = f"  {inert_line(one.reason)}" if one.reason else ""
        filed = f"  {one.filed}" if one.filed else ""
        output.line(
            f"{one.number}  {one.at}  {one.verdict}  {one.kind} {one.proposal}{filed}{reason}"
        )
    if not decided:
        output.line("Nothing is decided.")
    return codes.DONE
