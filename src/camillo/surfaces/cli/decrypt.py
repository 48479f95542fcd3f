"""``camillo decrypt``: take the encryption off the palace.

JSON: ``Receipt``.
"""

from pathlib import Path

from camillo.surfaces.cli import output
from camillo.surfaces.cli.opening import effective
from camillo.surfaces.cli.options import Parser


def arguments(parser: Parser) -> None:
    """Declare the options."""


def command(*, palace: Path | None, as_json: bool) -> int:
    """Take the encryption off the palace; the key stays where it is.

    Copies that were made while it was encrypted still need the key.
    """
    from camillo.app.encryption import changing

    made = changing.decrypt(effective(palace))
    if as_json:
        output.emit(made)
    else:
        output.receipt(made)
    return 0
