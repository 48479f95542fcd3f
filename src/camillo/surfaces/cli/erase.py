"""``camillo erase``: delete the whole palace; a dry run until ``--yes``.

JSON: ``{"dry_run", "erased": {"palace", "at", "files", "bytes", "turns", "key_removed", "left"}}``.
"""

from pathlib import Path

from camillo.surfaces.cli import options, output
from camillo.surfaces.cli.opening import effective
from camillo.surfaces.cli.options import Parser
from camillo.text.inert import inert_line


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--copies", action="store_true", help="also the copies that the palace knows of"
    )
    parser.add_argument("--key", action="store_true", help="also the key that palace_key names")
    options.yes(parser)


def command(*, copies: bool, key: bool, yes: bool, palace: Path | None, as_json: bool) -> int:
    """Delete the whole palace for good, with all that lies beside it; without --yes, show what would go.

    Files are overwritten before they go. What is left elsewhere is named: copies, archives, the key. Export the
    palace first with `camillo export all` if you may want it again.
    """
    from camillo.app.tending.erasing import erase

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
    for name in done.left:
        output.line(f"Left: {inert_line(name)}")
    output.line("Vaults, and the sources that were mined, are left as they are.")
    if not yes:
        output.line("Nothing was changed; add --yes to do it.")
    return 0
