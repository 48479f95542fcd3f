"""What a backend must offer to run the contract of palace stores: one factory, opened at will."""

import os
import re
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from camillo.domain.drawer import Cut, Filed
from camillo.domain.moment import Moment
from camillo.domain.place import Place
from camillo.domain.turn import Turn
from camillo.ports.embedder import ModelCard
from camillo.ports.rows import Source, Vector
from camillo.ports.server import ServerStore
from camillo.ports.store import PalaceStore
from camillo.storage.sqlite.server import SqliteServerStore
from camillo.storage.sqlite.store import SqliteStore

if TYPE_CHECKING:
    import psycopg

OpenStore = Callable[[], PalaceStore]
OpenRecords = Callable[[], ServerStore]
#: That of sealed rows takes as long again; a few quick tests of it lie with the store's own.
#: ``CAMILLO_CONTRACT_STORE`` names the address of another store, which is then the only one.
OUTSIDE = os.environ.get("CAMILLO_CONTRACT_STORE", "")
BACKENDS = (
    [OUTSIDE]
    if OUTSIDE
    else ["sqlite", "postgres", pytest.param("postgres-sealed", marks=pytest.mark.slow)]
)
#: Stores of servers' own records; none comes from outside.
RECORDS = [] if OUTSIDE else ["sqlite", "postgres", "postgres-sealed"]
_OPENERS = {"postgres": "open_postgres", "postgres-sealed": "open_sealed"}


class Inspector:
    """Refuses a statement about owners' rows that does not say whose, or whose plan leaves his partition.

    The plan is what the server would do with the statement's first bindings for one who is not subject to
    row-level security: it must reach one partition of each table, the same one everywhere, by what the
    statement says itself. On Citus it would reach one node.
    """

    def __init__(self, planner: "psycopg.Connection[Any]") -> None:
        from camillo.storage.postgres.schema import TABLES

        self.seen: set[str] = set()
        self._planner = planner
        self._tables = re.compile(rf"\b(?:from|join|into|update) (?:{'|'.join(TABLES)})\b")
        self._scanned = re.compile(rf"\bon (?:{'|'.join(TABLES)})(_p\d\d)?\b")

    def watched(self, run: Callable[..., Any]) -> Callable[..., Any]:
        def watch(cursor: "psycopg.Cursor[Any]", query: Any, params: Any = None, **how: Any) -> Any:
            sql = query.decode() if isinstance(query, bytes) else str(query)
            ours = self._tables.search(sql) and not sql.startswith("explain")
            if ours and sql not in self.seen:
                self.seen.add(sql)
                first = params[0] if isinstance(params, list) else params
                self._inspect(sql, first)
            return run(cursor, query, params, **how)

        return watch

    def _inspect(self, sql: str, params: Any) -> None:
        assert "owner" in sql, f"this statement names no owner: {sql}"
        plan = self._planner.execute(f"explain (costs off) {sql}".encode(), params).fetchall()
        lines = [line for (line,) in plan]
        reads = [line for line in lines if " Scan" in line]
        partitions = {found for line in reads for found in self._scanned.findall(line)}
        assert len(partitions) <= 1, f"this statement reads {partitions}: {sql}"


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> str:
    """Which store the test runs on."""
    return str(request.param)


