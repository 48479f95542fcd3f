"""A text that a command takes: an argument, or standard input, exactly."""

import sys

from camillo.domain.errors import InvalidInput


def given(text: str) -> str:
    """The text of an argument; ``-`` is standard input, byte for byte.

    Lone surrogates pass, other bytes that are no UTF-8 do not.

    Raises:
        InvalidInput: the bytes cannot be kept exactly.
    """
    return _stdin() if text == "-" else _argument(text)


def _stdin() -> str:
    content = sys.stdin.buffer.read()
    try:
        return content.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError as error:
        raise InvalidInput(
            f"standard input is not UTF-8 at byte {error.start}",
            "put it in a file and mine that: files of other encodings are kept as they are",
        ) from error


def _argument(text: str) -> str:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InvalidInput(
            "the text's bytes are not valid in this locale",
            "give it on standard input with `-` as the text",
        ) from error
    return text
