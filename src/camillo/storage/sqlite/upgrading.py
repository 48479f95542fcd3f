"""Bringing a palace file to the newest schema: one numbered step after another, backed up before."""

import time
from pathlib import Path

import apsw

from camillo.domain.errors import PalaceDamaged, PalaceTooNew
from camillo.storage.sqlite import derived, migrations
from camillo.storage.sqlite.backup import copy_to
from camillo.storage.sqlite.connection import APPLICATION_ID, every, one, patiently


def newest() -> int:
    """The number of the newest schema this version knows."""
    return migrations.MIGRATIONS[-1].number


def version(connection: apsw.Connection) -> int:
    """The schema's number in the file; 0 for a new one."""
    row = one(connection, "pragma user_version")
    return int(row[0]) if row else 0


def upgrade(
    connection: apsw.Connection, path: Path, busy_seconds: float, key: bytes | None = None
) -> None:
    """Apply what is missing. Each step is one transaction, so a kill leaves the step before it.

    Raises:
        PalaceTooNew: a later version of Camillo wrote the file.
        PalaceDamaged: the file is another program's database.
    """
    found = readable(connection, path)
    if found == newest() and one(connection, "pragma journal_mode") == ("wal",):
        return
    patiently(busy_seconds, lambda: every(connection, "pragma journal_mode=wal"))
    for step in migrations.MIGRATIONS:
        if step.number > found:
            patiently(busy_seconds, lambda: connection.execute("begin immediate"))
            try:
                _apply(connection, path, step, key)
                connection.execute("commit")
            except BaseException:
                # A full or failing disk makes SQLite roll back by itself.
                if connection.in_transaction:
                    connection.execute("rollback")
                raise


def readable(connection: apsw.Connection, path: Path) -> int:
    """The schema's number of a file that this version can open; 0 where it is empty.

    Raises:
        PalaceTooNew: a later version of Camillo wrote the file.
        PalaceDamaged: the file is another program's database.
    """
    found = version(connection)
    if found > newest():
        raise PalaceTooNew(
            f"{path} has schema {found}, this Camillo knows {newest()}", "upgrade Camillo"
        )
    row = one(connection, "pragma application_id")
    foreign = row is not None and row[0] != APPLICATION_ID
    filled = one(connection, "select 1 from sqlite_schema")
    if foreign and (found or filled):
        raise PalaceDamaged(f"{path} is another program's database", "name the palace's file")
    return found


def _apply(
    connection: apsw.Connection, path: Path, step: migrations.Migration, key: bytes | None
) -> None:
    found = version(connection)
    if found >= step.number:  # another process was faster
        return
    copy = _back_up(path, step.number, key) if found else None
    step.apply(connection)
    derived.ensure_live(connection)
    connection.execute(f"pragma application_id={APPLICATION_ID}; pragma user_version={step.number}")
    if copy is not None:
        row = one(connection, "select ifnull(max(number), 0) from receipts")
        connection.execute(
            "insert into backups values (?, ?, ?)",
            (str(copy), time.time_ns() // 1000, row[0] if row else 0),
        )


def _back_up(path: Path, number: int, key: bytes | None) -> Path:
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    target = path.with_name(f"{path.name}.before-m{number:03d}-{stamp}")
    count = 0
    while target.exists():
        count += 1
        target = path.with_name(f"{path.name}.before-m{number:03d}-{stamp}-{count}")
    copy_to(path, target, key)
    return target
