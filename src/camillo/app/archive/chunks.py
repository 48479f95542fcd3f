"""A stream under AES-256-GCM in chunks: nothing of it is read before it is proved, and a cut end shows.

The file is ``CAMARC01``, 32 random bytes, then chunks of 65,536 bytes and their 16 bytes of proof; the last one
may be shorter or empty. A chunk's nonce is its number (11 bytes, big endian) and a byte that is 1 for the
last. The first 40 bytes are proved with each chunk. The key is HKDF-Expand of the palace's key with the 32
bytes (`camillo.app.encryption.keys.derived`, purposes "archive" and the bytes in hexadecimal).
"""

import io
import os
from typing import TYPE_CHECKING, BinaryIO

from camillo.app.encryption.keys import derived
from camillo.domain.errors import InvalidInput, PalaceLocked

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

MAGIC = b"CAMARC01"
CHUNK = 1 << 16
_SALT, _PROOF = 32, 16


class SealedWriter(io.RawIOBase):
    """Writes what it is given to a file, sealed; whole only once it was closed."""

    def __init__(self, file: BinaryIO, key: bytes) -> None:
        self._file = file
        self._head = MAGIC + os.urandom(_SALT)
        self._cipher = _cipher(key, self._head)
        self._number = 0
        self._kept = bytearray()
        file.write(self._head)

    def writable(self) -> bool:
        """It is written to."""
        return True

    def write(self, data: "bytes | bytearray | memoryview") -> int:  # type: ignore[override]
        """Take all of the data."""
        self._kept += data
        while len(self._kept) > CHUNK:
            self._put(bytes(self._kept[:CHUNK]), last=False)
            del self._kept[:CHUNK]
        return len(data)

    def close(self) -> None:
        """Write the last chunk; the file stays open."""
        if not self.closed:
            self._put(bytes(self._kept), last=True)
        super().close()

    def _put(self, content: bytes, *, last: bool) -> None:
        self._file.write(self._cipher.encrypt(_nonce(self._number, last), content, self._head))
        self._number += 1


class SealedReader(io.RawIOBase):
    """Reads what a :class:`SealedWriter` wrote, behind its magic.

    Raises:
        PalaceLocked: the first chunk does not open: the key is another one, or it is damaged.
        InvalidInput: a later one does not, or the end is missing.
    """

    def __init__(self, file: BinaryIO, key: bytes) -> None:
        self._file = file
        self._head = MAGIC + file.read(_SALT)
        self._cipher = _cipher(key, self._head)
        self._number = 0
        self._next = file.read(CHUNK + _PROOF)
        self._kept = b""
        self._ended = False

    def readable(self) -> bool:
        """It is read from."""
        return True

    def readinto(self, buffer: "bytearray | memoryview") -> int:  # type: ignore[override]
        """As much as there is of a chunk."""
        while not self._kept and not self._ended:
            self._open_next()
        count = min(len(buffer), len(self._kept))
        buffer[:count] = self._kept[:count]
        self._kept = self._kept[count:]
        return count

    def _open_next(self) -> None:
        from cryptography.exceptions import InvalidTag

        sealed, self._next = self._next, self._file.read(CHUNK + _PROOF)
        self._ended = not self._next
        try:
            nonce = _nonce(self._number, self._ended)
            self._kept = self._cipher.decrypt(nonce, sealed, self._head)
        except (InvalidTag, ValueError) as error:
            if self._number == 0:
                raise PalaceLocked(
                    "the archive was sealed with another key, or is damaged",
                    "set palace_key to the key of the palace it was made of",
                ) from error
            raise InvalidInput("the archive is damaged or cut short", "use another copy") from error
        self._number += 1


def _cipher(key: bytes, head: bytes) -> "AESGCM":
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(derived(key, "archive", head[len(MAGIC) :].hex()))


def _nonce(number: int, last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([last])
