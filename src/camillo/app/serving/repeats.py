"""Writes that are sent again: the first answer is kept for a day and given again.

An answer may hold remembered words, so it is sealed with a key made of the owner and the repeat key that
the client chose: what lies on disk cannot be read without it.
"""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from camillo.domain.errors import InvalidInput
from camillo.domain.identity import digest
from camillo.domain.owner import Owner
from camillo.ports.server import ServerStore

_LONGEST, _SHORTEST = 255, 8
_KEPT_SECONDS = 86_400.0
_NONCE = 12


@dataclass(frozen=True, slots=True)
class Repeat:
    """One write with the key it may be repeated by: where its answer lies, and what opens it."""

    owner: Owner
    id: bytes
    asked: bytes
    seal: bytes

    @classmethod
    def of(cls, owner: Owner, key: str, asked: bytes) -> "Repeat":
        """The repeat of an owner; another owner's same key is another repeat.

        Raises:
            InvalidInput: the key is not of 8 to 255 visible ASCII characters.
        """
        if not _SHORTEST <= len(key) <= _LONGEST or not key.isascii() or not key.isprintable():
            raise InvalidInput(
                "the Idempotency-Key cannot be used",
                "give 8 to 255 ASCII characters, such as a UUID",
            )
        parts = (owner.name.encode(), key.encode())
        return cls(
            owner,
            digest(b"camillo repeat", *parts),
            sha256(asked).digest(),
            digest(b"camillo repeat seal", *parts),
        )


@dataclass(frozen=True, slots=True)
class Replay:
    """The answer of a write that was done before."""

    status: int
    content: bytes


class Repeats:
    """Knows which writes were answered. Threads and server processes may share its store."""

    def __init__(self, store: ServerStore, clock: Callable[[], float] = time.time) -> None:
        self._store, self._clock = store, clock
        self._swept = 0.0

    def begin(self, repeat: Repeat) -> Replay | None:
        """What the write was answered, or None where it is to be done.

        One that was begun and never answered, since the server ended, is done again: what it filed is known
        by its content.

        Raises:
            InvalidInput: the key was used for another request.
        """
        now = self._clock()
        if now - self._swept > _KEPT_SECONDS / 24:
            self._swept = now
            self._store.drop_answers(now - _KEPT_SECONDS)
        known = self._store.begin_answer(repeat.owner, repeat.id, repeat.asked, now)
        if known is None:
            return None
        if known.asked != repeat.asked:
            raise InvalidInput(
                "the Idempotency-Key was used for another request", "make a new key for each write"
            )
        if known.status is None:
            return None
        return Replay(known.status, _opened(repeat, known.sealed))

    def keep(self, repeat: Repeat, status: int, content: bytes) -> None:
        """Keep an answer."""
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        nonce = os.urandom(_NONCE)
        sealed = AESGCM(repeat.seal).encrypt(nonce, content, repeat.id)
        self._store.put_answer(repeat.id, status, nonce + sealed)

    def drop(self, repeat: Repeat) -> None:
        """The write failed and may be tried again under its key."""
        self._store.drop_answer(repeat.id)


def _opened(repeat: Repeat, sealed: bytes) -> bytes:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(repeat.seal).decrypt(sealed[:_NONCE], sealed[_NONCE:], repeat.id)
