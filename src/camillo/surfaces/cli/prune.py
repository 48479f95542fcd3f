"""``camillo prune``: put faded memories aside; a dry run until ``--yes``.

JSON: ``{"dry_run": true, "would_prune": [{"id", "wing", "at", "age", "uses", "relevance"}]}``, done and undone
``{"dry_run": false, "receipt": Receipt}``; with ``--list`` ``{"prunings": [{"number", "turns"}]}``.
"""

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import codes, options, output, planned
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser, number
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.app.care.pruning import Pruning
    from camillo.domain.episode import Fading

_SHOWN = 20
_EXCERPT = 72
_FIELDS = ("id", "wing", "at", "age", "uses", "relevance")


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--older-than", metavar="AGE", default="180d", help="at least so old: 180d, 26w, 6m, 1y"
    )
    parser.add_argument(
        "--below",
        metavar="RELEVANCE",
        type=float,
        default=0.2,
        help="faded below this, from 0 to 1",
    )
    parser.add_argument("--wing", metavar="NAME", help="only what lies in this wing alone")
    parser.add_argument("--now", metavar="TIME", help="what ages count back from, else the clock")
    parser.add_argument(
        "--undo", metavar="NUMBER", type=number(1), help="bring back what a pruning hid"
    )
    parser.add_argument("--list", action="store_true", help="list the prunings that stand")
    parser.add_argument("--pin", metavar="ID", help="keep a text from ever being pruned")
    parser.add_argument("--unpin", metavar="ID", help="take a pin back")
    options.yes(parser)


def command(
    *,
    older_than: str,
    below: float,
    wing: str | None,
    now: str | None,
    undo: int | None,
    list: bool,
    pin: str | None,
    unpin: str | None,
    yes: bool,
    palace: Path | None,
    as_json: bool,
) -> int:
    """Put aside what is old and unused; without --yes, show what would go.

    It stays in the palace: `get` and `search --include-pruned` find it, and --undo brings it back.
    Pinned texts, and those that something asserted by hand cites, are never pruned.
    """
    if sum(bool(one) for one in (undo, list, pin, unpin)) > 1:
        raise InvalidInput(
            "too much was asked at once", "give one of --undo, --list, --pin, --unpin"
        )
    with opened(palace) as memory:
        pruning = memory.pruning
        if list:
            return _list(pruning, as_json=as_json)
        if undo is not None:
            return planned.done(pruning.undo(undo), as_json=as_json)
        if pin or unpin:
            made = pruning.pin(pin) if pin else pruning.unpin(unpin or "")
            return planned.done(made, as_json=as_json)
        if yes:
            made = pruning.prune(older_than, below=below, wing=wing, now=now)
            # A pruning is known by the number of its write, not by that of an act.
            told = f"`camillo prune --undo {made.number}` brings them back"
            return planned.done(replace(made, ids=(), notes=(*made.notes, told)), as_json=as_json)
        return _plan(pruning.plan(older_than, below=below, wing=wing, now=now), as_json=as_json)


def _plan(found: "tuple[Fading, ...]", *, as_json: bool) -> int:
    if as_json:
        rows = [{name: getattr(one, name) for name in _FIELDS} for one in found]
        output.emit({"dry_run": True, "would_prune": rows})
        return codes.DONE
    output.line(f"Would prune {output.many(len(found), 'text')}:", "strong")
    for one in found[:_SHOWN]:
        place = f"{inert_line(one.wing)}  {inert_line(one.at or '')}".rstrip()
        used = f"used {one.uses}x" if one.uses else "unused"
        output.line(f"  {one.id}  {place}  {one.age:.0f} days, {used}, {one.relevance:.2f}")
        output.line(f"    {inert_line(output.short(one.text, _EXCERPT))}", "faint")
    if len(found) > _SHOWN:
        output.line(f"  and {len(found) - _SHOWN:,} more; all of them with --json")
    output.line("Nothing was changed; add --yes to do it.")
    return codes.DONE


def _list(pruning: "Pruning", *, as_json: bool) -> int:
    rows = [{"number": number, "turns": turns} for number, turns in pruning.standing().items()]
    if as_json:
        output.emit({"prunings": rows})
    else:
        output.records(rows, empty="Nothing is pruned.")
    return codes.DONE
