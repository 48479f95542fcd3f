"""Renaming wings and rooms: shown first, done with ``--yes``."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from camillo.domain.errors import NotFound
from camillo.domain.place import check_name
from camillo.surfaces.cli import codes, output, planned
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.domain.report import Receipt


def run(
    kind: str,
    names: tuple[str, str],
    existing: Sequence[str],
    do: "Callable[[], Receipt] | None",
    *,
    as_json: bool,
) -> int:
    """Say what renaming a ``wing`` or a ``room`` would do, or do it where ``do`` is given.

    Raises:
        NotFound: nothing has the old name. InvalidInput: the new one cannot be used.
    """
    old, new = names
    if old not in existing:
        raise NotFound(f"nothing is named {old!r}", f"known are {', '.join(existing) or 'none'}")
    if do:
        return planned.done(do(), as_json=as_json)
    new = check_name(kind, new)
    merges = new in existing
    if as_json:
        output.emit({"dry_run": True, "old": old, "new": new, "merges": merges})
    else:
        verb = "be merged into" if merges else "be renamed to"
        output.line(f"{inert_line(old)} would {verb} {inert_line(new)}; add --yes to do it.")
    return codes.DONE
