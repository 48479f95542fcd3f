"""Writes that are sent again: one server does them, and the first answer is kept for a day and given again.

An answer may hold remembered words, so it is sealed with a key made of the owner and the repeat key that
the client chose: what lies on disk cannot be read without it.
"""

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from camillo.domain.errors import InvalidInput
from camillo.domain.identity import digest
from camillo.domain.owner import Owner
from camillo.ports.repeating import Mark
from camillo.ports.server import AnswerStore, Standing

#: Nobody else begins a write for so many seconds after whoever does it has last said that it is under way, which is
#: said :data:`BEAT` seconds apart.
LEASE, BEAT = 10.0, 2.5
_LONGEST, _SHORTEST = 255, 8
_KEPT_SECONDS = 86_400.0
_NONCE = 12
#: Servers' clocks may differ by so much: what an attempt before wrote is looked for from so long before it.
_SKEW_SECONDS = 60.0
_MOST_LEFT = 1_000


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


@dataclass(frozen=True, slots=True)
class Begun:
    """A write that is to be done now, held by whoever asked; ``mark`` is what its palace knows it by."""

    repeat: Repeat
    holder: bytes
    mark: Mark


@dataclass(frozen=True, slots=True)
class UnderWay:
    """Somebody does the write; after ``left`` seconds without a word of theirs, whoever asks does it."""

    left: float


class Repeats:
    """Knows which writes were answered or are under way. Threads and server processes may share its store."""

    def __init__(self, store: AnswerStore, clock: Callable[[], float] = time.time) -> None:
        self._store, self._clock = store, clock
        self._swept = 0.0
        self._lock = threading.Lock()
        # What was held here when the store could not be told that it is over.
        self._left: dict[bytes, bytes] = {}

    def begin(self, repeat: Repeat) -> Replay | Begun | UnderWay:
        """What the write was answered, or that it is to be done, or that somebody is about it.

        One that was begun and never answered, since its server ended, is begun again; its mark says so, and the
        palace refuses what was written already.

        Raises:
            InvalidInput: the key was used for another request.
        """
        now = self._clock()
        if now - self._swept > _KEPT_SECONDS / 24:
            self._swept = now
            self._store.drop_answers(now - _KEPT_SECONDS)
        with self._lock:
            left = self._left.pop(repeat.id, None)
        if left is not None:
            # That one may have written: only of another attempt does the palace refuse it.
            self._store.release_answer(repeat.id, left)
        holder = os.urandom(16)
        standing = self._store.take_answer(
            repeat.owner, repeat.id, repeat.asked, holder, now, LEASE
        )
        if standing.answered.asked != repeat.asked:
            raise InvalidInput(
                "the Idempotency-Key was used for another request", "make a new key for each write"
            )
        if standing.mine:
            return Begun(repeat, holder, _mark(repeat, holder, standing))
        if standing.answered.status is None:
            return UnderWay(standing.left)
        return Replay(standing.answered.status, _opened(repeat, standing.answered.sealed))

    def hold(self, begun: Begun) -> bool:
        """Say that a write is under way still; False where somebody else does it by now."""
        return self._store.hold_answer(begun.repeat.id, begun.holder, LEASE)

    def keep(self, begun: Begun, status: int, content: bytes) -> None:
        """Keep an answer, unless somebody else does the write by now."""
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM

        repeat, nonce = begun.repeat, os.urandom(_NONCE)
        sealed = nonce + AESGCM(repeat.seal).encrypt(nonce, content, repeat.id)
        self._over(begun, lambda: self._store.put_answer(repeat.id, begun.holder, status, sealed))

    def release(self, begun: Begun) -> None:
        """The write failed and may be tried again under its key."""
        self._over(begun, lambda: self._store.release_answer(begun.repeat.id, begun.holder))

    def _over(self, begun: Begun, told: Callable[[], object]) -> None:
        """Tell the store that a write is over, or know it here."""
        try:
            told()
        except BaseException:
            with self._lock:
                while len(self._left) >= _MOST_LEFT:
                    del self._left[next(iter(self._left))]
                self._left[begun.repeat.id] = begun.holder
            raise


def _mark(repeat: Repeat, holder: bytes, standing: Standing) -> Mark:
    since = standing.begun - _SKEW_SECONDS * standing.again
    return Mark(
        key=digest(b"camillo repeat mark", repeat.id)[:16].hex(),
        attempt=holder.hex(),
        since=int(since * 1_000_000),
        again=standing.again,
    )


def _opened(repeat: Repeat, sealed: bytes) -> bytes:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    return AESGCM(repeat.seal).decrypt(sealed[:_NONCE], sealed[_NONCE:], repeat.id)
