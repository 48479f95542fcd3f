"""``camillo erase``: delete the whole palace; a dry run until ``--yes``.

JSON: ``{"dry_run", "erased": {"palace", "at", "files", "bytes", "turns", "key_removed", "left"}}``;
with ``--user`` ``{"dry_run", "erased": {"product", "user", "at", "counts", "left"}}``.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import many, options, output
from camillo.surfaces.cli.opening import effective
from camillo.surfaces.cli.options import Parser
from camillo.text.inert import inert_line

if TYPE_CHECKING:
    from camillo.domain.owner import Owner

_DRY = "Nothing was changed; add --yes to do it."
_DRY_SERVER = (
    "Nothing was changed; add --yes, and --server for the audit log that tells of it, to do it."
)


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--copies", action="store_true", help="also the copies that the palace knows of"
    )
    parser.add_argument("--key", action="store_true", help="also the key that palace_key names")
    many.arguments(parser)
    parser.add_argument("--product", default="default", help="the owner's product, with --user")
    parser.add_argument("--user", default="", help="one owner of a server, who is deleted whole")
    options.yes(parser)


def command(
    *,
    copies: bool,
    key: bool,
    server: Path | None,
    database: str,
    product: str,
    user: str,
    yes: bool,
    palace: Path | None,
    as_json: bool,
) -> int:
    """Delete the whole palace for good, with all that lies beside it; without --yes, show what would go.

    Files are overwritten before they go. What is left elsewhere is named: copies, archives, the key. Export the
    palace first with `camillo export all` if you may want it again.
    With --user an owner of a server is deleted: palace, keys, shares given and taken. --server is the data folder,
    whose audit log records it, --database the database if palaces are there. Servers may run.
    """
    if user or server is not None or database:
        if not user or not (server is not None or database):
            raise InvalidInput(
                "one owner of a server is deleted by name",
                "name --product and --user, and --server or --database",
            )
        if copies or key or palace is not None:
            raise InvalidInput(
                "an owner of a server has no copies, key or file to name here",
                "leave --copies, --key and --palace out",
            )
        from camillo.domain.owner import Owner

        return _owner(server, database, Owner(product, user), yes=yes, as_json=as_json)
    return _palace(palace, copies=copies, key=key, yes=yes, as_json=as_json)


def _palace(palace: Path | None, *, copies: bool, key: bool, yes: bool, as_json: bool) -> int:
    from camillo.app.care.erasing import erase

    done = erase(effective(palace), with_copies=copies, with_key=key, dry_run=not yes)
    if as_json:
        output.emit({"dry_run": not yes, "erased": done})
        return 0
    texts = "an unknown number of texts" if done.turns is None else output.many(done.turns, "text")
    verb = "Erased" if yes else "Would erase"
    output.line(f"{verb} {inert_line(done.palace)}: {texts}, {output.amount(done.bytes)}", "strong")
    for name in done.files:
        output.line(f"  {inert_line(name)}")
    if done.key_removed:
        output.line("  and its key" if yes else "  and its key, which nothing brings back")
    _left(done.left)
    output.line("Vaults, and the sources that were mined, are left as they are.")
    if not yes:
        output.line(_DRY)
    return 0


def _owner(server: Path | None, database: str, owner: "Owner", *, yes: bool, as_json: bool) -> int:
    from camillo.app.serving.owners import erase

    done = erase(server, database, owner, effective(None), dry_run=not yes)
    if as_json:
        output.emit({"dry_run": not yes, "erased": done})
        return 0
    verb = "Erased" if yes else "Would erase"
    who = f"{inert_line(done.user)} of {inert_line(done.product)}"
    counts = ", ".join(f"{name} {number:,}" for name, number in done.counts.items() if number)
    output.line(f"{verb} {who}: {counts}", "strong")
    _left(done.left)
    if not yes:
        output.line(_DRY if server is not None else _DRY_SERVER)
    return 0


def _left(names: tuple[str, ...]) -> None:
    for name in names:
        output.line(f"Left: {inert_line(name)}")
