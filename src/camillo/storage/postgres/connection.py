"""One owner's statements inside one transaction, and errors in the palace's own words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np
import psycopg
from psycopg import conninfo

from camillo.domain.errors import CamilloError, InvalidInput, PalaceAway, PalaceBusy, PalaceDamaged
from camillo.ports.rows import INT64
from camillo.storage.postgres import reaching
from camillo.storage.postgres.sealing import Sealer

Row = tuple[Any, ...]
#: Nobody is waited for without end: not for a connection, and not for a server that has fallen silent.
_PATIENCE = {
    "connect_timeout": 10,
    "keepalives_idle": 30,
    "keepalives_interval": 10,
    "keepalives_count": 3,
    "tcp_user_timeout": 60_000,
}


def patient(url: str, **more: Any) -> str:
    """The address with a time for everything that one may wait for; what it says itself stands.

    >>> told = patient("postgresql://db/camillo?connect_timeout=3")
    >>> "connect_timeout=3" in told, "tcp_user_timeout=60000" in told
    (True, True)

    Raises:
        InvalidInput: it is no address.
    """
    return conninfo.make_conninfo(url, **{**_PATIENCE, **parsed(url), **more})


def parsed(url: str) -> dict[str, Any]:
    """The parts of an address.

    Raises:
        InvalidInput: it is none; what it says is not told, nor kept as the cause, since it may hold a password.
    """
    try:
        return dict(conninfo.conninfo_to_dict(url))
    except psycopg.ProgrammingError:
        pass
    raise InvalidInput("the database's address cannot be read", "write postgresql://host/database")


class Db:
    """Statements of one owner. ``owner`` is bound in each of them: SQL names it as ``%(owner)s``.

    ``sealer`` is what his words are written and read with.
    """

    def __init__(
        self, connection: "psycopg.Connection[Row]", owner: int, sealer: Sealer | None = None
    ) -> None:
        self.connection = connection
        self.owner = owner
        self.sealer = sealer or Sealer()
        self._cursor = connection.cursor(binary=True)

    def one(self, sql: str, **given: Any) -> Row | None:
        """The first row, or None."""
        return self._cursor.execute(sql.encode(), {**given, "owner": self.owner}).fetchone()

    def every(self, sql: str, **given: Any) -> list[Row]:
        """All rows."""
        return self._cursor.execute(sql.encode(), {**given, "owner": self.owner}).fetchall()

    def scalar(self, sql: str, **given: Any) -> int:
        """The only number of the only row, 0 for none."""
        row = self.one(sql, **given)
        return int(row[0] or 0) if row else 0

    def run(self, sql: str, **given: Any) -> int:
        """Run a statement that writes; returns how many rows it touched."""
        return self._cursor.execute(sql.encode(), {**given, "owner": self.owner}).rowcount

    def each(self, sql: str, rows: Iterable[Mapping[str, Any]]) -> int:
        """Run a statement once for each row of bindings, in one go; returns how many rows it touched."""
        given = [{**row, "owner": self.owner} for row in rows]
        if not given:
            return 0
        return self._many(sql, given)

    def insert(self, table: str, columns: str, rows: Sequence[Row], tail: str = "") -> int:
        """File rows of a table, without their owner, in one go; returns how many were new."""
        if not rows:
            return 0
        marks = ", ".join(["%s"] * (columns.count(",") + 2))
        sql = f"insert into {table} (owner, {columns}) values ({marks}) {tail}"
        return self._many(sql, [(self.owner, *row) for row in rows])

    def _many(self, sql: str, given: Sequence[Any]) -> int:
        if len(given) == 1:  # a pipeline for one row takes twice as long
            return self._cursor.execute(sql.encode(), given[0]).rowcount
        self._cursor.executemany(sql.encode(), given)
        return self._cursor.rowcount

    def next(self, table: str, column: str) -> int:
        """The number after the highest one in use."""
        return self.top(table, column) + 1

    def top(self, table: str, column: str) -> int:
        """The highest number in use, 0 for none."""
        return self.scalar(
            f"select coalesce(max({column}), 0) from {table} where owner = %(owner)s"
        )

    def integers(self, columns: str, source: str, order: str, **given: Any) -> INT64:
        """Some columns of bigints, none of them null, as an array [n, columns]; ``source`` follows ``from``.

        The server joins them to one string of bytes: rows that are read one by one cost the client
        fifteen times as much, and a binary copy more than rows.
        """
        names = columns.split(", ")
        sent = " || ".join(f"int8send({name})" for name in names)
        row = self.one(
            f"select string_agg({sent}, ''::bytea order by {order}) from {source}", **given
        )
        joined = row[0] if row and row[0] is not None else b""
        return np.frombuffer(joined, ">i8").astype(np.int64).reshape(-1, len(names))


def numbers(given: Iterable[int]) -> list[int]:
    """Whole numbers as one binding, to be read with ``= any(%(name)s::bigint[])``."""
    return [int(each) for each in given]


@contextmanager
def translated() -> Iterator[None]:
    """Turn errors of the server into Camillo's. None of them repeats what a row holds."""
    try:
        yield
    except psycopg.errors.LockNotAvailable as error:
        raise PalaceBusy(
            "the palace has been written to by others for too long", "try again"
        ) from error
    except psycopg.errors.InsufficientPrivilege as error:
        raise CamilloError(
            "the database refuses this to the application's role",
            "run `camillo migrate-database` as its administrator",
        ) from error
    except psycopg.errors.UniqueViolation as error:
        raise PalaceDamaged(
            "rows of the palace do not hold together", "run `camillo doctor`"
        ) from error
    except psycopg.errors.DiskFull as error:
        raise CamilloError("the database has no room left", "free some disk space") from error
    except psycopg.OperationalError as error:
        raise PalaceAway(*reaching.why(error)) from error
