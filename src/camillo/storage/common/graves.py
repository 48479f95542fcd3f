"""What was forgotten, remembered only as keyed hashes, so that mining does not bring it back.

Whole texts are forgotten everywhere, or with their wing only in their conversation; titles and
lines of a redacted span in their conversation, short lines only in versions of their own turn.
A line is hashed without the blanks around it. Where a span begins or ends inside a line, the piece
is hashed with its length, and later lines are compared at the same end.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from camillo.domain.blanking import Layout, blank
from camillo.domain.identity import encode_text
from camillo.domain.turn import Turn

Shape = Literal["text", "title", "line", "head", "tail", "inside"]

_MAC_BYTES = 20
#: Pieces of a line shorter than this are not hunted for inside other lines: they would hit anything.
_SHORTEST_PIECE = 4
#: Lines of at least so many bytes are forgotten in the whole conversation.
_TELLING_BYTES = 16


@dataclass(frozen=True, slots=True)
class Fragment:
    """One line, or piece of a line, of a forgotten span."""

    shape: Shape
    text: str


def mac(key: bytes, shape: str, scope: str, content: bytes) -> bytes:
    """The keyed hash of a forgotten text of one shape in one scope (empty: everywhere)."""
    return hmac.digest(key, encode_text(f"{shape}\0{scope}\0") + content, hashlib.sha256)[
        :_MAC_BYTES
    ]


def fragments(layout: Layout, start: int, end: int) -> list[Fragment]:
    """The lines and pieces of lines that a span of whole characters covers, blank ones left out."""
    found = []
    for low, high in layout.lines():
        a, b = max(low, start), min(high, end)
        text = layout.text(a, b).strip() if a < b else ""
        if not text:
            continue
        opens = not layout.text(low, a).strip()
        closes = not layout.text(b, high).strip()
        shape: Shape = "line"
        if not (opens and closes):
            shape = "head" if opens else "tail" if closes else "inside"
        if shape == "line" or len(text) >= _SHORTEST_PIECE:
            found.append(Fragment(shape, text))
    return found


def line_scope(conversation: int, native: str, text: str) -> str:
    """Where a forgotten line is looked for: a telling one in its conversation, a short one in its turn."""
    telling = len(encode_text(text)) >= _TELLING_BYTES
    return str(conversation) if telling else f"{conversation}/{native}"


class Graves:
    """The lines, pieces and titles forgotten from one conversation."""

    def __init__(
        self, key: bytes, conversation: int, rows: Iterable[tuple[bytes, str, int | None]]
    ) -> None:
        self._key = key
        self._conversation = conversation
        self._macs: set[bytes] = set()
        self._lengths: dict[str, set[int]] = {"head": set(), "tail": set(), "inside": set()}
        for code, shape, length in rows:
            self._macs.add(code)
            if shape in self._lengths and length is not None:
                self._lengths[shape].add(length)

    def _has(self, shape: str, scope: str, content: bytes) -> bool:
        return mac(self._key, shape, scope, content) in self._macs

    def _has_line(self, shape: str, native: str, text: str) -> bool:
        scope = line_scope(self._conversation, native, text)
        return self._has(shape, scope, encode_text(text))

    def clean(self, turn: Turn) -> Turn | None:
        """The turn with forgotten lines blank, byte for byte, and without a forgotten title."""
        here = str(self._conversation)
        if self._has("text", here, turn.content):
            return None
        if turn.title and self._has("title", here, encode_text(turn.title)):
            turn = replace(turn, title="")
        if turn.encoding is None:
            return turn
        content, layout = turn.content, Layout.of(turn.content, turn.encoding)
        for low, high in layout.lines():
            line = layout.text(low, high)
            for first, last in self._hits(turn.turn, line):
                start = low + layout.width(line[:first])
                end = start + layout.width(line[first:last])
                content = blank(content, turn.encoding, start, end)
        return turn if content == turn.content else replace(turn, content=content)

    def _hits(self, native: str, line: str) -> Iterator[tuple[int, int]]:
        text = line.strip()
        if not text:
            return
        first = line.index(text)
        last = first + len(text)
        if self._has_line("line", native, text):
            yield first, last
            return
        for length in self._lengths["head"]:
            if length <= len(text) and self._has_line("head", native, text[:length]):
                yield first, first + length
        for length in self._lengths["tail"]:
            if length <= len(text) and self._has_line("tail", native, text[-length:]):
                yield last - length, last
        for length in self._lengths["inside"]:
            for at in range(len(text) - length + 1):
                if self._has_line("inside", native, text[at : at + length]):
                    yield first + at, first + at + length
