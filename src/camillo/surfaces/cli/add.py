"""``camillo add``: file one text, exactly as given.

JSON: ``Receipt``.
"""

import sys
from typing import Annotated

import typer

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import options, output
from camillo.surfaces.cli.opening import opened


def command(
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help="The text, or - to read standard input.")
    ],
    wing: options.Wing = None,
    room: options.Room = None,
    hall: options.Hall = None,
    at: Annotated[str | None, typer.Option(metavar="TIME", help="When it was said.")] = None,
    speaker: Annotated[str, typer.Option(metavar="NAME", help="Who said it.")] = "",
    source: Annotated[
        str | None, typer.Option(metavar="URI", help="Where it comes from, such as note:42.")
    ] = None,
    conversation: Annotated[
        str | None, typer.Option(metavar="ID", help="The conversation it belongs to.")
    ] = None,
    title: Annotated[str, typer.Option(help="The conversation's title.")] = "",
    meta: options.Meta = None,
    palace: options.PalacePath = None,
    as_json: options.Json = False,
) -> int:
    """File one text, word for word; it can be found at once."""
    exact = _stdin() if text == "-" else _argument(text)
    values = options.meta_values(meta)
    with opened(palace, create=True) as memory:
        receipt = memory.add(
            exact,
            wing=wing,
            room=room,
            hall=hall,
            at=at,
            speaker=speaker,
            source=source,
            conversation=conversation,
            title=title,
            meta=values,
        )
    if as_json:
        output.emit(receipt)
    else:
        output.receipt(receipt)
    return 0


def _stdin() -> str:
    """Standard input, byte for byte; lone surrogates pass, other bytes that are no UTF-8 do not."""
    content = sys.stdin.buffer.read()
    try:
        return content.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        raise InvalidInput(
            f"standard input is not UTF-8 at byte {error.start}",
            "put it in a file and mine that: files of other encodings are kept as they are",
        ) from error


def _argument(text: str) -> str:
    """The argument, where it can be kept exactly."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InvalidInput(
            "the text's bytes are not valid in this locale",
            "give it on standard input with `camillo add -`",
        ) from error
    return text
