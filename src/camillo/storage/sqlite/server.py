"""A server's own records in one SQLite file: agents' keys, shares, revoked tokens, answers to repeated writes."""

import json
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import apsw

from camillo.domain.errors import InvalidInput, PalaceBusy
from camillo.domain.owner import Owner
from camillo.ports.opening import Keys
from camillo.ports.server import ApiKey
from camillo.storage.sqlite import answers, ciphering, shares, shredding
from camillo.storage.sqlite.connection import (
    Patience,
    Row,
    connect,
    every,
    one,
    prepare_file,
    translated,
)

if TYPE_CHECKING:
    from camillo.ports.server import ServerStore

    _PORT: type[ServerStore]

_TABLES = """
create table if not exists meta (key text primary key, value blob not null) strict;
create table if not exists api_keys (
  id text primary key, product text not null, user text not null, name text not null,
  scopes text not null, digest text not null, created real not null, expires real not null,
  revoked real not null
) strict;
create index if not exists api_keys_owner on api_keys (product, user, created);
create table if not exists revoked (proof text primary key, until real not null) strict;
create table if not exists watching (
  product text not null, user text not null, due real not null, primary key (product, user)
) strict, without rowid;
create index if not exists watching_due on watching (due);
"""
_COLUMNS = "id, product, user, name, scopes, digest, created, expires, revoked"


class SqliteServerStore(shares.ShareRows, answers.AnswerRows):
    """Implements :class:`camillo.ports.server.ServerStore`; one connection, one statement at a time."""

    def __init__(self, path: Path, busy_seconds: float = 30.0, keys: Keys | None = None) -> None:
        self._path = path
        self._lock = threading.RLock()
        with translated(path):
            prepare_file(path, create=True)
            key = _key_of(path, keys, busy_seconds)
            self._db = connect(path, busy_seconds, writer=True, key=key)
            every(self._db, "pragma journal_mode=wal")
            self._db.execute(_TABLES + shares.TABLES + answers.TABLES)
            if key is not None:
                # A plain file may lie there yet, where a kill came before it was overwritten.
                shredding.sweep(path)

    def secret(self) -> bytes:
        """32 random bytes, made once."""
        self._run("insert or ignore into meta values ('secret', ?)", (secrets.token_bytes(32),))
        row = self._one("select value from meta where key = 'secret'")
        return bytes(row[0]) if row else b""

    def add_key(self, key: ApiKey) -> None:
        """Keep a new key."""
        self._run(
            "insert into api_keys values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (id) do update set"
            " (name, scopes, digest, created, expires, revoked) = (excluded.name, excluded.scopes,"
            " excluded.digest, excluded.created, excluded.expires, excluded.revoked)"
            " where (product, user) = (excluded.product, excluded.user)",
            (
                key.id, key.owner.product, key.owner.user, key.name, json.dumps(key.scopes),
                key.digest, key.created, key.expires, key.revoked,
            ),
        )  # fmt: skip

    def key(self, id: str) -> ApiKey | None:
        """The key with an id."""
        row = self._one(f"select {_COLUMNS} from api_keys where id = ?", (id,))
        return _key(row) if row else None

    def keys(self, owner: Owner) -> list[ApiKey]:
        """The keys of an owner, the newest first."""
        rows = self._run(
            f"select {_COLUMNS} from api_keys where product = ? and user = ?"
            " order by created desc, id",
            (owner.product, owner.user),
        )
        return [_key(row) for row in rows]

    def revoke_key(self, owner: Owner, id: str, at: float) -> bool:
        """Revoke a key of an owner."""
        rows = self._run(
            "update api_keys set revoked = iif(revoked > 0, revoked, ?)"
            " where id = ? and product = ? and user = ? returning id",
            (at, id, owner.product, owner.user),
        )
        return bool(rows)

    def revoke_token(self, proof: str, until: float) -> None:
        """Refuse a token from now on."""
        self._run("insert or replace into revoked values (?, ?)", (proof, until))

    def is_revoked(self, proof: str) -> bool:
        """Whether a token was revoked."""
        return self._one("select 1 from revoked where proof = ?", (proof,)) is not None

    def put_due(self, owner: Owner, at: float | None) -> None:
        """Note when an owner's watch list is due."""
        whose = (owner.product, owner.user)
        if at is None:
            self._run("delete from watching where product = ? and user = ?", whose)
        else:
            self._run("insert or replace into watching values (?, ?, ?)", (*whose, at))

    def first_due(self) -> tuple[Owner, float] | None:
        """Whose watch list is due first."""
        row = self._one(
            "select product, user, due from watching order by due, product, user limit 1"
        )
        return (Owner(row[0], row[1]), float(row[2])) if row else None

    def move_due(self, owner: Owner, seen: float, at: float) -> bool:
        """Let what was seen to be due at a time be due at another."""
        rows = self._run(
            "update watching set due = ? where product = ? and user = ? and due = ? returning due",
            (at, owner.product, owner.user, seen),
        )
        return bool(rows)

    def owners(self) -> set[Owner]:
        """Whoever something is kept of."""
        rows = self._run(
            "select product, user from api_keys union select product, user from repeats"
            " union select product, user from watching union select product, user from wing_shares"
            " union select taker_product, taker from wing_shares where taker is not null"
        )
        return {Owner(*row) for row in rows}

    def drop_owner(self, owner: Owner) -> dict[str, int]:
        """Delete what is kept of an owner."""
        whose = (owner.product, owner.user)
        with self._together():
            keys = self._run(
                "delete from api_keys where product = ? and user = ? returning id", whose
            )
            gone = self._run(
                "delete from wing_shares where product = ?1 and user = ?2"
                " or taker_product = ?1 and taker = ?2 returning id",
                whose,
            )
            self._run("delete from watching where product = ? and user = ?", whose)
            # What is under way keeps its row: the deletion itself may be one that is sent again.
            self._run(
                "delete from repeats where product = ? and user = ? and status is not null", whose
            )
        # What was written lies in the write-ahead log yet, names of keys among it.
        with suppress(PalaceBusy), self._lock, translated(self._path):
            self._db.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_TRUNCATE)
        return {"keys": len(keys), "shares": len(gone)}

    def close(self) -> None:
        """Release the file; safe to call twice."""
        with self._lock:
            self._db.close()

    @contextmanager
    def _together(self) -> Iterator[None]:
        with self._lock, translated(self._path), self._db:
            yield

    def _run(self, sql: str, given: Row = ()) -> list[Row]:
        with self._lock, translated(self._path):
            return list(self._db.execute(sql, given))

    def _one(self, sql: str, given: Row = ()) -> Row | None:
        with self._lock, translated(self._path):
            found: Row | None = one(self._db, sql, given)
            return found


def _key_of(path: Path, keys: Keys | None, busy_seconds: float) -> bytes | None:
    """The key that the records open with.

    Raises:
        InvalidInput: keys are given, and the records are not encrypted.
        PalaceLocked: they are, and none of the keys opens them.
    """
    if keys is not None and ciphering.is_plain(path):
        raise InvalidInput(
            f"{path} is not encrypted, although palace_key is set",
            f"run `camillo encrypt --server {path.parent}`, or leave palace_key out of the settings",
        )
    return ciphering.key_of(path, keys, Patience(busy_seconds))


def _key(row: Row) -> ApiKey:
    id, product, user, name, scopes, digest, created, expires, revoked = row
    owner = Owner(product, user)
    return ApiKey(id, owner, name, tuple(json.loads(scopes)), digest, created, expires, revoked)
