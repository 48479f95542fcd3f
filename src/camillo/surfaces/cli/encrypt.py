"""``camillo encrypt``: encrypt the palace with the key that the settings name.

JSON: ``Receipt``.
"""

from pathlib import Path

from camillo.surfaces.cli import output
from camillo.surfaces.cli.opening import effective
from camillo.surfaces.cli.options import Parser


def arguments(parser: Parser) -> None:
    """Declare the options."""


def command(*, palace: Path | None, as_json: bool) -> int:
    """Encrypt the palace with the key that palace_key names; a key is made there if there is none.

    The file is built anew beside, compared row by row and put in the place of the old one, whose bytes are
    overwritten. Nobody else may have the palace open; it takes as much room again meanwhile. Keep a copy of the
    key: without it nothing opens the palace, nor its copies.
    """
    from camillo.app.encryption import changing

    made = changing.encrypt(effective(palace))
    if as_json:
        output.emit(made)
    else:
        output.receipt(made)
    return 0
