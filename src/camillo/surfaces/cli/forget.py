"""``camillo forget``: remove texts for good; a dry run until ``--yes``.

JSON: ``{"dry_run": true, "would_forget": [{"id", "wing", "room", "hall", "source", "at",
"bytes"}]}``, and done ``{"dry_run": false, "receipt": Receipt}``.
"""

from typing import Annotated

import typer

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import options, output, planned
from camillo.surfaces.cli.opening import opened


def command(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID...", help="Ids as search prints them.")
    ] = None,
    wing: Annotated[
        str | None, typer.Option(metavar="NAME", help="Remove a whole wing instead.")
    ] = None,
    yes: options.Yes = False,
    palace: options.PalacePath = None,
    as_json: options.Json = False,
) -> int:
    """Remove texts for good; without --yes, show what would go.

    The text is overwritten in the palace, its index and its vectors, and does not come back when
    its source is mined again. With --wing, a text that also lies in
    another wing stays there.
    """
    if bool(ids) == (wing is not None):
        raise InvalidInput("nothing, or too much, was named", "give either ids or --wing")
    with opened(palace) as memory:
        if not yes:
            doomed = memory.plan_forget(ids or [], wing=wing)
            if as_json:
                output.emit({"dry_run": True, "would_forget": planned.shape(doomed)})
            else:
                planned.show("forget", doomed)
            return 0
        made = memory.forget(ids or [], wing=wing)
    if as_json:
        output.emit({"dry_run": False, "receipt": made})
    else:
        output.receipt(made)
    return 0
