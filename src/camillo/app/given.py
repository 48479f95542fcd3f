"""What a caller gives, looked at before it is used."""

from collections.abc import Sequence

from camillo.domain.errors import InvalidInput

#: The longest text one `add` takes, in bytes of UTF-8.
ADD_LIMIT = 64 << 20


def listed(ids: Sequence[str]) -> Sequence[str]:
    """The ids; one by itself is a list of one, not of its letters."""
    return [ids] if isinstance(ids, str) else ids


def checked_text(text: str) -> bytes:
    """The bytes of a text that is to be added.

    Raises:
        InvalidInput: it is empty or over 64 MiB.
    """
    if not text.strip():
        raise InvalidInput("the text is empty", "give at least one character")
    content = text.encode("utf-8", "surrogatepass")
    if len(content) > ADD_LIMIT:
        raise InvalidInput(
            f"the text has {len(content):,} bytes, more than {ADD_LIMIT:,}",
            "put it in a file and mine that, or split it",
        )
    return content
