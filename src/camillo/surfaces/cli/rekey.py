"""``camillo rekey``: give an encrypted palace another key.

JSON: ``Receipt``.
"""

from pathlib import Path

from camillo.surfaces.cli import output
from camillo.surfaces.cli.opening import effective
from camillo.surfaces.cli.options import Parser


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--to",
        metavar="PLACE",
        default="",
        help="where the new key is, or is made: a variable's name, a path or keyring:SERVICE/USER",
    )


def command(*, to: str, palace: Path | None, as_json: bool) -> int:
    """Give an encrypted palace a new key, in the place of the old one or elsewhere with --to.

    With --to, change the setting palace_key to that place afterwards; the old key stays where it is. Copies
    that were made before keep the key that they were made with.
    """
    from camillo.app import values
    from camillo.app.encryption import changing

    made = changing.rekey(effective(palace), values.key_place(to))
    if as_json:
        output.emit(made)
    else:
        output.receipt(made)
    return 0
