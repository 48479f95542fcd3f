"""An owner's envelope: a random data key, wrapped by the server's, that all words of the palace are sealed with.

Bytes are sealed with AES-256-GCM (NIST SP 800-38D) under a random nonce of 12 bytes that stands before them; the
owner, the column and the numbers of the row are authenticated with them, so that no value can be put in another's
place. What rows are found by is hidden with AES-256-SIV (RFC 5297), which gives the same bytes each time. Both keys
are made of the data key by HKDF-Expand with SHA-256 (RFC 5869).

A wrapped key is ``01``, the first 8 bytes of a hash that names the wrapping key, a nonce, and the data key sealed.
"""

import hashlib
import hmac
import os
from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from camillo.domain.errors import InvalidInput, PalaceDamaged, PalaceLocked
from camillo.domain.missing import unloadable
from camillo.storage.postgres.sealing import Sealer

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

KEY_BYTES = 32
_FORM, _ID, _NONCE = b"\x01", 8, 12
#: Hidden terms are as long as the next multiple of so many bytes, so that short words do not show their length.
_STEP = 16
#: Terms kept in memory once they were revealed.
_MOST_TERMS = 200_000


class Envelope(Sealer):
    """Seals one owner's words with his data key. Threads may share it.

    Raises:
        InvalidInput: the package `cryptography` is not installed.
    """

    is_encrypted = True

    def __init__(self, owner: int, data_key: bytes) -> None:
        _require()
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM, AESSIV

        self._owner = _number(owner)
        self._rows = AESGCM(_derived(data_key, b"rows", 32))
        self._names = AESSIV(_derived(data_key, b"names", 64))
        self._terms: dict[bytes, bytes] = {}

    def seal(self, content: bytes, column: str, *row: int) -> bytes:
        """Nonce and sealed bytes, 28 bytes longer than the content."""
        nonce = os.urandom(_NONCE)
        return nonce + self._rows.encrypt(nonce, content, self._place(column, row))

    def unseal(self, sealed: bytes, column: str, *row: int) -> bytes:
        """The bytes that were sealed for this column of this row of this owner."""
        try:
            return self._rows.decrypt(sealed[:_NONCE], sealed[_NONCE:], self._place(column, row))
        except _refusals() as error:
            raise _damaged(column) from error

    def hide(self, content: bytes, column: str) -> bytes:
        """16 bytes that depend on all of the content, and it sealed: the same each time."""
        return self._names.encrypt(content, [self._place(column, ())])

    def reveal(self, hidden: bytes, column: str) -> bytes:
        """The bytes that were hidden for this column."""
        try:
            return self._names.decrypt(hidden, [self._place(column, ())])
        except _refusals() as error:
            raise _damaged(column) from error

    def hide_term(self, term: bytes) -> bytes:
        """The mark of a name or a heading, or a zero, and the padded term hidden."""
        padded = term + b"\xff" + bytes(-(len(term) + 1) % _STEP)
        return _mark(term) + self.hide(padded, "blocks.term")

    def reveal_term(self, hidden: bytes) -> bytes:
        """The index term, from memory where it was revealed before."""
        term = self._terms.get(hidden)
        if term is None:
            term = self.reveal(hidden[1:], "blocks.term").rstrip(b"\0")[:-1]
            if len(self._terms) >= _MOST_TERMS:
                self._terms = {}
            self._terms[hidden] = term
        return term

    def term_range(self, low: bytes, high: bytes) -> tuple[bytes, bytes]:
        """All terms of the marks in the range, or all terms at all where it has words without a mark."""
        if not low or (low[:1] != high[:1] and high != bytes([low[0] + 1])):
            return b"", b"\xff"
        mark = _mark(low)
        return mark, bytes([mark[0] + 1])

    def _place(self, column: str, row: tuple[int, ...]) -> bytes:
        return b"".join((self._owner, column.encode(), b"\0", *map(_number, row)))


def wrap(owner: int, data_key: bytes, key: bytes) -> bytes:
    """An owner's data key as his palace keeps it, to be opened with ``key``."""
    nonce = os.urandom(_NONCE)
    head = _FORM + key_id(key)
    return head + nonce + _wrapping(key).encrypt(nonce, data_key, head + _number(owner))


def unwrap(owner: int, wrapped: bytes, keys: Iterable[bytes]) -> bytes:
    """The data key, opened with the one of these keys that it was wrapped with.

    Raises:
        PalaceLocked: it was wrapped with none of them. PalaceDamaged: it was changed since.
    """
    head, rest = wrapped[: 1 + _ID], wrapped[1 + _ID :]
    given = list(keys)
    if not given:
        raise PalaceLocked(
            "the palace is encrypted", "say where its key is with the setting palace_key"
        )
    key = next((each for each in given if is_wrapped_with(wrapped, each)), None)
    if key is None:
        raise PalaceLocked(
            f"the palace is encrypted with another key ({head[1:].hex()}) than the one that was given",
            "see that the setting palace_key names the place of its key",
        )
    try:
        return _wrapping(key).decrypt(rest[:_NONCE], rest[_NONCE:], head + _number(owner))
    except _refusals() as error:
        raise _damaged("palaces.envelope") from error


def is_wrapped_with(wrapped: bytes, key: bytes) -> bool:
    """Whether a wrapped key names this one as what it was wrapped with."""
    return wrapped[: 1 + _ID] == _FORM + key_id(key)


def key_id(key: bytes) -> bytes:
    """What names a wrapping key: 8 bytes that tell nothing of it.

    Raises:
        InvalidInput: the key is not of 32 bytes.
    """
    if len(key) != KEY_BYTES:
        raise InvalidInput("the key of a palace has 32 bytes", "give 64 hexadecimal digits")
    return hmac.digest(key, b"camillo key id", hashlib.sha256)[:_ID]


def _derived(key: bytes, purpose: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDFExpand

    return HKDFExpand(SHA256(), length, b"camillo envelope " + purpose).derive(key)


def _wrapping(key: bytes) -> "AESGCM":
    _require()
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(_derived(key, b"wrapping", 32))


def _mark(term: bytes) -> bytes:
    """The first byte of a term that is no letter, digit or part of one: such a term has a mark."""
    return term[:1] if term and term[0] < 0x80 and not term[:1].isalnum() else b"\0"


def _number(number: int) -> bytes:
    return number.to_bytes(8, "big", signed=True)


def _require() -> None:
    try:
        import_module("cryptography")
    except ImportError as error:
        raise InvalidInput(
            *unloadable(error, "the package cryptography", ["cryptography"], "encryption")
        ) from error


def _refusals() -> tuple[type[Exception], ...]:
    from cryptography.exceptions import InvalidTag

    return InvalidTag, ValueError


def _damaged(column: str) -> PalaceDamaged:
    return PalaceDamaged(
        f"a value of {column} is not what was sealed there", "restore a backup of the database"
    )
