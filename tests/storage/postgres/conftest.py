"""A database of the tests' own with the palaces of two owners, and ways to come at it from below."""

import subprocess
import time
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
from psycopg.conninfo import make_conninfo
from tests.servers import kill as kill

from camillo.domain.drawer import Cut, Filed
from camillo.domain.place import Place
from camillo.domain.turn import Turn
from camillo.ports.rows import Source
from camillo.storage.postgres import pool
from camillo.storage.postgres.store import PostgresStore
from camillo.storage.postgres.upgrading import migrate

Connection = psycopg.Connection[tuple[Any, ...]]
#: A role that may log in and is a member of the application's role: what a server should connect as.
LOGIN = "camillo_web"
SOURCE = Source("note", "note:1", b"print")


def filed(text: str, turn: str = "1", **rest: Any) -> Filed:
    """A turn with one drawer of its words."""
    given = Turn.of_text(text, kind="note", conversation="c", turn=turn, **rest)
    words = text.lower().split()
    cut = Cut(0, len(given.content), dict.fromkeys(words, 1), len(words), b"\1\0", bytes(48))
    return Filed(given, Place("orion", "api", "events"), (cut,))


@pytest.fixture(scope="session")
def postgres_web(postgres_admin: str) -> Iterator[str]:
    """The address at which a server would connect; its pool stays open."""
    with psycopg.connect(postgres_admin, autocommit=True) as connection:
        connection.execute(f"create role {LOGIN} login".encode())
    migrate(postgres_admin, login=LOGIN)
    url = make_conninfo(postgres_admin, user=LOGIN)
    server = pool.share(url, 60.0)
    yield url
    pool.leave(server)


@pytest.fixture
def open_owner(postgres_web: str) -> Iterator[Callable[..., PostgresStore]]:
    """Opens the palace of a user; the users of each test are its own."""
    test, stores = uuid.uuid4().hex, list[PostgresStore]()

    def opened(user: str = "ana", product: str = "notes", **how: Any) -> PostgresStore:
        stores.append(PostgresStore.open(postgres_web, product, f"{user} {test}", **how))
        return stores[-1]

    yield opened
    for store in stores:
        store.close()


@dataclass(frozen=True)
class Pair:
    """Two owners with a text each, and their numbers."""

    ana: PostgresStore
    bob: PostgresStore

    @property
    def numbers(self) -> tuple[int, int]:
        return self.ana._session.owner, self.bob._session.owner


@pytest.fixture
def pair(open_owner: Callable[..., PostgresStore]) -> Pair:
    made = Pair(open_owner("ana"), open_owner("bob"))
    made.ana.file("add", SOURCE, [filed("the words of ana", title="A title")])
    made.bob.file("add", SOURCE, [filed("the words of bob", title="B title")])
    return made


@pytest.fixture
def as_application(postgres_web: str) -> Iterator[Connection]:
    """A connection with the rights of the application and no owner, outside any transaction."""
    with psycopg.connect(
        postgres_web, autocommit=True, options="-c search_path=camillo -c role=camillo_app"
    ) as connection:
        yield connection


@pytest.fixture
def as_admin(postgres_admin: str) -> Iterator[Connection]:
    with psycopg.connect(
        postgres_admin, autocommit=True, options="-c search_path=camillo"
    ) as connection:
        yield connection


def restart(server: Any) -> None:
    """Recovery may take longer than the wheel waits for a start."""
    for _ in range(5):
        try:
            server.ensure_postgres_running()
            return
        except subprocess.SubprocessError:
            time.sleep(2)
    raise AssertionError("the server does not come back")
