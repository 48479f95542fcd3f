"""Files of lines that grow at their end: what one has gained, readable without the rest of it.

A look gives a file that ends with its last whole record. Where the file was read before, all lines but
the first, those that later lines are understood by, and the new ones are empty in it, so that
every record keeps its line number.
"""

import hashlib
import io
import os
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO

from camillo.formats import jsonl
from camillo.formats.reading import source_file
from camillo.ports.reader import SourceFile

#: So much of a file's start and of its end, as read, must be there again for it to have grown.
_PROBE = 4 << 10
#: What has gained more than this is read whole, as a stream.
_GAIN_LIMIT = 8 << 20
#: Of each kind of line that others need: the first and the newest, none longer than this.
_FIRST, _NEWEST = 4, 16
_KEPT_LINE = 256 << 10

Lines = tuple[tuple[int, bytes], ...]


@dataclass(slots=True)
class _Marked:
    """The lines with one mark: the first few and the newest, each with its number."""

    first: Lines = ()
    newest: deque[tuple[int, bytes]] = field(default_factory=lambda: deque(maxlen=_NEWEST))

    def note(self, number: int, line: bytes) -> None:
        if len(self.first) < _FIRST:
            self.first = (*self.first, (number, line))
        else:
            self.newest.append((number, line))


@dataclass(slots=True)
class Mark:
    """How far a file was read: ``end`` in bytes, ``lines`` in line breaks, and what was there.

    ``identity`` is the file's device and inode, ``changed`` when it was changed last (seconds since
    1970), ``head`` and ``tail`` its bytes at either end of what was read.
    """

    identity: tuple[int, int] = (0, 0)
    changed: float = 0.0
    end: int = 0
    lines: int = 0
    head: bytes = b""
    tail: bytes = b""
    digest: "hashlib._Hash" = field(default_factory=hashlib.sha256)
    marked: dict[bytes, _Marked] = field(default_factory=dict)

    def copy(self) -> "Mark":
        """One of its own, to go on with until what it leads to is filed."""
        marked = {
            mark: _Marked(one.first, deque(one.newest, _NEWEST))
            for mark, one in self.marked.items()
        }
        return replace(self, digest=self.digest.copy(), marked=marked)

    def take(self, raw: bytes, marks: Sequence[bytes]) -> None:
        """Note a line, or what was written of the last one."""
        if len(self.head) < _PROBE:
            self.head += raw[: _PROBE - len(self.head)]
        for mark in marks:
            if len(raw) <= _KEPT_LINE and (mark in raw or not self.end):
                self.marked.setdefault(mark, _Marked()).note(self.lines + 1, raw)
        self.tail = (self.tail + raw[-_PROBE:])[-_PROBE:]
        self.digest.update(raw)
        self.end += len(raw)
        self.lines += raw.endswith(b"\n")

    def fits(self, stream: BinaryIO) -> bool:
        """Whether the file of this stream still begins with what was read."""
        told = os.fstat(stream.fileno())
        if (told.st_dev, told.st_ino) != self.identity or told.st_size < self.end:
            return False
        stream.seek(0)
        if stream.read(len(self.head)) != self.head:
            return False
        stream.seek(self.end - len(self.tail))
        return stream.read(len(self.tail)) == self.tail

    def needed(self) -> Lines:
        """The lines that later ones are understood by, in order."""
        kept: dict[int, bytes] = {}
        for one in self.marked.values():
            kept.update((*one.first, *one.newest))
        return tuple(sorted(kept.items()))


@dataclass(frozen=True, slots=True)
class Gained:
    """What a look found: ``file`` to read, and ``mark``, where the next look starts once it is filed.

    ``before`` holds the needed lines alone: what it reads as is in ``file`` too and was filed
    before; None where the file is read whole.
    """

    file: SourceFile
    before: SourceFile | None
    mark: Mark


def look(
    path: Path, root: Path | None, since: Mark | None, marks: Sequence[bytes]
) -> Gained | None:
    """What a file has gained since a mark, up to its last whole record; None where there is nothing.

    A file that is another one by now, or is shorter, is read from its start.

    Raises:
        OSError: it cannot be read.
    """
    file = source_file(path, root)
    with file.open() as stream:
        told = os.fstat(stream.fileno())
        start = since if since and since.end and since.fits(stream) else None
        mark = start.copy() if start else Mark((told.st_dev, told.st_ino))
        mark.changed = told.st_mtime
        stream.seek(mark.end)
        gained = _take(stream, mark, marks)
    if mark.end == (start.end if start else 0):
        return None
    if start is None or gained is None:
        return _whole(file, mark)
    needed = start.needed()
    before = _elided(file, mark, needed, start.lines, b"")
    return Gained(_elided(file, mark, needed, start.lines, gained), before, mark)


def _take(stream: BinaryIO, mark: Mark, marks: Sequence[bytes]) -> bytes | None:
    """Read on to the last whole record; its bytes, or None where they are too many to hold."""
    gained, size = [], 0
    while raw := stream.readline(jsonl.LINE_LIMIT + 1):
        if not raw.endswith(b"\n") and len(raw) <= jsonl.LINE_LIMIT and not _is_record(raw):
            break
        mark.take(raw, marks)
        size += len(raw)
        if size <= _GAIN_LIMIT:
            gained.append(raw)
    return b"".join(gained) if size <= _GAIN_LIMIT else None


def _is_record(raw: bytes) -> bool:
    """Whether a line without a line break is a whole object: nothing can be missing behind it."""
    try:
        return isinstance(jsonl.parse(raw.decode("utf-8")), dict)
    except ValueError:
        return False


def _whole(file: SourceFile, mark: Mark) -> Gained:
    def opened() -> BinaryIO:
        return io.BufferedReader(_Until(file.open(), mark.end))

    told = replace(file, size=mark.end, open=opened, digest=mark.digest.digest)
    return Gained(told, None, mark)


def _elided(file: SourceFile, mark: Mark, needed: Lines, lines: int, gained: bytes) -> SourceFile:
    parts, at = [], 1
    for number, line in needed:
        parts += [b"\n" * (number - at), line]
        at = number + line.endswith(b"\n")
    content = b"".join([*parts, b"\n" * (lines + 1 - at), gained])
    return replace(
        file, size=len(content), open=lambda: io.BytesIO(content), digest=mark.digest.digest
    )


class _Until(io.RawIOBase):
    """A stream that ends where a longer one is to be read no further."""

    def __init__(self, stream: BinaryIO, end: int) -> None:
        self._stream = stream
        self._end = end

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        if whence == io.SEEK_END:
            return self._stream.seek(max(0, self._end + offset))
        return self._stream.seek(offset, whence)

    def tell(self) -> int:
        return self._stream.tell()

    def readinto(self, into: "memoryview | bytearray") -> int:  # type: ignore[override]
        room = max(0, min(len(into), self._end - self._stream.tell()))
        read = self._stream.read(room)
        into[: len(read)] = read
        return len(read)

    def close(self) -> None:
        self._stream.close()
        super().close()
