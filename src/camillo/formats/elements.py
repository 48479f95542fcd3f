"""The elements of a JSON array of any length, one at a time.

Exports are one array of conversations, up to gigabytes. Parsers that hand out events (yajl behind ``ijson``)
replace lone surrogates and stop at the first fault; here the array is cut at its
commas and each element is parsed by itself, so a bad one is one problem and the rest goes on.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO

from camillo.domain.errors import CamilloError
from camillo.domain.report import Problem
from camillo.formats.jsonl import parse

#: A longer element is refused whole: the longest conversations seen hold some tens of megabytes.
ELEMENT_LIMIT = 256 << 20

_CHUNK = 1 << 18
_SPACE = b" \t\r\n"
_BOM = b"\xef\xbb\xbf"

#: What lies between brackets: anything plain, and strings that are closed.
_PLAIN = re.compile(rb'(?:[^"\[\]{}]++|"(?:[^"\\]++|\\.)*+")*+', re.DOTALL)
_PLAIN_TOP = re.compile(rb'(?:[^"\[\]{},]++|"(?:[^"\\]++|\\.)*+")*+', re.DOTALL)
_STRING = re.compile(rb'(?:[^"\\]++|\\.)*+', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Element:
    """One element of the array: its index and value."""

    index: int
    value: object


def elements(
    stream: BinaryIO, where: str, limit: int = ELEMENT_LIMIT
) -> Iterator[Element | Problem]:
    """Each element of the array a JSON file holds; a file that holds an object has that one.

    >>> import io
    >>> [one.value for one in elements(io.BytesIO(b'[{"a": "],"}, 2]'), "x.json")]
    [{'a': '],'}, 2]
    """
    cutter = _Cutter(stream, limit)
    index = -1
    try:
        for index, raw in enumerate(cutter.pieces()):
            yield _element(raw, index, f"{where}[{index}]", limit)
    except CamilloError as error:
        yield Problem(where, error.what, error.mend)
        return
    if cutter.fault:
        mend = "export it again; what stands before it was read"
        yield Problem(f"{where}[{index + 1}]", cutter.fault, mend)


def _element(raw: bytes | None, index: int, where: str, limit: int) -> Element | Problem:
    if raw is None:
        return Problem(where, f"the element is longer than {limit} bytes", "split it")
    try:
        return Element(index, parse(raw.decode("utf-8")))
    except UnicodeDecodeError as error:
        return Problem(where, f"not UTF-8 at byte {error.start} of the element", "save it as UTF-8")
    except ValueError as error:
        return Problem(where, f"not JSON: {error}", "mend or remove the element")


@dataclass(slots=True)
class _Cutter:
    """Finds where the elements of the outermost array end, without parsing them."""

    stream: BinaryIO
    limit: int
    fault: str = ""
    _buffer: bytearray = field(default_factory=bytearray)
    _at: int = 0
    _base: int = 0
    _depth: int = 0
    _in_string: bool = False
    _too_long: bool = False

    def pieces(self) -> Iterator[bytes | None]:
        """The bytes of each element, None for one that is too long."""
        if not self._open():
            return
        while (end := self._end()) is not None:
            piece = bytes(self._buffer[:end]).strip(_SPACE)
            last = not self._base or self._buffer[end : end + 1] == b"]"
            too_long, self._too_long = self._too_long, False
            if too_long:
                yield None
            elif piece or not last:
                yield piece
            del self._buffer[: end + self._base]
            self._at = 0
            if last:
                if self._buffer.strip(_SPACE):
                    self.fault = "more stands behind its end"
                return

    def _open(self) -> bool:
        """Step into the array, or up to the one object; False where there is neither."""
        while not self._buffer.removeprefix(_BOM).strip(_SPACE):
            self._buffer.clear()
            if not self._more():
                self.fault = "the file is empty"
                return False
        self._buffer = self._buffer.removeprefix(_BOM).lstrip(_SPACE)
        if bytes(self._buffer[:1]) not in (b"[", b"{"):
            self.fault = "neither a JSON array nor an object"
            return False
        self._base = self._depth = int(self._buffer[:1] == b"[")
        del self._buffer[: self._base]
        return True

    def _end(self) -> int | None:
        """Where the element ends that starts the buffer; None at the end of a cut-off file."""
        while True:
            if self._scan():
                if not self._more():
                    self.fault = "the file ends in the middle"
                    return None
                continue
            char = bytes(self._buffer[self._at : self._at + 1])
            self._at += 1
            if char == b'"':
                self._in_string = not self._in_string
            elif char in (b"{", b"["):
                self._depth += 1
            elif char == b"," or (char == b"]" and self._depth == self._base == 1):
                return self._at - 1
            elif self._depth > self._base:
                self._depth -= 1
                if not self._depth:
                    return self._at

    def _scan(self) -> bool:
        """Go on to the next character that counts; whether the buffer ended before one came."""
        pattern = (
            _STRING if self._in_string else _PLAIN_TOP if self._depth == self._base == 1 else _PLAIN
        )
        found = pattern.match(self._buffer, self._at)
        self._at = found.end() if found else self._at
        del found  # it would lock the buffer's length
        left = len(self._buffer) - self._at
        return left == 0 or (self._in_string and left == 1 and self._buffer[-1:] == b"\\")

    def _more(self) -> bool:
        if self._at > self.limit:
            del self._buffer[: self._at]
            self._at, self._too_long = 0, True
        chunk = self.stream.read(_CHUNK)
        self._buffer += chunk
        return bool(chunk)
