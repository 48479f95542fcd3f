"""Palaces that are there, encrypted or made plain: an administrator's work, an owner a transaction.

All rows of an owner are read, written anew under the other sealer, read back and compared, before the transaction
ends: a kill at any moment leaves them as they were. Whoever reads meanwhile sees the old ones, whoever writes waits.
"""

import hashlib
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import psycopg

from camillo.domain.errors import PalaceDamaged
from camillo.domain.owner import Owner
from camillo.storage.postgres import schema
from camillo.storage.postgres.connection import Db, patient, translated
from camillo.storage.postgres.enveloping import Envelope, unwrap, wrap
from camillo.storage.postgres.owners import numbered
from camillo.storage.postgres.receipts import write_receipt
from camillo.storage.postgres.sealing import Sealer

Connection = psycopg.Connection[tuple[Any, ...]]
KeysOf = Callable[[Owner], Sequence[bytes]]

#: Columns that are sealed, with the numbers of the row that they are sealed with.
SEALED: Mapping[str, tuple[str, ...]] = {
    f"{table}.{column}": tuple(numbers.split())
    for table, columns, numbers in (
        ("labels", "word", "label"),
        ("sources", "kind uri", "source"),
        ("wings", "name", "wing"),
        ("rooms", "name", "room"),
        ("mined", "asked fingerprint", "source slot"),
        ("conversations", "native title", "conversation"),
        ("documents", "content", "document"),
        ("turns", "native told parent", "turn"),
        ("metas", "meta", "turn"),
        ("receipts", "notes", "number"),
        ("acts", "subject object payload", "number"),
        ("notes", "native slug title path url shape", "note"),
        ("note_versions", "slug title", "note version"),
        ("note_names", "name", "note kind"),
        ("note_edges", "name target", "note start"),
        ("drawers", "bits pieces", "generation drawer"),
        ("tail", "terms", "generation drawer"),
        ("signs", "bits", "generation seq"),
        ("dense", "pooled codes", "generation seq"),
        ("known", "data", "generation drawer"),
        ("claims", "data", "generation claim"),
    )
    for column in columns.split()
}
#: Columns that rows are found by: hidden, so that they are the same each time.
HIDDEN = ("conversations.kind", "documents.address", "turns.key")
TERMS = ("blocks.term",)
#: Columns of bytes that hold no words: names of models and verbs, keyed hashes, numbers.
OPEN = (
    "tombstones.mac", "receipts.verb", "models.name", "models.sha256", "models.tier", "acts.verb", "notes.layer",
    "note_versions.verb", "note_edges.kind", "blocks.data", "gists.lines",
)  # fmt: skip

#: The row of ``palaces`` stays, and holds the lock.
_TABLES = tuple(table for table in schema.TABLES if table != "palaces")
_TOMBSTONE = "palaces.tombstone_key"
_ROWS = 500
_WAIT = "60s"
_ALL = 1 << 256
#: Where the rows that were plain still are, when the work is done.
LEFT = (
    "old rows lie in the database's files until each table, and pg_statistic, has been rewritten by `vacuum full`,"
    " and in its write-ahead log, replicas and backups until these are gone"
)


@dataclass(frozen=True, slots=True)
class Recrypted:
    """How many palaces were changed, how many were so already, and how many rows were written anew."""

    palaces: int
    unchanged: int
    rows: int


def recrypt(
    admin_url: str, verb: str, keys_of: KeysOf, only: Owner | None, *, sealed: bool
) -> Recrypted:
    """Encrypt the palaces of all owners of a database, or of one (``sealed``), or make them plain.

    Those done stay done where it stops; the next run goes on. Servers may run: an owner's writes wait meanwhile.

    Raises:
        NotFound: this owner has no palace. PalaceBusy: an owner's writers did not end within a minute.
        PalaceLocked: none of the keys opens a palace. PalaceDamaged: a value is not what was sealed there; nothing of
        that owner was changed. CamilloError: the database cannot be reached, or the role may not do this.
    """
    done = same = total = 0
    with translated(), psycopg.connect(patient(admin_url), autocommit=True) as connection:
        connection.execute("set search_path = camillo")
        for number, owner in numbered(connection, only):
            with connection.transaction():
                rows = _owner(connection, number, verb, lambda owner=owner: keys_of(owner), sealed)  # type: ignore[misc]
            if rows is not None:
                done, same, total = done + (rows > 0), same + (not rows), total + rows
        if sealed:
            # Samples of plain values are what the planner's statistics are made of; a run before may have been killed.
            connection.execute(f"analyze {', '.join(schema.TABLES)}".encode())
    return Recrypted(done, same, total)


