"""The records of all servers before one database: transactions on them, and what they are sealed with."""

import os
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from camillo.domain.errors import CamilloError, PalaceDamaged, PalaceLocked
from camillo.domain.identity import decode_text, digest, encode_text
from camillo.domain.owner import Owner
from camillo.ports.opening import Keys
from camillo.storage.postgres import pool
from camillo.storage.postgres.connection import Db, Row, translated
from camillo.storage.postgres.sealing import Sealer

#: What stands for an owner's number where servers' records are sealed: no owner has it.
NOBODY = 0
_BEGIN = "begin isolation level read committed read write"
_OWN = "select envelope, secret from camillo_server.own"
#: What the secret is sealed as.
PLACE = "own.secret"
#: "Csrv": held together by who works by the sealer of now, alone by who changes it.
LOCK = 0x43737276


class Records:
    """Statements on servers' records. Threads may share it.

    ``secret`` is 32 random bytes, the same at every server. What holds words is sealed, where the records were made
    with a key; an administrator may encrypt or decrypt them meanwhile: each transaction goes by what it sees.
    """

    def __init__(self, server: pool.Server, busy_seconds: float, keys: Keys | None = None) -> None:
        self._server, self._keys = server, keys
        self._wait = int(busy_seconds * 1000)
        self._closed = False
        self._opening = threading.Lock()
        self._sealed, self._sealer = b"", Sealer()
        self.secret = self._settle()

    @property
    def is_encrypted(self) -> bool:
        """Whether what holds words is sealed."""
        return self._sealer.is_encrypted

    def _settle(self) -> bytes:
        """Make what is made once, unless another server has; returns the secret."""
        with self._begun() as db:
            if db.one(_OWN) is None:
                db.run(
                    "insert into camillo_server.own (envelope, secret) values (%(envelope)s, %(secret)s)"
                    " on conflict do nothing",
                    **_new_own(self._keys),
                )
        with self.transaction() as db:
            return db.sealer.unseal(self._sealed, PLACE)

    @contextmanager
    def transaction(self) -> Iterator[Db]:
        """Statements that are done together or not at all.

        Raises:
            PalaceLocked: the records are encrypted, and none of the keys opens them; or they are not, and
                there is a key.
        """
        with self._begun() as db:
            db.sealer = self._sealer_of(db.one(_OWN))
            yield db

    @contextmanager
    def _begun(self) -> Iterator[Db]:
        if self._closed:
            raise CamilloError("the servers' records were closed", "open them again")
        # Who encrypts all of it waits for those who write by what they saw, and they for it.
        begin = (
            f"{_BEGIN}; select set_config('lock_timeout', '{self._wait:d}', true);"
            f" select pg_advisory_xact_lock_shared({LOCK:d})"
        )
        with translated(), self._server.transaction(begin) as connection:
            yield Db(connection, NOBODY)

    def _sealer_of(self, own: Row | None) -> Sealer:
        if own is None:
            raise PalaceDamaged("the servers' records have lost their secret", "restore a backup")
        envelope, sealed = own
        # Not by the wrapped key: another one around the same key is no reason to ask for it.
        with self._opening:
            if sealed != self._sealed:
                self._sealer, self._sealed = opened(envelope, self._keys), sealed
            return self._sealer

    def close(self) -> None:
        """Give the connections up; safe to call twice."""
        if not self._closed:
            self._closed = True
            pool.leave(self._server)


def _new_own(keys: Keys | None) -> dict[str, bytes | None]:
    secret = os.urandom(32)
    if keys is None:
        return {"envelope": None, "secret": secret}
    from camillo.storage.postgres.enveloping import KEY_BYTES, Envelope, wrap

    data_key = os.urandom(KEY_BYTES)
    sealed = Envelope(NOBODY, data_key).seal(secret, PLACE)
    return {"envelope": wrap(NOBODY, data_key, keys()[0]), "secret": sealed}


def opened(envelope: bytes | None, keys: Keys | None) -> Sealer:
    """What records with this wrapped key, or with none, are written and read with.

    Raises:
        PalaceLocked: none of the keys opens it, or there are keys and it is not encrypted.
    """
    if envelope is None:
        if keys is None:
            return Sealer()
        # Whoever can write the database could take the wrapped key away, so that what comes is kept open.
        raise PalaceLocked(
            "the servers' own records are not encrypted, although palace_key is set",
            "run `camillo encrypt --database`, unless they were encrypted before: then restore camillo_server.own",
        )
    from camillo.storage.postgres.enveloping import Envelope, unwrap

    try:
        return Envelope(NOBODY, unwrap(NOBODY, envelope, keys() if keys is not None else ()))
    except PalaceLocked as error:
        raise PalaceLocked(f"the servers' own records: {error.what}", error.mend) from error


def row_of(*fixed: str | float) -> tuple[int, ...]:
    """Numbers that stand for all that never changes in a row: what is sealed there opens beside nothing else.

    >>> row_of("a", "bc") != row_of("ab", "c")
    True
    """
    parts = [encode_text(x) if isinstance(x, str) else struct.pack(">d", x) for x in fixed]
    return struct.unpack(">4q", digest(b"camillo server row", *parts))


def whose(owner: Owner) -> dict[str, bytes]:
    """Bindings for an owner, as ``%(product)s`` and ``%(sub)s``."""
    return {"product": encode_text(owner.product), "sub": encode_text(owner.user)}


def owner_in(product: bytes, user: bytes) -> Owner:
    """The owner whom a row names."""
    return Owner(decode_text(product), decode_text(user))
