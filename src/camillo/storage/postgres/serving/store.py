"""Servers' own records in PostgreSQL: agents' keys, shares, revoked tokens, answers to repeated writes.

They are found by id or by digest, before an owner is known: that is what lets one in. So they stand apart from the
palaces' tables, and no row of these is reached from here.
"""

import json
from typing import TYPE_CHECKING

from camillo.domain.identity import decode_text, encode_text
from camillo.domain.owner import Owner
from camillo.ports.opening import Keys
from camillo.ports.server import ApiKey
from camillo.storage.postgres import pool
from camillo.storage.postgres.connection import Row
from camillo.storage.postgres.sealing import Sealer
from camillo.storage.postgres.serving.answers import AnswerRows
from camillo.storage.postgres.serving.records import Records, owner_in, row_of, whose
from camillo.storage.postgres.serving.shares import ShareRows, drop_shares

if TYPE_CHECKING:
    from camillo.ports.server import ServerStore

    _PORT: type[ServerStore]

#: Columns of a key's row.
KEYS = "id, product, sub, name, scopes, digest, created, expires, revoked"
_OWN = "product = %(product)s and sub = %(sub)s"
_NAME = "keys.name"


class PostgresServerStore(ShareRows, AnswerRows):
    """Implements :class:`camillo.ports.server.ServerStore`. Threads and servers share it."""

    def __init__(self, records: Records) -> None:
        self._records = records

    @classmethod
    def open(
        cls, url: str, busy_seconds: float = 30.0, keys: Keys | None = None
    ) -> "PostgresServerStore":
        """The records of the servers before a database, made where there are none: sealed, if there are ``keys``.

        Raises:
            CamilloError: the database cannot be reached, or lacks the schema.
            PalaceLocked: the records are sealed, and none of the keys opens them.
        """
        server = pool.share(url, busy_seconds)
        try:
            return cls(Records(server, busy_seconds, keys))
        except BaseException:
            pool.leave(server)
            raise

    @property
    def is_encrypted(self) -> bool:
        """Whether what holds words is sealed."""
        return self._records.is_encrypted

    def secret(self) -> bytes:
        """32 random bytes, made once for all servers."""
        return self._records.secret

    def add_key(self, key: ApiKey) -> None:
        """Keep a new key."""
        with self._records.transaction() as db:
            db.run(
                f"insert into camillo_server.keys ({KEYS}) values (%(id)s, %(product)s, %(sub)s, %(name)s,"
                " %(scopes)s, %(digest)s, %(created)s, %(expires)s, %(revoked)s) on conflict (id) do update set"
                " (name, scopes, digest, created, expires, revoked) = (excluded.name, excluded.scopes,"
                " excluded.digest, excluded.created, excluded.expires, excluded.revoked)"
                " where (keys.product, keys.sub) = (excluded.product, excluded.sub)",
                **whose(key.owner),
                id=encode_text(key.id),
                name=name_of_key(db.sealer, key),
                scopes=encode_text(_written(key.scopes)),
                digest=encode_text(key.digest),
                created=key.created,
                expires=key.expires,
                revoked=key.revoked,
            )

    def key(self, id: str) -> ApiKey | None:
        """The key with an id."""
        with self._records.transaction() as db:
            row = db.one(
                f"select {KEYS} from camillo_server.keys where id = %(id)s", id=encode_text(id)
            )
            return key_in(db.sealer, row) if row else None

    def keys(self, owner: Owner) -> list[ApiKey]:
        """The keys of an owner, the newest first."""
        with self._records.transaction() as db:
            rows = db.every(
                f"select {KEYS} from camillo_server.keys where {_OWN} order by created desc, id",
                **whose(owner),
            )
            return [key_in(db.sealer, row) for row in rows]

    def revoke_key(self, owner: Owner, id: str, at: float) -> bool:
        """Revoke a key of an owner."""
        with self._records.transaction() as db:
            revoked = db.run(
                "update camillo_server.keys set revoked = case when revoked > 0 then revoked else %(at)s end"
                f" where id = %(id)s and {_OWN}",
                **whose(owner),
                id=encode_text(id),
                at=at,
            )
        return bool(revoked)

    def revoke_token(self, proof: str, until: float) -> None:
        """Refuse a token from now on."""
        with self._records.transaction() as db:
            db.run(
                "insert into camillo_server.revoked (proof, until) values (%(proof)s, %(until)s)"
                " on conflict (proof) do update set until = excluded.until",
                proof=encode_text(proof),
                until=until,
            )

    def is_revoked(self, proof: str) -> bool:
        """Whether a token was revoked."""
        with self._records.transaction() as db:
            sql = "select 1 from camillo_server.revoked where proof = %(proof)s"
            return db.one(sql, proof=encode_text(proof)) is not None

    def put_due(self, owner: Owner, at: float | None) -> None:
        """Note when an owner's watch list is due."""
        with self._records.transaction() as db:
            if at is None:
                db.run(f"delete from camillo_server.watching where {_OWN}", **whose(owner))
                return
            db.run(
                "insert into camillo_server.watching (product, sub, due) values (%(product)s, %(sub)s, %(at)s)"
                " on conflict (product, sub) do update set due = excluded.due",
                **whose(owner),
                at=at,
            )

    def first_due(self) -> tuple[Owner, float] | None:
        """Whose watch list is due first."""
        with self._records.transaction() as db:
            row = db.one(
                "select product, sub, due from camillo_server.watching order by due, product, sub limit 1"
            )
        return (owner_in(row[0], row[1]), float(row[2])) if row else None

    def move_due(self, owner: Owner, seen: float, at: float) -> bool:
        """Let what was seen to be due at a time be due at another."""
        with self._records.transaction() as db:
            moved = db.run(
                f"update camillo_server.watching set due = %(at)s where {_OWN} and due = %(seen)s",
                **whose(owner),
                seen=seen,
                at=at,
            )
        return bool(moved)

    def drop_owner(self, owner: Owner) -> dict[str, int]:
        """Delete what is kept of an owner."""
        mine = whose(owner)
        with self._records.transaction() as db:
            keys = db.run(f"delete from camillo_server.keys where {_OWN}", **mine)
            shares = drop_shares(db, owner)
            db.run(f"delete from camillo_server.watching where {_OWN}", **mine)
            # What is under way keeps its row: the deletion itself may be one that is sent again.
            db.run(
                f"delete from camillo_server.answers where {_OWN} and status is not null", **mine
            )
        return {"keys": keys, "shares": shares}

    def close(self) -> None:
        """Give the connections up; safe to call twice."""
        self._records.close()


def key_in(sealer: Sealer, row: Row) -> ApiKey:
    """The key in a row of :data:`KEYS`.

    Raises:
        PalaceDamaged: no server sealed it so.
    """
    id, product, user, name, scopes, digest, created, expires, revoked = row
    texts = [decode_text(each) for each in (id, product, user, scopes, digest)]
    # First whether it is a row that a server made; then what it says.
    told = sealer.unseal_word(name, _NAME, *row_of(*texts, created, expires))
    return ApiKey(
        id=texts[0],
        owner=owner_in(product, user),
        name=told,
        scopes=tuple(json.loads(texts[3])),
        digest=texts[4],
        created=created,
        expires=expires,
        revoked=revoked,
    )


def name_of_key(sealer: Sealer, key: ApiKey) -> bytes:
    """A key's name as its row has it, bound to all that never changes there."""
    names = (key.id, key.owner.product, key.owner.user, _written(key.scopes), key.digest)
    return sealer.seal_word(key.name, _NAME, *row_of(*names, key.created, key.expires))


def _written(scopes: tuple[str, ...]) -> str:
    return json.dumps(scopes)


if TYPE_CHECKING:
    _PORT = PostgresServerStore
