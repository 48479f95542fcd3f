"""SQLite's write-ahead log: the pages that a host has committed and not yet moved into its database.

The bytes are described in https://www.sqlite.org/fileformat2.html, section 4: a header of 32 bytes,
then frames of 24 bytes and a page. Frames whose salts are not the header's are left from before.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

_MAGIC = 0x377F0682
_HEADER, _FRAME = 32, 24
_SMALLEST, _LARGEST = 512, 65536


@dataclass(frozen=True, slots=True)
class Overlay:
    """Pages that stand in a log: ``pages`` maps a page's number (from 1) to where it starts in ``log``.

    ``count`` is how many pages the database has with them.
    """

    log: bytes
    size: int
    count: int
    pages: dict[int, int] = field(default_factory=dict)

    def read(self, amount: int, offset: int) -> bytes | None:
        """Bytes of the database, if the page they lie in is here; a read never spans two pages."""
        number, within = divmod(offset, self.size)
        at = self.pages.get(number + 1)
        return None if at is None else self.log[at + within : at + min(within + amount, self.size)]


@dataclass(frozen=True, slots=True)
class _Frame:
    """One frame: ``count`` is the database's size in pages where it ends a transaction, else 0."""

    start: int
    page: int
    count: int


def overlay(log: bytes) -> Overlay | None:
    """What a log holds up to its last whole transaction; None where it holds none.

    A transaction that is being written is left out: the frame that ends it is not there, or
    its checksum is not yet that of its bytes.
    """
    if len(log) < _HEADER:
        return None
    magic, version, size = struct.unpack(">3I", log[:12])
    if magic | 1 != _MAGIC | 1 or version != 3007000 or not _is_page_size(size):
        return None
    frames = list(_frames(log, size))
    ends = [number for number, frame in enumerate(frames) if frame.count]
    while ends and not _is_whole(log, frames, ends, size, "<" if magic == _MAGIC else ">"):
        ends.pop()
    if not ends:
        return None
    pages = {frame.page: frame.start + _FRAME for frame in frames[: ends[-1] + 1]}
    return Overlay(log, size, frames[ends[-1]].count, pages)


def _is_page_size(size: int) -> bool:
    return _SMALLEST <= size <= _LARGEST and size & (size - 1) == 0


def _frames(log: bytes, size: int) -> Iterator[_Frame]:
    salts = log[16:24]
    for start in range(_HEADER, len(log) - _FRAME - size + 1, _FRAME + size):
        page, count = struct.unpack(">2I", log[start : start + 8])
        if log[start + 8 : start + 16] != salts or not page:
            return
        yield _Frame(start, page, count)


def _is_whole(log: bytes, frames: list[_Frame], ends: list[int], size: int, order: str) -> bool:
    """Whether the frames of the last transaction have the checksums that stand in them."""
    first = ends[-2] + 1 if len(ends) > 1 else 0
    return all(_is_sound(log, frame.start, size, order) for frame in frames[first : ends[-1] + 1])


def _is_sound(log: bytes, start: int, size: int, order: str) -> bool:
    """Whether a frame's checksum follows from the one before it, which stands in front of it."""
    before = log[24:32] if start == _HEADER else log[start - size - 8 : start - size]
    content = log[start : start + 8] + log[start + _FRAME : start + _FRAME + size]
    low, high = struct.unpack(">2I", before)
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for at in range(0, len(words), 2):
        low = (low + words[at] + high) & 0xFFFFFFFF
        high = (high + words[at + 1] + low) & 0xFFFFFFFF
    return struct.pack(">2I", low, high) == log[start + 16 : start + 24]
