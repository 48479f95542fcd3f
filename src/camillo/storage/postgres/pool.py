"""The connections of one process to one database, shared by the palaces of all owners."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psycopg
from psycopg import pq

from camillo.domain.errors import CamilloError, PalaceAway, PalaceBusy, PalaceTooNew
from camillo.domain.identity import encode_text
from camillo.storage.postgres import schema, upgrading
from camillo.storage.postgres.connection import Row, patient, translated

#: Connections of one process.
MOST = 24

Connection = psycopg.Connection[Row]

# Said in each transaction and for it alone: a pooler between may give the next one another connection. Many owners
# ask at once, and their statements are short: helpers would take longer to start than they save.
_LOCAL = (
    f"set local role {schema.APPLICATION}; set local search_path = camillo;"
    " set local max_parallel_workers_per_gather = 0"
)
_STATE = (
    "select current_user::text, rolsuper or rolbypassrls, current_setting('synchronous_commit')"
    " from pg_roles where rolname = current_user"
)


class Server:
    """Connections to lend, and the numbers of the owners asked for so far.

    Transactions act as the application's role, whatever their connection logged in as, which is wiped between uses.
    """

    def __init__(self, url: str, seconds: float) -> None:
        self.url = url
        self.users = 0
        self._seconds = seconds
        self._address = patient(url)
        self._owners: dict[tuple[str, str], int] = {}
        self._free = threading.Semaphore(MOST)
        self._lock = threading.Lock()
        self._idle: list[Connection] = []
        self._closed = False

    def open(self) -> None:
        """See whether this database keeps owners apart.

        Raises:
            CamilloError: it cannot be reached, has no schema, or its role could see other owners' rows.
        """
        with translated(), psycopg.connect(self._address) as connection:
            _check(connection)

    def owner(self, product: str, user: str, *, make: bool) -> int | None:
        """The number of an owner; None where there is none and none is to be made."""
        found = self._owners.get((product, user))
        if found is None:
            with translated(), self.transaction("begin") as connection:
                row = connection.execute(
                    "select owner_of(%s, %s, %s)", (encode_text(product), encode_text(user), make)
                ).fetchone()
            found = row[0] if row else None
            if found is not None:
                self._owners[product, user] = found
        return found

    def forget_owner(self, product: str, user: str) -> None:
        """Ask for an owner's number anew the next time: an administrator deleted him."""
        self._owners.pop((product, user), None)

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A connection of its own, outside any transaction; it may turn out to have been ended meanwhile.

        Raises:
            PalaceBusy: none came free in time.
        """
        if not self._free.acquire(timeout=self._seconds):
            raise PalaceBusy("no connection to the database was free in time", "try again")
        try:
            connection = self._take()
            try:
                yield connection
            finally:
                self._give_back(connection)
        finally:
            self._free.release()

    def _take(self) -> Connection:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return psycopg.connect(self._address, autocommit=True, prepare_threshold=None)

    def _give_back(self, connection: Connection) -> None:
        """Keep a connection for the next one, if it comes clean: no owner, no settings, nothing temporary."""
        try:
            if connection.info.transaction_status == pq.TransactionStatus.IDLE:
                connection.execute("discard all")
                with self._lock:
                    if not self._closed:
                        self._idle.append(connection)
                        return
        except psycopg.Error:
            self.forget_idle()
        connection.close()

    @contextmanager
    def transaction(self, begin: str) -> Iterator[Connection]:
        """A connection on which these statements began a transaction: all of it or, on any error, nothing.

        Raises:
            PalaceBusy: no connection came free in time. PalaceAway: the database ends every one.
        """
        with self._begun(begin) as connection:
            try:
                yield connection
                connection.execute("commit")
            except BaseException:
                with suppress(psycopg.Error):
                    connection.execute("rollback")
                raise

    @contextmanager
    def _begun(self, begin: str) -> Iterator[Connection]:
        """A connection in a transaction; one that the server has ended meanwhile is replaced."""
        for _ in range(MOST):
            with self.connection() as connection:
                try:
                    connection.execute(f"{begin}; {_LOCAL}".encode())
                except psycopg.OperationalError:
                    if not connection.broken:
                        raise
                    self.forget_idle()
                    continue
                yield connection
                return
        raise PalaceAway("the database ends every connection", "see whether it is running")

    def forget_idle(self) -> None:
        """Close the connections that are in nobody's use: the server may have ended them all."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def close(self) -> None:
        """End every connection, those in use when they are given back."""
        with self._lock:
            self._closed = True
        self.forget_idle()


def _check(connection: Connection) -> None:
    """Refuse a database without the schema, or in which the rows of owners are not kept apart."""
    try:
        row = connection.execute("select max(version) from camillo.versions").fetchone()
    except psycopg.errors.UndefinedTable as error:
        raise CamilloError(
            "the database has no schema yet", "run `camillo migrate-database` as its administrator"
        ) from error
    found = int(row[0] or 0) if row else 0
    if found > upgrading.newest():
        raise PalaceTooNew(
            f"the database has schema {found}, this Camillo knows {upgrading.newest()}",
            "upgrade Camillo",
        )
    if found < upgrading.newest():
        raise CamilloError(
            f"the database has schema {found}",
            "run `camillo migrate-database` as its administrator",
        )
    connection.execute(f"set local role {schema.APPLICATION}".encode())
    state = connection.execute(_STATE).fetchone()
    if state is None or state[1]:
        raise CamilloError(
            f"the role {schema.APPLICATION} could see the rows of every owner",
            "take superuser and bypassrls from it",
        )
    if state[2] == "off":
        raise CamilloError(
            "the database acknowledges writes that are not on disk",
            "set synchronous_commit to on for it",
        )


_servers: dict[str, Server] = {}
_lock = threading.Lock()


def share(url: str, seconds: float) -> Server:
    """The process's one pool for a database, opened when first asked for; give it back with :func:`leave`."""
    with _lock:
        server = _servers.get(url)
        if server is None:
            server = Server(url, seconds)
            server.open()
            _servers[url] = server
        server.users += 1
        return server


def leave(server: Server) -> None:
    """Close the pool once nobody uses it."""
    with _lock:
        server.users -= 1
        if server.users == 0:
            _servers.pop(server.url, None)
            server.close()
