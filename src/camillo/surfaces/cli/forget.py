"""``camillo forget``: remove texts for good; a dry run until ``--yes``.

JSON: ``{"dry_run": true, "would_forget": [{"id", "wing", "room", "hall", "source", "at",
"bytes"}]}``, and done ``{"dry_run": false, "receipt": Receipt}``.
"""

from pathlib import Path

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import codes, options, output, planned
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("ids", metavar="ID", nargs="*", help="an id as search prints it")
    parser.add_argument("--wing", metavar="NAME", help="remove a whole wing instead")
    options.yes(parser)


def command(
    *, ids: list[str], wing: str | None, yes: bool, palace: Path | None, as_json: bool
) -> int:
    """Remove texts for good; without --yes, show what would go.

    The text is overwritten in the palace, its index and its vectors, and does not come back when
    its source is mined again. With --wing, a text that also lies in another wing stays there.
    """
    if bool(ids) == (wing is not None):
        raise InvalidInput("nothing, or too much, was named", "give either ids or --wing")
    with opened(palace) as memory:
        if not yes:
            doomed = memory.plan_forget(ids, wing=wing)
            planned.forgetting(doomed, as_json=as_json)
            if wing is not None and not as_json:
                output.line("What also lies in another wing stays there.")
            return codes.DONE
        made = memory.forget(ids, wing=wing)
    return planned.done(made, as_json=as_json)
