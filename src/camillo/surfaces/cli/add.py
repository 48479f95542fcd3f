"""``camillo add``: file one text, exactly as given.

JSON: ``Receipt``.
"""

import sys
from pathlib import Path

from camillo.domain.errors import InvalidInput
from camillo.surfaces.cli import options, output
from camillo.surfaces.cli.opening import opened
from camillo.surfaces.cli.options import Parser


def arguments(parser: Parser) -> None:
    """Declare the options."""
    parser.add_argument("text", metavar="TEXT", help="the text, or - to read standard input")
    options.place(parser, "file it in")
    parser.add_argument("--at", metavar="TIME", help="when it was said, in ISO 8601")
    parser.add_argument("--speaker", metavar="NAME", default="", help="who said it")
    parser.add_argument("--source", metavar="URI", help="where it comes from, such as note:42")
    parser.add_argument("--conversation", metavar="ID", help="the conversation it belongs to")
    parser.add_argument("--title", metavar="TEXT", default="", help="the conversation's title")
    options.meta(parser)


def command(
    *,
    text: str,
    wing: str | None,
    room: str | None,
    hall: str | None,
    at: str | None,
    speaker: str,
    source: str | None,
    conversation: str | None,
    title: str,
    meta: list[str],
    palace: Path | None,
    as_json: bool,
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
