"""``camillo add``: file one text, exactly as given.

JSON: ``Receipt``.
"""

from pathlib import Path

from camillo.surfaces.cli import exact, options, output
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
    words = exact.given(text)
    values = options.meta_values(meta)
    with opened(palace, create=True) as memory:
        receipt = memory.add(
            words,
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
    output.receipt(receipt, as_json=as_json)
    return 0
