"""The records of all servers before one database: transactions on them, and what they are sealed with."""

import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager

from camillo.domain.errors import CamilloError, PalaceDamaged, PalaceLocked
from camillo.domain.identity import decode_text, digest, encode_text
from camillo.domain.owner import Owner
from camillo.ports.opening import Keys
from camillo.storage.postgres import pool
from camillo.storage.postgres.connection import Db, translated
from camillo.storage.postgres.sealing import Sealer

#: What stands for an owner's number where servers' records are sealed: no owner has it.
NOBODY = 0
_BEGIN = "begin isolation level read committed read write"
_COLUMN = "own.secret"


class Records:
    """Statements on servers' records. Threads may share it.

    ``sealer`` seals what holds words, where the records were made with a key; ``secret`` is 32 random bytes,
    the same at every server.
    """

    def __init__(self, server: pool.Server, busy_seconds: float, keys: Keys | None = None) -> None:
        self.sealer = Sealer()
        self._server = server
        self._wait = int(busy_seconds * 1000)
        self._closed = False
        self.secret = self._settle(keys)

    def _settle(self, keys: Keys | None) -> bytes:
        """Make what is made once, unless another server has; returns the secret."""
        sql = "select envelope, secret from camillo_server.own"
        with self.transaction() as db:
            row = db.one(sql)
        if row is None:
            with self.transaction() as db:
                db.run(
                    "insert into camillo_server.own (envelope, secret) values (%(envelope)s, %(secret)s)"
                    " on conflict do nothing",
                    **_new_own(keys),
                )
                row = db.one(sql)
        if row is None:
            raise PalaceDamaged("the servers' records have lost their secret", "restore a backup")
        envelope, secret = row
        if envelope is not None:
            self.sealer = _envelope(bytes(envelope), keys)
        return self.sealer.unseal(secret, _COLUMN)

    @contextmanager
    def transaction(self) -> Iterator[Db]:
        """Statements that are done together or not at all."""
        if self._closed:
            raise CamilloError("the servers' records were closed", "open them again")
        begin = f"{_BEGIN}; select set_config('lock_timeout', '{self._wait:d}', true)"
        with translated(), self._server.transaction(begin) as connection:
            yield Db(connection, NOBODY, self.sealer)

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
    sealed = Envelope(NOBODY, data_key).seal(secret, _COLUMN)
    return {"envelope": wrap(NOBODY, data_key, keys()[0]), "secret": sealed}


def _envelope(wrapped: bytes, keys: Keys | None) -> Sealer:
    from camillo.storage.postgres.enveloping import Envelope, unwrap

    try:
        return Envelope(NOBODY, unwrap(NOBODY, wrapped, keys() if keys is not None else ()))
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
