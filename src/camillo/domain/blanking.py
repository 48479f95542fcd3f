"""Turning a stretch of a text blank without changing its length: what redaction does to bytes."""

from collections.abc import Iterator
from dataclasses import dataclass

from camillo.domain.turn import decode, encode

_MARKS = {
    "utf-16": ((b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")),
    "utf-32": ((b"\xff\xfe\x00\x00", "utf-32-le"), (b"\x00\x00\xfe\xff", "utf-32-be")),
    "utf-8-sig": ((b"\xef\xbb\xbf", "utf-8"),),
}
#: EUC-KR writes some syllables as eight bytes.
_LONGEST_CHARACTER = 8


@dataclass(frozen=True, slots=True)
class Layout:
    """How the bytes of a text are laid out: its encoding with the byte order named, and its mark.

    ``mark`` is the length of the byte-order mark; ``space`` and ``newline`` are one of each.
    """

    content: bytes
    codec: str
    mark: int
    space: bytes
    newline: bytes

    @classmethod
    def of(cls, content: bytes, encoding: str) -> "Layout":
        """The layout of a text in the encoding it was filed with."""
        codec, mark = encoding, 0
        name = encoding.lower().replace("_", "-")
        for prefix, order in _MARKS.get(name, ()):
            if content.startswith(prefix):
                codec, mark = order, len(prefix)
                break
        else:
            codec = {"utf-16": "utf-16-le", "utf-32": "utf-32-le", "utf-8-sig": "utf-8"}.get(
                name, encoding
            )
        return cls(content, codec, mark, encode(" ", codec), encode("\n", codec))

    def text(self, start: int, end: int) -> str:
        """The characters between two byte offsets that fall between characters."""
        return decode(self.content[start:end], self.codec)

    def width(self, text: str) -> int:
        """How many bytes a text has in this encoding."""
        return len(encode(text, self.codec))

    def lines(self) -> Iterator[tuple[int, int]]:
        """First and last byte offset of each line, its end of line left out."""
        at = self.mark
        while at <= len(self.content):
            end = self._next_line_end(at)
            yield at, end
            at = end + len(self.newline)

    def _next_line_end(self, at: int) -> int:
        found = self.content.find(self.newline, at)
        while found >= 0 and (found - self.mark) % len(self.newline):
            found = self.content.find(self.newline, found + 1)
        return found if found >= 0 else len(self.content)

    def whole_characters(self, start: int, end: int) -> tuple[int, int]:
        """The span, widened at most so far that it begins and ends between characters."""
        start = max(start, self.mark)
        end = max(start, end)
        lows = [n for n in range(start, start - _LONGEST_CHARACTER, -1) if n >= self.mark]
        low = next((n for n in lows if self._between(n)), start)
        highs = [n for n in range(end, end + _LONGEST_CHARACTER) if n <= len(self.content)]
        high = next((n for n in highs if self._between(n)), end)
        return low, high

    def _between(self, at: int) -> bool:
        if self.codec in ("utf-8", "utf-8-escaped"):
            return at >= len(self.content) or self.content[at] & 0xC0 != 0x80
        try:
            joined = self.text(self.mark, at) + self.text(at, len(self.content))
        except UnicodeError:
            return False
        return joined == self.text(self.mark, len(self.content))


def blank(content: bytes, encoding: str | None, start: int, end: int) -> bytes:
    r"""The content with a span, widened to whole characters, turned into spaces of its encoding.

    The length never changes. Bytes that are no text become zeros.

    >>> blank("naïve".encode(), "utf-8", 3, 4)
    b'na  ve'
    >>> blank("\ufeffab".encode("utf-16-le"), "utf-16", 0, 4).decode("utf-16")
    ' b'
    """
    if encoding is None:
        return content[:start] + bytes(end - start) + content[end:]
    layout = Layout.of(content, encoding)
    low, high = layout.whole_characters(start, end)
    count, rest = divmod(high - low, len(layout.space))
    return content[:low] + layout.space * count + bytes(rest) + content[high:]
