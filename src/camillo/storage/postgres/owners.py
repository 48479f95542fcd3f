"""Whose palaces a database holds, and deleting one by name: an administrator's work, in one transaction."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import psycopg

from camillo.domain.errors import CamilloError, NotFound
from camillo.domain.owner import Owner
from camillo.storage.postgres import erasing
from camillo.storage.postgres.connection import Db, patient, translated
from camillo.storage.postgres.numbers import hold
from camillo.storage.postgres.serving.records import LOCK, NOBODY, owner_in, whose
from camillo.storage.postgres.serving.shares import drop_shares
from camillo.storage.postgres.upgrading import newest

Connection = psycopg.Connection[tuple[Any, ...]]

_MIGRATE = "run `camillo migrate-database` as its administrator"
_WAIT = "60s"
_MINE = "product = %(product)s and sub = %(sub)s"
_OWNERS = "select owner, product, sub from owners"
_COUNTS = {
    "turns": "select count(*) from turns where owner = %(owner)s",
    "documents": "select count(*) from documents where owner = %(owner)s",
    "wings": "select count(*) from wings where owner = %(owner)s",
    "bytes": "select sum(size) from documents where owner = %(owner)s",
}
_KEPT = {
    "keys": f"select count(*) from camillo_server.keys where {_MINE}",
    "shares": f"select count(*) from camillo_server.shares where {_MINE}"
    " or taker_product = %(product)s and taker = %(sub)s",
}


def numbered(connection: Connection, only: Owner | None = None) -> list[tuple[int, Owner]]:
    """The owners of a database, or one of them, with their numbers.

    Raises:
        NotFound: this one has none. CamilloError: the database has not the newest schema, or this is no administrator.
    """
    try:
        (version,) = connection.execute("select max(version) from versions").fetchone() or (0,)
        if only is None:
            rows = connection.execute(f"{_OWNERS} order by owner".encode()).fetchall()
        else:
            rows = connection.execute(f"{_OWNERS} where {_MINE}".encode(), whose(only)).fetchall()
    except psycopg.errors.UndefinedTable as error:
        raise CamilloError("the database has no schema yet", _MIGRATE) from error
    except psycopg.errors.InsufficientPrivilege as error:
        raise CamilloError(
            "this role may not see the owners", "connect as the administrator of the database"
        ) from error
    if version != newest():
        raise CamilloError(
            f"the database has schema {version}, this Camillo knows {newest()}", _MIGRATE
        )
    if only is not None and not rows:
        raise NotFound("this owner has no palace in the database", "see its product and user")
    return [(row[0], owner_in(row[1], row[2])) for row in rows]


def listed(admin_url: str) -> list[tuple[Owner, int, int, float | None]]:
    """Each owner with a palace: how many turns, bytes of text, and when it was last written to (seconds since 1970).

    Raises:
        CamilloError: the database cannot be reached, or this is no administrator.
    """
    found = []
    with _connected(admin_url) as connection:
        for number, owner in numbered(connection):
            with connection.transaction():
                db = _bound(connection, number)
                if not db.one("select 1 from palaces where owner = %(owner)s"):
                    continue
                last = db.scalar("select max(at) from receipts where owner = %(owner)s")
                turns, size = db.scalar(_COUNTS["turns"]), db.scalar(_COUNTS["bytes"])
            found.append((owner, turns, size, last / 1_000_000 if last else None))
    return found


def look(admin_url: str, owner: Owner) -> tuple[Mapping[str, int], tuple[str, ...]]:
    """What is kept of an owner, by kind, all 0 where nothing is; and what holds it still when that is deleted."""
    with _connected(admin_url) as connection, connection.transaction():
        number = _number(connection, owner)
        db = _bound(connection, number or NOBODY)
        sealed = db.one("select envelope is not null from palaces where owner = %(owner)s")
        counts = {"palaces": int(sealed is not None)}
        counts |= {kind: db.scalar(sql) for kind, sql in _COUNTS.items()}
        counts |= {kind: db.scalar(sql, **whose(owner)) for kind, sql in _KEPT.items()}
    return counts, (erasing.LEFT_SEALED if sealed and sealed[0] else erasing.LEFT)[:1]


def erase(admin_url: str, owner: Owner) -> Mapping[str, int]:
    """Delete all rows of an owner, his number and name, and what servers keep of him: how many of each kind.

    Servers may run: an owner's writes wait meanwhile, and find that the palace is gone.

    Raises:
        PalaceBusy: his writers did not end within a minute; nothing was deleted.
        CamilloError: the database cannot be reached, or the role may not do this.
    """
    with _connected(admin_url) as connection, connection.transaction():
        connection.execute("select set_config('lock_timeout', %s, true)", (_WAIT,))
        # Whoever encrypts the servers' records reads all of them, and writes them anew.
        connection.execute("select pg_advisory_xact_lock_shared(%s)", (LOCK,))
        number = _number(connection, owner)
        db = _bound(connection, number or NOBODY)
        counts = {"palaces": 0, **dict.fromkeys(_COUNTS, 0)}
        if number is not None:
            hold(db, alone=True)
            if db.one("select 1 from palaces where owner = %(owner)s for update"):
                counts = {"palaces": 1, **{kind: db.scalar(sql) for kind, sql in _COUNTS.items()}}
            erasing.erase_rows(db)
            db.run("delete from owners where owner = %(owner)s")
        return {**counts, **_dropped(db, owner)}


def _dropped(db: Db, owner: Owner) -> Mapping[str, int]:
    """Delete what servers keep of an owner, answers to writes under way too: they find no palace."""
    mine = whose(owner)
    keys = db.run(f"delete from camillo_server.keys where {_MINE}", **mine)
    shares = drop_shares(db, owner)
    for table in ("watching", "answers"):
        db.run(f"delete from camillo_server.{table} where {_MINE}", **mine)
    return {"keys": keys, "shares": shares}


@contextmanager
def _connected(admin_url: str) -> Iterator[Connection]:
    with (
        translated(),
        psycopg.connect(
            patient(admin_url), autocommit=True, options="-c search_path=camillo"
        ) as connection,
    ):
        yield connection


def _bound(connection: Connection, number: int) -> Db:
    """Statements of an owner: the policy of rows holds for the tables' owner as well, who need be no superuser."""
    connection.execute("select set_config('camillo.owner', %s, true)", (str(number),))
    return Db(connection, number)


def _number(connection: Connection, owner: Owner) -> int | None:
    try:
        return numbered(connection, owner)[0][0]
    except NotFound:
        return None
