"""Options that several commands share, and the values they stand for."""

from pathlib import Path
from typing import Annotated

import typer

from camillo.domain.errors import InvalidInput

PalacePath = Annotated[
    Path | None,
    typer.Option(
        "--palace", metavar="PATH", help="The palace file; else CAMILLO_PALACE, else the settings'."
    ),
]
Json = Annotated[
    bool, typer.Option("--json", help="Print one JSON object on stdout and nothing else.")
]
Yes = Annotated[bool, typer.Option("--yes", help="Do it; without this it is a dry run.")]
Wing = Annotated[str | None, typer.Option(metavar="NAME", help="The wing.")]
Room = Annotated[str | None, typer.Option(metavar="NAME", help="The room.")]
Hall = Annotated[str | None, typer.Option(metavar="NAME", help="The hall, such as decisions.")]
Meta = Annotated[
    list[str] | None,
    typer.Option(metavar="KEY=VALUE", help="A value of the turn's meta; may be repeated."),
]


def meta_values(given: list[str] | None) -> dict[str, object]:
    """The pairs of ``--meta``, as texts.

    Raises:
        InvalidInput: one is not of the form KEY=VALUE.

    >>> meta_values(["task=7"])
    {'task': '7'}
    """
    found: dict[str, object] = {}
    for pair in given or []:
        name, sign, value = pair.partition("=")
        if not sign or not name:
            raise InvalidInput(f"--meta {pair!r} is not KEY=VALUE", "write it as --meta task=7")
        found[name] = value
    return found
