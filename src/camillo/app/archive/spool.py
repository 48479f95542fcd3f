"""An archive on its way, kept on disk and not in memory: sealed with a key that is nowhere but here."""

import io
import os
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, cast

from camillo.app.archive.chunks import MAGIC, SealedReader, SealedWriter

if TYPE_CHECKING:
    from collections.abc import Iterator

_PIECE = 1 << 16


class Spool:
    """What is written to it can be read again, from its beginning, as often as wanted.

    Its file has no name: whoever ends, however it is, leaves nothing behind that could be read.
    """

    def __init__(self, folder: Path) -> None:
        self._key = os.urandom(32)
        self._file = cast("BinaryIO", tempfile.TemporaryFile(dir=folder))  # noqa: SIM115
        self._writer = SealedWriter(self._file, self._key)
        self._hash = sha256()
        self.size = 0

    def write(self, data: bytes) -> int:
        """Take all of the data."""
        self._hash.update(data)
        self.size += len(data)
        return self._writer.write(data)

    def end(self) -> None:
        """Nothing more is written; it can be read from now on."""
        self._writer.close()
        self._file.flush()

    @property
    def digest(self) -> bytes:
        """The SHA-256 of what was written."""
        return self._hash.digest()

    def opened(self) -> io.BufferedReader:
        """What was written, from its beginning. One reader at a time."""
        self._file.seek(len(MAGIC))
        return io.BufferedReader(SealedReader(self._file, self._key), _PIECE)

    def pieces(self) -> "Iterator[bytes]":
        """What was written, piece by piece; it is gone then."""
        try:
            with self.opened() as stream:
                while piece := stream.read(_PIECE):
                    yield piece
        finally:
            self.close()

    def close(self) -> None:
        """Give the room on the disk back; safe to call twice."""
        self._file.close()