@pytest.fixture
def open_store(backend: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[OpenStore]:
    """Open one and the same palace, as often as wanted."""
    stores: list[PalaceStore] = []
    make: OpenStore
    if backend == OUTSIDE:
        make = _outside(backend)
    elif backend == "sqlite":
        make = lambda: SqliteStore.open(tmp_path / "palace.camillo")  # noqa: E731
    else:
        make = request.getfixturevalue(_OPENERS[backend])

    def opened() -> PalaceStore:
        stores.append(make())
        return stores[-1]

    yield opened
    for store in stores:
        store.close()


def _outside(address: str) -> OpenStore:
    """Opens the palace of an owner of this test's own at an address, as a server would."""
    from camillo.app.compose import connect_store
    from camillo.app.settings import Settings
    from camillo.domain.owner import Owner

    owner = Owner("contract", uuid.uuid4().hex)
    return lambda: connect_store(address, owner, Settings(palace=Path("none")), create=True)


@pytest.fixture(scope="session")
def postgres_pool(postgres_admin: str) -> Iterator[str]:
    """The address of a database whose pool of connections stays open for all tests."""
    from camillo.storage.postgres import pool

    server = pool.share(postgres_admin, 60.0)
    yield postgres_admin
    left = server.users - 1
    for _ in range(left + 1):
        pool.leave(server)
    assert left == 0, f"{left} stores of tests were not closed, and held the pool open"


@pytest.fixture
def open_postgres(postgres_pool: str, every_statement: Inspector) -> OpenStore:
    """Open the palace of an owner of this test's own."""
    from camillo.storage.postgres.store import PostgresStore

    user = uuid.uuid4().hex
    return lambda: PostgresStore.open(postgres_pool, "contract", user)


@pytest.fixture
def open_sealed(postgres_pool: str, every_statement: Inspector) -> OpenStore:
    """Open the encrypted palace of an owner of this test's own."""
    from camillo.storage.postgres.store import PostgresStore

    user, key = uuid.uuid4().hex, bytes(range(32))
    return lambda: PostgresStore.open(postgres_pool, "contract", user, keys=lambda: [key])


@pytest.fixture
def store(open_store: OpenStore) -> PalaceStore:
    return open_store()


@pytest.fixture
def empty_records(postgres_pool: str, postgres_admin: str) -> Iterator[str]:
    """The address of a database without records of servers, before the test and after it."""
    import psycopg

    def swept() -> None:
        with psycopg.connect(postgres_admin, autocommit=True) as connection:
            rows = connection.execute(
                "select tablename from pg_tables where schemaname = 'camillo_server'"
            )
            for (table,) in rows.fetchall():
                connection.execute(f"delete from camillo_server.{table}".encode())

    swept()
    yield postgres_pool
    swept()


@pytest.fixture(params=RECORDS)
def open_records(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenRecords]:
    """Open the records of a server, as often as there are servers before them."""
    stores: list[ServerStore] = []
    keys = (lambda: [bytes(range(32))]) if request.param == "postgres-sealed" else None
    address = "" if request.param == "sqlite" else request.getfixturevalue("empty_records")

    def opened() -> ServerStore:
        if address:
            from camillo.storage.postgres.serving.store import PostgresServerStore

            stores.append(PostgresServerStore.open(address, keys=keys))
        else:
            stores.append(SqliteServerStore(tmp_path / "server.db"))
        return stores[-1]

    yield opened
    for store in stores:
        store.close()


@pytest.fixture
def records(open_records: OpenRecords) -> ServerStore:
    return open_records()


@pytest.fixture(scope="session")
def inspector(postgres_admin: str) -> Iterator[Inspector]:
    """Remembers what it has seen, so that each statement is looked at once."""
    import psycopg

    # It asks from within transactions of the same thread: what one of them locks would never be free.
    with psycopg.connect(
        postgres_admin, autocommit=True, options="-c search_path=camillo -c lock_timeout=10s"
    ) as planner:
        yield Inspector(planner)


@pytest.fixture
def every_statement(inspector: Inspector) -> Iterator[Inspector]:
    """Looks at each statement that reaches PostgreSQL while a test of the contract runs."""
    import psycopg

    with pytest.MonkeyPatch.context() as patch:
        for name in ("execute", "executemany"):
            patch.setattr(psycopg.Cursor, name, inspector.watched(getattr(psycopg.Cursor, name)))
        yield inspector


@pytest.fixture
def source() -> Source:
    return Source("note", "note:1", b"print")


@pytest.fixture
def model() -> ModelCard:
    return ModelCard("mini", "ab" * 32, 384, "transformer")


class Hand:
    """Makes turns and cuts the way ingest would, with words split at blanks."""

    def terms(self, text: str) -> dict[str, int]:
        words: dict[str, int] = {}
        for word in text.lower().split():
            words[word] = words.get(word, 0) + 1
        return words

    def cut(self, content: bytes, start: int, end: int) -> Cut:
        terms = self.terms(content[start:end].decode("utf-8", "replace"))
        pieces = np.arange(len(terms), dtype="<u2").tobytes()
        return Cut(start, end, terms, sum(terms.values()), pieces, bytes([len(terms)]) * 48)

    def cuts(self, content: bytes) -> tuple[Cut, ...]:
        """One drawer a line that is not blank."""
        made, at = [], 0
        for line in content.split(b"\n"):
            if line.strip():
                made.append(self.cut(content, at, at + len(line)))
            at += len(line) + 1
        return tuple(made)

    def turn(self, text: str, *, turn: str = "1", conversation: str = "c", **rest: object) -> Turn:
        return Turn.of_text(text, kind="note", conversation=conversation, turn=turn, **rest)

    def filed(
        self,
        text: str,
        *,
        wing: str = "orion",
        room: str = "api",
        hall: str = "events",
        **rest: object,
    ) -> Filed:
        turn = self.turn(text, **rest)
        return Filed(turn, Place(wing, room, hall), self.cuts(turn.content))

    def moment(self, text: str) -> Moment:
        return Moment.parse(text)

    def vector(self, drawer: int, seed: int = 0) -> Vector:
        noise = np.random.default_rng([drawer, seed])
        unit = noise.standard_normal(384)
        unit /= np.linalg.norm(unit)
        pooled = np.round(unit * 127).astype(np.int8)
        codes = noise.integers(0, 256, (3, 24), dtype=np.uint8)
        return Vector(drawer, pooled, np.packbits(unit > 0), codes)


@pytest.fixture
def hand() -> Hand:
    return Hand()
