"""``camillo migrate-store``: take a palace from one store into another.

JSON: ``Receipt``.
"""

from pathlib import Path

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import output
from camillo.surfaces.cli.opening import effective
from camillo.surfaces.cli.options import Parser
from camillo.surfaces.cli.progress import shown


def arguments(parser: Parser) -> None:
    """Declare the options."""
    places = "a palace file's path, postgresql://ROLE@HOST/NAME or sqlite:///FOLDER"
    parser.add_argument("source", metavar="FROM", help=places)
    parser.add_argument("target", metavar="TO", help=places)
    parser.add_argument("--product", default="default", help="the owner's product, with an address")
    parser.add_argument("--user", default="", help="the owner, with an address")


def command(
    *, source: str, target: str, product: str, user: str, palace: Path | None, as_json: bool
) -> int:
    """Take a palace from one store into another, each row compared with the one it was made of.

    The old one is only read, and stays; end what writes to it first. Indexes are made anew, vectors by
    `camillo refine`. Where palace_key is set, the new palace is encrypted.
    """
    from camillo.app.archive.moving import migrate
    from camillo.domain.owner import Owner

    if palace is not None:
        raise InvalidInput("two stores are named already", "leave --palace out")
    owner = Owner(product, user) if user else None
    with shown(quiet=as_json) as progress:
        made = migrate(source, target, owner, effective(None), progress)
    output.receipt(made, as_json=as_json)
    return 0
