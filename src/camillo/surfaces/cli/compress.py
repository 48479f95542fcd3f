"""``camillo compress``: memories in few tokens, to be given to a model as context.

JSON: ``Shorthand``, with ``saved``, the share of tokens saved.
"""

from pathlib import Path

from camillo.surfaces.cli import codes, output
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser, number

_FLAGS = {
    "empty": "there is nothing to tell",
    "budget": "not every passage has a line; raise --budget",
    "limit": "only the newest were read",
}


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument(
        "id", metavar="ID", nargs="?", help="of an episode, or of a turn, a passage or a file"
    )
    parser.add_argument(
        "--conversation", metavar="ID", help="a conversation, by its source's own id"
    )
    parser.add_argument("--wing", metavar="NAME", help="what lies in a wing")
    parser.add_argument(
        "--budget",
        metavar="TOKENS",
        type=number(1),
        help="most tokens; else four tenths of the text's",
    )
    parser.add_argument("--with-secrets", action="store_true", help="leave secrets in")


def command(
    *,
    id: str | None,
    conversation: str | None,
    wing: str | None,
    budget: int | None,
    with_secrets: bool,
    palace: Path | None,
    as_json: bool,
) -> int:
    """Write memories down in shorthand: who, when and the words that matter, each line citing its passage."""
    with opened(palace) as memory:
        made = memory.compress(
            id, conversation=conversation, wing=wing, budget=budget, secrets=with_secrets
        )
    if as_json:
        from camillo.app.shape import plain

        shape = plain(made)
        output.emit({**shape, "saved": made.saved} if isinstance(shape, dict) else shape)
        return codes.DONE
    if made.briefs:
        output.line(made.text)
    size = f"{made.tokens:,} tokens for {made.stands_for:,} ({made.saved:.0%} saved)"
    lines = f"{len(made.briefs):,} of {output.many(made.drawers, 'passage')}"
    notes = (_FLAGS.get(flag, flag) for flag in made.flags)
    output.line("; ".join([size, lines, *notes]), "faint")
    return codes.DONE
