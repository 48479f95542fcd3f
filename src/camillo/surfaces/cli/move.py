"""``camillo move``: file texts elsewhere; a dry run until ``--yes``.

JSON: ``{"dry_run": true, "would_move": [{"id", "wing", "room", "hall", "source", "at", "bytes",
"to": Place}]}``, and done ``{"dry_run": false, "receipts": [Receipt]}``, one for each place.
"""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from camillo.domain.errors import InvalidInput
from camillo.domain.place import Place, check_name
from camillo.surfaces.cli import options, output, planned
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser

if TYPE_CHECKING:
    from camillo.domain.search import Memory


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("ids", metavar="ID", nargs="+", help="an id as search prints it")
    options.place(parser, "file it in")
    parser.add_argument("--from-wing", metavar="NAME", help="move only the placement in this wing")
    options.yes(parser)


def command(
    *,
    ids: list[str],
    wing: str | None,
    room: str | None,
    hall: str | None,
    from_wing: str | None,
    yes: bool,
    palace: Path | None,
    as_json: bool,
) -> int:
    """File texts elsewhere; without --yes, show what would move.

    What is not given stays as it is. To move a whole wing or room, rename it: `camillo wings
    --rename`, `camillo rooms --rename`.
    """
    if wing is None and room is None and hall is None:
        raise InvalidInput("no place was named", "give --wing, --room or --hall")
    for kind, name in (("wing", wing), ("room", room), ("hall", hall)):
        if name is not None:
            check_name(kind, name)
    with opened(palace) as memory:
        found = memory.plan_move(ids, from_wing=from_wing)
        targets = _targets(found, wing, room, hall)
        if not yes:
            _show(found, targets, as_json=as_json)
            return 0
        made = [
            memory.move(some, wing=to.wing, room=to.room, hall=to.hall, from_wing=from_wing)
            for to, some in targets.items()
        ]
    if as_json:
        output.emit({"dry_run": False, "receipts": made})
    else:
        for one in made:
            output.receipt(one)
    return 0


def _targets(
    found: "Sequence[Memory]", wing: str | None, room: str | None, hall: str | None
) -> dict[Place, list[str]]:
    """The ids by the place they go to: the named parts changed, the others kept."""
    targets: dict[Place, list[str]] = defaultdict(list)
    for one in found:
        kept = zip((wing, room, hall), (one.wing, one.room, one.hall), strict=True)
        to = Place(*(old if new is None else new for new, old in kept))
        if one.id not in targets[to]:
            targets[to].append(one.id)
    return dict(targets)


def _show(found: "Sequence[Memory]", targets: dict[Place, list[str]], *, as_json: bool) -> None:
    if as_json:
        where = {id: to for to, some in targets.items() for id in some}
        rows = [row | {"to": where[str(row["id"])]} for row in planned.shape(found)]
        output.emit({"dry_run": True, "would_move": rows})
        return
    for to, some in targets.items():
        going = [one for one in found if one.id in some]
        planned.show("move", going, " / ".join((to.wing, to.room, to.hall)))
