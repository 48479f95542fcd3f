"""Turns: what a source reader hands over, one text at a time."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from camillo.domain.identity import address, decode_text, encode_text, turn_key
from camillo.domain.moment import Moment

#: The parts a message can have. ``attachment`` is bytes. ``injected`` is memory that Camillo itself gave
#: a session: it is kept like all else, but a search finds it where it was first said. ``memory`` is what
#: was distilled from other turns: it names what they name and claims nothing of its own.
PARTS = (
    "text", "thinking", "tool_call", "tool_result", "caption", "attachment", "system", "injected", "memory",
)  # fmt: skip
INJECTED = "injected"
MEMORY = "memory"

DOCUMENT_ROLE = "document"


@dataclass(frozen=True, slots=True)
class Turn:
    """One message of a conversation, or one part of a message, exactly as its source holds it.

    A file is a conversation of one turn whose role is ``document``. ``conversation`` and ``turn``
    are the source's own ids; ``position`` comes from the order in which a reader yields turns.

    ``content`` is the verbatim bytes and ``encoding`` how they read as text (None for bytes that
    are no text, such as an image). ``branch`` is empty for the visible branch of a conversation and
    names the others. ``parent`` is the source's id of the turn this one answers.
    ``wing``, ``room`` and ``hall`` are set where the source itself says so.

    >>> Turn.of_text("hello", kind="note", conversation="c", turn="1").text
    'hello'
    """

    kind: str
    conversation: str
    turn: str
    content: bytes
    encoding: str | None = "utf-8"
    media_type: str = "text/plain"
    part: str = "text"
    speaker: str = ""
    role: str = ""
    at: Moment | None = None
    title: str = ""
    parent: str = ""
    branch: str = ""
    wing: str = ""
    room: str = ""
    hall: str = ""
    meta: Mapping[str, object] = field(default_factory=dict)

    @classmethod
    def of_text(
        cls, text: str, *, kind: str, conversation: str, turn: str, **rest: object
    ) -> "Turn":
        """A turn from a Python string; lone surrogates and NULs are kept as they are."""
        content = encode_text(text)
        return cls(kind=kind, conversation=conversation, turn=turn, content=content, **rest)  # type: ignore[arg-type]

    @property
    def address(self) -> bytes:
        """The content address of this turn's document."""
        return address(self.content)

    @property
    def key(self) -> bytes:
        """The turn's own key: 12 bytes from its source's ids and its content."""
        return turn_key(self.kind, self.conversation, self.turn, self.address)

    @property
    def text(self) -> str:
        """The content as text; empty for bytes that are no text."""
        return decode(self.content, self.encoding)


def decode(content: bytes, encoding: str | None) -> str:
    r"""Read stored bytes in the encoding they were filed with, losing nothing.

    UTF-8 is read so that lone surrogates and invalid bytes survive a round trip through
    :func:`encode`.

    >>> encode(decode(b"ok \\xff", "utf-8-escaped"), "utf-8-escaped")
    b'ok \\xff'
    """
    if encoding is None:
        return ""
    if encoding == "utf-8":
        return decode_text(content)
    if encoding == "utf-8-escaped":
        return content.decode("utf-8", "surrogateescape")
    return content.decode(encoding)


def encode(text: str, encoding: str) -> bytes:
    """The inverse of :func:`decode` for the same encoding."""
    if encoding == "utf-8":
        return encode_text(text)
    if encoding == "utf-8-escaped":
        return text.encode("utf-8", "surrogateescape")
    return text.encode(encoding)
