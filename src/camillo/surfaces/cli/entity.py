"""``camillo entity``: what the palace knows by name, and what people say of names.

JSON: list: ``{"entities": [Entity]}``; show: ``{"entity": Entity, "mentions": [Memory]}``; alike:
``{"alike": [Likeness]}``; history: ``{"changes": [Change]}``; the rest: ``Receipt``.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import codes, output
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser, number
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.app.entities import Entities
    from camillo.domain.entity import Entity
    from camillo.domain.report import Receipt

#: How many names each action takes, at least and at most.
_NAMES = {
    "list": (0, 0),
    "show": (1, 1),
    "alike": (0, 0),
    "history": (1, 1),
    "merge": (2, 2),
    "split": (1, 1000),
    "alias": (2, 2),
    "rename": (2, 2),
    "kind": (2, 2),
    "undo": (0, 1),
}
_LOOKING = ("list", "show", "alike", "history")


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("action", choices=tuple(_NAMES), help="what to do")
    parser.add_argument(
        "names",
        metavar="NAME",
        nargs="*",
        help="show, history: NAME; merge: NAME INTO; alias: NAME ALIAS; rename: NAME NEW; "
        "kind: NAME KIND; split: the names to take out; undo: the number of a change, else the last",
    )
    parser.add_argument("--wing", metavar="NAME", help="list, alike: those named in this wing")
    parser.add_argument("--kind", metavar="KIND", help="list: those of this kind")
    parser.add_argument(
        "--limit",
        metavar="N",
        type=number(1, 1000),
        default=20,
        help="list, alike, show: how many entities, pairs or mentions",
    )


def command(
    *,
    action: str,
    names: list[str],
    wing: str | None,
    kind: str | None,
    limit: int,
    palace: Path | None,
    as_json: bool,
) -> int:
    """See who and what the palace knows by name; merge, split and name them by hand.

    Names are found in the texts without any model. What is asserted here is kept with its history
    and can be undone; no text changes.
    """
    _check(action, names)
    with opened(palace, create=False) as memory:
        entities = memory.entities
        if action == "list":
            return _list(entities, wing, kind, limit, as_json=as_json)
        if action == "show":
            return _show(entities, names[0], limit, as_json=as_json)
        if action == "alike":
            return _alike(entities, wing, limit, as_json=as_json)
        if action == "history":
            return _history(entities, names[0], as_json=as_json)
        receipt = _asserted(entities, action, names)
    output.receipt(receipt, as_json=as_json)
    return codes.DONE


def _check(action: str, names: list[str]) -> None:
    least, most = _NAMES[action]
    if not least <= len(names) <= most:
        what = "a name is missing" if len(names) < least else f"{names[most]!r} is one too many"
        raise InvalidInput(what, "see `camillo entity --help`")


def _asserted(entities: "Entities", action: str, names: list[str]) -> "Receipt":
    if action == "merge":
        return entities.merge(names[0], into=names[1])
    if action == "split":
        return entities.split(*names)
    if action == "undo":
        return entities.undo(_numbered(names[0]) if names else None)
    verbs = {"alias": entities.alias, "rename": entities.rename, "kind": entities.set_kind}
    return verbs[action](names[0], names[1])


def _numbered(given: str) -> int:
    if not given.isdecimal():
        raise InvalidInput(
            f"{given!r} is no number of a change", "see `camillo entity history NAME`"
        )
    return int(given)


def _list(
    entities: "Entities", wing: str | None, kind: str | None, limit: int, *, as_json: bool
) -> int:
    found = entities.list(wing=wing, kind=kind, limit=limit)
    if as_json:
        output.emit({"entities": found})
    elif found:
        head = ("name", "kind", "drawers", "conversations", "also", "wings")
        output.table(head, [_row(one) for one in found])
    else:
        output.line("No names yet.")
    return codes.DONE if found else codes.FOUND_WANTING


def _row(one: "Entity") -> tuple[object, ...]:
    also, wings = ", ".join(one.aliases), ", ".join(one.wings)
    return one.name, one.kind, one.drawers, one.conversations, also, wings


def _show(entities: "Entities", name: str, limit: int, *, as_json: bool) -> int:
    one, mentions = entities.get(name), entities.mentions(name, limit=limit)
    if as_json:
        output.emit({"entity": one, "mentions": mentions})
        return codes.DONE
    output.line(inert_line(f"{one.name}  {one.kind}"), "strong")
    times = " to ".join(each.text[:10] for each in (one.first, one.last) if each is not None)
    told = {
        "also": ", ".join(one.aliases),
        "named in": f"{one.drawers:,} drawers of {one.conversations:,} conversations",
        "wings": ", ".join(one.wings),
        "times": times,
        "key": one.key,
    }
    for label, value in told.items():
        if value:
            output.line(f"{label}: {inert_line(value)}")
    if not one.established:
        output.line("Too little speaks for this name to list it.", "faint")
    for each in mentions:
        output.line()
        output.line(
            inert_line("  ".join(filter(None, (each.turn.at, each.turn.speaker)))), "strong"
        )
        output.behind_margin(each.text)
        output.line(f"id {each.id}", "faint")
    return codes.DONE


def _alike(entities: "Entities", wing: str | None, limit: int, *, as_json: bool) -> int:
    found = entities.alike(wing=wing, limit=limit)
    if as_json:
        output.emit({"alike": found})
    elif found:
        output.table(("name", "maybe of", "why"), [(o.alias, o.entity, o.why) for o in found])
        output.line("Join two with `camillo entity merge NAME INTO`.", "faint")
    else:
        output.line("No two names look like one entity's.")
    return codes.DONE if found else codes.FOUND_WANTING


def _history(entities: "Entities", name: str, *, as_json: bool) -> int:
    found = entities.history(name)
    if as_json:
        output.emit({"changes": found})
    elif found:
        rows = [
            (one.number, one.at.text if one.at else "", one.what, ", ".join(one.names), one.undone)
            for one in found
        ]
        output.table(("number", "at", "what", "names", "undone"), rows)
    else:
        output.line("Nobody asserted anything about it.")
    return codes.DONE if found else codes.FOUND_WANTING
