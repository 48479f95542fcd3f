"""Options that several commands share, and the parser that turns wrong usage into one line."""

import argparse
import difflib
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from camillo.domain.errors import InvalidInput


class Parser(argparse.ArgumentParser):
    """A parser of one command: options and arguments in any order, none abbreviated.

    The standard library's, since typer and the validation library under it cost each command more
    CPU than the rest of its start.
    """

    def __init__(self, name: str, description: str) -> None:
        super().__init__(
            prog=f"camillo {name}",
            description=description,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def read(self, arguments: list[str]) -> dict[str, Any]:
        """The values of a command line; what follows ``--`` is never an option.

        Raises:
            InvalidInput: it is wrong usage.
        """
        # Intermixed parsing lets options stand anywhere, but loses what stands after ``--``.
        parse = self.parse_args if "--" in arguments else self.parse_intermixed_args
        return vars(parse(arguments))

    def error(self, message: str) -> NoReturn:
        """Wrong usage as an error that names the input.

        Raises:
            InvalidInput: always.
        """
        wrong = message.rpartition(" arguments: ")[2].split("=")[0].split(" ")[0]
        known = [flag for action in self._actions for flag in action.option_strings]
        close = difflib.get_close_matches(wrong, known, 1) if wrong.startswith("--") else []
        hint = f"did you mean {close[0]}?" if close else f"see `{self.prog} --help`"
        if wrong.startswith("-") and not wrong.startswith("--"):
            hint = "put -- before an argument that begins with -"
        raise InvalidInput(message, hint)


def common(parser: Parser) -> None:
    """``--palace`` and ``--json``, which every command takes."""
    parser.add_argument(
        "--palace",
        metavar="PATH",
        type=path,
        help="the palace file; else CAMILLO_PALACE, else the settings'",
    )
    parser.add_argument(
        "--json",
        dest="as_json",
        action="store_true",
        help="print one JSON object on stdout and nothing else",
    )


def place(parser: Parser, verb: str) -> None:
    """``--wing``, ``--room`` and ``--hall``."""
    for name in ("wing", "room", "hall"):
        parser.add_argument(f"--{name}", metavar="NAME", help=f"{verb} this {name}")


def yes(parser: Parser) -> None:
    """``--yes``, without which a command is a dry run."""
    parser.add_argument("--yes", action="store_true", help="do it; without this it is a dry run")


def quick(parser: Parser) -> None:
    """``--quick``, which mines without the transformer tier."""
    parser.add_argument(
        "--quick", action="store_true", help="leave the transformer tier to `camillo refine`"
    )


def meta(parser: Parser) -> None:
    """``--meta``, once for each pair."""
    parser.add_argument(
        "--meta",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="a value of the turn's meta; may be repeated",
    )


def meta_values(given: list[str]) -> dict[str, object]:
    """The pairs of ``--meta``, as texts.

    Raises:
        InvalidInput: one is not of the form KEY=VALUE.

    >>> meta_values(["task=7"])
    {'task': '7'}
    """
    found: dict[str, object] = {}
    for pair in given:
        name, sign, value = pair.partition("=")
        if not sign or not name:
            raise InvalidInput(f"--meta {pair!r} is not KEY=VALUE", "write it as --meta task=7")
        found[name] = value
    return found


def path(given: str) -> Path:
    """A path; an empty one would quietly mean the folder one stands in.

    >>> path("a/b").name
    'b'
    """
    if not given or "\0" in given:
        raise argparse.ArgumentTypeError(f"{given!r} is not a path")
    return Path(given)


def number(low: int, high: int = 1 << 31) -> Callable[[str], int]:
    """A whole number within bounds, both included.

    >>> number(1, 10)("7")
    7
    """

    def check(given: str) -> int:
        try:
            value = int(given)
        except ValueError:
            value = low - 1
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(
                f"{given!r} is not a whole number from {low:,} to {high:,}"
            )
        return value

    return check
