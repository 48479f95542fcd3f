"""Reading what never ends or unpacks into too much: a socket with a deadline, unpacking in small steps."""

import io
import socket
import time
import zlib
from collections.abc import Iterable, Iterator
from http.client import HTTPException

#: Largest piece that unpacking gives at once.
_STEP = 262_144
_GZIP_MARK = 0x1F
_GZIP, _ZLIB, _RAW = zlib.MAX_WBITS | 16, zlib.MAX_WBITS, -zlib.MAX_WBITS


class Clocked:
    """A socket for http.client whose every read ends by one point in time of the monotonic clock.

    A timeout of the socket itself begins anew with each byte, so that a slow drip would go on for ever.
    """

    def __init__(self, plain: socket.socket, until: float) -> None:
        self._plain, self._until, self._read = plain, until, False

    def sendall(self, content: bytes) -> None:
        """Send all of it in the time that is left."""
        self._plain.settimeout(max(0.001, self._until - time.monotonic()))
        self._plain.sendall(content)

    def makefile(self, *_: object) -> io.BufferedReader:
        """A reader of what comes; it closes the socket with itself."""
        self._read = True
        return io.BufferedReader(_Reader(self._plain, self._until), 65_536)

    def close(self) -> None:
        """Close the socket, unless a reader has it: http.client leaves a last answer to its reader."""
        if not self._read:
            self._plain.close()


class _Reader(io.RawIOBase):
    def __init__(self, plain: socket.socket, until: float) -> None:
        self._plain, self._until = plain, until

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "memoryview | bytearray") -> int:  # type: ignore[override]
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._plain.settimeout(left)
        return self._plain.recv_into(buffer)

    def close(self) -> None:
        if not self.closed:
            self._plain.close()
        super().close()


def unpacked(pieces: Iterable[bytes], packing: str) -> Iterator[bytes]:
    """The pieces unpacked, none larger than 256 KB, so that the reader can stop a bomb in time.

    Raises:
        HTTPException: the packing is none that was asked for, is broken, or ends early.
    """
    if packing in ("", "identity"):
        yield from pieces
        return
    if packing not in ("gzip", "x-gzip", "deflate"):
        raise HTTPException(f"the answer is packed in a way not asked for: {packing[:40]!r}")
    try:
        yield from _inflated(pieces, raw_too=packing == "deflate")
    except zlib.error as error:
        raise HTTPException(f"the answer is packed wrongly: {error}") from error


def _inflated(pieces: Iterable[bytes], *, raw_too: bool) -> Iterator[bytes]:
    machine = None
    for left in pieces:
        machine = machine or zlib.decompressobj(_bits(left, raw_too))
        while left:
            if machine.eof:
                # A gzip file may be several, one after the other; what else follows is no content.
                if raw_too or left[0] != _GZIP_MARK:
                    break
                machine = zlib.decompressobj(_GZIP)
            yield machine.decompress(left, _STEP)
            left = machine.unused_data if machine.eof else machine.unconsumed_tail
    if machine is not None:
        if not machine.eof:
            yield machine.flush()
        if not machine.eof:
            raise HTTPException("the answer ends early")


def _bits(head: bytes, raw_too: bool) -> int:
    """How a stream is packed. Servers call both kinds of deflate by one name."""
    if not raw_too:
        return _GZIP
    wrapped = len(head) > 1 and head[0] & 0x0F == 8 and (head[0] * 256 + head[1]) % 31 == 0
    return _ZLIB if wrapped else _RAW