def _owner(
    connection: Connection, owner: int, verb: str, keys: Callable[[], Sequence[bytes]], sealed: bool
) -> int | None:
    """Write all rows of an owner anew; how many, 0 where they are as they should be, None where there is no palace."""
    connection.execute(
        "select set_config('camillo.owner', %(n)s, true), set_config('camillo.erasing', %(n)s, true),"
        " set_config('lock_timeout', %(wait)s, true)",
        {"n": str(owner), "wait": _WAIT},
    )
    db = Db(connection, owner)
    row = db.one("select envelope, tombstone_key from palaces where owner = %(owner)s for update")
    if row is None:
        return None
    if (row[0] is not None) == sealed:
        return 0
    envelope, tombstone_key = row
    old = Sealer() if envelope is None else Envelope(owner, unwrap(owner, envelope, keys()))
    data_key = os.urandom(32)
    new = Envelope(owner, data_key) if sealed else Sealer()
    rows = _written(db, old, new)
    db.run(
        "update palaces set envelope = %(envelope)s, tombstone_key = %(key)s, epoch = epoch + 1, seq = seq + 1"
        " where owner = %(owner)s",
        envelope=wrap(owner, data_key, keys()[0]) if sealed else None,
        key=new.seal(old.unseal(tombstone_key, _TOMBSTONE), _TOMBSTONE),
    )
    db.sealer = new
    number, now = db.next("receipts", "number"), time.time_ns() // 1000
    write_receipt(db, number, verb, now, {"rows": rows}, (), [LEFT] if sealed else [])
    return rows + 1


def _written(db: Db, old: Sealer, new: Sealer) -> int:
    """Delete and write anew each row of each table, and compare; how many there were."""
    with ExitStack() as cursors:
        # They are opened before anything is deleted, and go on giving what was there then.
        before = {table: cursors.enter_context(_cursor(db, table)) for table in _TABLES}
        for table in reversed(_TABLES):
            db.run(f"delete from {table} where owner = %(owner)s")
        return sum(_table(db, table, before[table], old, new) for table in _TABLES)


def _cursor(db: Db, table: str) -> "psycopg.ServerCursor[tuple[Any, ...]]":
    cursor = db.connection.cursor(name=f"before_{table}", binary=True)
    cursor.execute(f"select * from {table} where owner = %s".encode(), (db.owner,))
    return cursor


def _table(
    db: Db, table: str, before: "psycopg.ServerCursor[tuple[Any, ...]]", old: Sealer, new: Sealer
) -> int:
    names = [column.name for column in before.description or ()]
    given = given_rows = 0
    while rows := before.fetchmany(_ROWS):
        plain = [opened(table, names, row, old) for row in rows]
        given, given_rows = (given + sum(map(_digest, plain))) % _ALL, given_rows + len(plain)
        kept = [closed(table, names, row, new)[1:] for row in plain]
        db.insert(table, ", ".join(names[1:]), kept)
    before.close()
    there, there_rows = 0, 0
    with _cursor(db, table) as after:
        for row in _all(after):
            there, there_rows = there + _digest(opened(table, names, row, new)), there_rows + 1
    if (given, given_rows) != (there % _ALL, there_rows):
        raise PalaceDamaged(f"rows of {table} differ from what they were made of", "try again")
    return given_rows


def _all(cursor: "psycopg.ServerCursor[tuple[Any, ...]]") -> Iterator[tuple[Any, ...]]:
    while rows := cursor.fetchmany(_ROWS):
        yield from rows


def opened(table: str, names: Sequence[str], row: Sequence[Any], sealer: Sealer) -> tuple[Any, ...]:
    """A row, its owner first, with its words as they are.

    Raises:
        PalaceDamaged: a value is not what was sealed there.
    """
    return _through(table, names, row, sealer.unseal, sealer.reveal, sealer.reveal_term)


def closed(table: str, names: Sequence[str], row: Sequence[Any], sealer: Sealer) -> tuple[Any, ...]:
    """A row with its words sealed."""
    return _through(table, names, row, sealer.seal, sealer.hide, sealer.hide_term)


def _through(
    table: str,
    names: Sequence[str],
    row: Sequence[Any],
    seal: Callable[..., bytes],
    hide: Callable[[bytes, str], bytes],
    term: Callable[[bytes], bytes],
) -> tuple[Any, ...]:
    at = dict(zip(names, row, strict=True))
    made: list[Any] = []
    for name, value in at.items():
        column = f"{table}.{name}"
        if value is None:
            made.append(None)
        elif column in SEALED:
            made.append(seal(value, column, *(at[number] for number in SEALED[column])))
        elif column in HIDDEN:
            made.append(hide(value, column))
        else:
            made.append(term(value) if column in TERMS else value)
    return tuple(made)


def _digest(row: Sequence[Any]) -> int:
    """A number whose sum over rows tells two sets of rows apart, whatever their order."""
    return int.from_bytes(hashlib.sha256(repr(tuple(row)).encode()).digest(), "big")
