"""A database that is dumped and restored into another server: every palace is there, apart from others, and goes on."""

import subprocess
from pathlib import Path

import psycopg
import pytest

from camillo.domain.errors import NotFound
from camillo.domain.owner import Owner
from camillo.ports.server import ApiKey
from camillo.storage.postgres.serving.store import PostgresServerStore
from camillo.storage.postgres.store import PostgresStore
from camillo.storage.postgres.upgrading import migrate

from .conftest import LOGIN, SOURCE, filed

pytestmark = pytest.mark.slow
KEY = bytes(range(32))
KEYS = {"ana": None, "bo": lambda: [KEY]}


def opened(address: str, user: str) -> PostgresStore:
    return PostgresStore.open(address, "notes", user, keys=KEYS[user])


def test_palaces_are_whole_and_go_on_where_a_dump_was_restored(start_postgres, tmp_path):
    with start_postgres() as old, start_postgres() as new:
        source, target = old.get_uri(), new.get_uri()
        migrate(source)
        keys = {}
        for user in KEYS:
            store = opened(source, user)
            store.file("add", SOURCE, [filed(f"the words of {user}")])
            keys[user] = store.log(1)
            store.close()
        records = PostgresServerStore.open(source)
        records.add_key(ApiKey("k", Owner("notes", "ana"), "agent", ("read",), "digest", 1.0))
        records.close()
        dumped = _dumped(old, tmp_path)

        _prepared(target)
        _run(new, "pg_restore", "--exit-on-error", "-d", target, str(dumped))
        assert migrate(target, login=LOGIN) == migrate(source)
        address = f"{target}&user={LOGIN}"
        for user in KEYS:
            store = opened(address, user)
            assert store.log(1) == keys[user] and store.check() == []
            store.file("add", SOURCE, [filed(f"more of {user}", turn="2")])
            with store.snapshot() as snapshot:
                assert snapshot.counts()["turns"] == 2
            store.close()
        records = PostgresServerStore.open(address)
        assert [key.name for key in records.keys(Owner("notes", "ana"))] == ["agent"]
        records.close()
        with pytest.raises(NotFound):
            PostgresStore.open(address, "notes", "cy", create=False)
        PostgresStore.open(address, "notes", "cy").close()
        _apart(address)


def _dumped(server, folder: Path) -> Path:
    """As whoever runs it would."""
    file = folder / "camillo.dump"
    _run(server, "pg_dump", "-Fc", "-f", str(file), server.get_uri())
    assert file.stat().st_size > 10_000
    return file


def _run(server, program: str, *told: str) -> None:
    binary = Path(server.bin_path) / program
    done = subprocess.run([binary, *told], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr


def _prepared(target: str) -> None:
    """A dump of one database has no roles: they are made before it is restored."""
    with psycopg.connect(target, autocommit=True) as admin:
        admin.execute("create role camillo_app nologin nobypassrls")
        admin.execute(f"create role {LOGIN} login".encode())


def _apart(address: str) -> None:
    """Row security came along: without an owner nothing is seen."""
    with psycopg.connect(
        address, options="-c search_path=camillo -c role=camillo_app"
    ) as connection:
        for table in ("palaces", "documents", "turns"):
            row = connection.execute(f"select count(*) from {table}".encode()).fetchone()
            assert row == (0,)
