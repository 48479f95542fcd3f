"""``camillo retention``: how long a wing's texts are kept; a dry run until ``--yes``.

JSON: without a wing ``{"rules": [{"wing", "days", "present"}]}``; ``{"dry_run": true, "would_forget": [{"id", "wing",
"room", "hall", "source", "at", "bytes"}]}``, and done ``{"dry_run": false, "receipt": Receipt}``.
"""

from dataclasses import asdict
from pathlib import Path

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import codes, options, output, planned
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("wing", metavar="WING", nargs="?", help="the wing; without one, list rules")
    parser.add_argument(
        "--keep", metavar="AGE", help="keep its texts for 90d, 26w, 6m, 1y or `forever`"
    )
    options.yes(parser)


def command(
    *, wing: str | None, keep: str | None, yes: bool, palace: Path | None, as_json: bool
) -> int:
    """Set how long the texts of a wing are kept after their own time; without --yes, show what would go now.

    What a rule no longer keeps is forgotten for good by `camillo refine`, and by the resident process and the
    server when nobody asks. Pinned texts, notes, memories, texts without a time, and those that also lie in
    another wing are kept. `--keep forever` takes the rule back.
    """
    if (wing is None) != (keep is None):
        raise InvalidInput(
            "a rule names a wing and a time", "write `camillo retention WING --keep 90d`"
        )
    with opened(palace) as memory:
        rules = memory.retention
        if wing is None or keep is None:
            rows = [asdict(one) for one in rules.rules()]
            if as_json:
                output.emit({"rules": rows})
            else:
                output.records(rows, empty="Every wing is kept for good.")
            return codes.DONE
        if keep != "forever" and not yes:
            doomed = rules.plan(wing, keep)
            planned.forgetting(doomed, as_json=as_json)
            return codes.DONE
        made = rules.lift(wing) if keep == "forever" else rules.keep(wing, keep)
    return planned.done(made, as_json=as_json)
