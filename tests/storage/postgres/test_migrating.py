"""The schema of a database: made once, by an administrator, whoever else tries at the same time."""

import threading
import uuid
from contextlib import closing

import psycopg
import pytest
from psycopg.conninfo import make_conninfo

from camillo.domain.errors import CamilloError, NotFound, PalaceTooNew
from camillo.domain.owner import Owner
from camillo.ports.server import Answered
from camillo.storage.postgres import schema, upgrading
from camillo.storage.postgres.serving.store import PostgresServerStore
from camillo.storage.postgres.store import PostgresStore
from camillo.surfaces.cli.main import main

pytestmark = pytest.mark.slow


@pytest.fixture
def empty(as_admin, postgres_admin):
    """The address of a database without a schema."""
    name = f"empty_{uuid.uuid4().hex}"
    as_admin.execute(f"create database {name}".encode())
    yield f"postgresql://postgres@/{name}?host={psycopg.conninfo.conninfo_to_dict(postgres_admin)['host']}"
    as_admin.execute(f"drop database {name} with (force)".encode())


def tables(url):
    with psycopg.connect(url) as connection:
        sql = "select count(*) from pg_class where relkind in ('r', 'p') and relnamespace = 'camillo'::regnamespace"
        return connection.execute(sql).fetchone()[0]


def test_a_database_without_a_schema_is_refused_with_what_to_do(empty):
    with pytest.raises(CamilloError, match="migrate-database"):
        PostgresStore.open(empty, "notes", "ana")


def test_the_command_makes_the_schema_and_a_second_run_changes_nothing(empty, capsys):
    assert main(["migrate-database", empty, "--json"]) == 0
    assert '"schema":' in capsys.readouterr().out.replace(" ", "")
    made = tables(empty)
    assert made == len(schema.TABLES) * (1 + schema.PARTITIONS) + 2
    assert main(["migrate-database", empty]) == 0
    assert tables(empty) == made
    store = PostgresStore.open(empty, "notes", "ana")
    assert store.check() == []
    store.close()


def test_administrators_who_come_at_once_make_one_schema(empty):
    results = []

    def run():
        try:
            results.append(upgrading.migrate(empty))
        except (psycopg.Error, CamilloError) as error:
            results.append(error)

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [upgrading.newest()] * 3


def test_a_step_that_fails_leaves_the_database_as_it_was(empty, monkeypatch):
    broken = upgrading.Migration(1, lambda: [*schema.statements(), "select 1 / 0"])
    monkeypatch.setattr(upgrading, "MIGRATIONS", (broken,))
    with pytest.raises(psycopg.errors.DivisionByZero):
        upgrading.migrate(empty)
    monkeypatch.undo()
    with pytest.raises(CamilloError, match="migrate-database"):
        PostgresStore.open(empty, "notes", "ana")
    assert upgrading.migrate(empty) == upgrading.newest()


def test_a_database_of_a_later_version_is_left_alone(empty):
    upgrading.migrate(empty)
    with psycopg.connect(empty) as connection:
        connection.execute("insert into camillo.versions values (99, now())")
    with pytest.raises(PalaceTooNew):
        PostgresStore.open(empty, "notes", "ana")
    with pytest.raises(PalaceTooNew):
        upgrading.migrate(empty)


def test_a_role_that_may_not_migrate_is_told_so(postgres_web, empty):
    with pytest.raises(CamilloError, match="administrator"):
        upgrading.migrate(make_conninfo(empty, user="camillo_web"))


@pytest.mark.parametrize(
    ("part", "told"),
    [
        ({"dbname": "sesame"}, "none of this name"),
        ({"user": "sesame"}, "refuses the login"),
        ({"host": "sesame.invalid"}, "host is unknown"),
        ({"host": "127.0.0.1", "port": 1}, "nobody answers"),
        ({"host": "/sesame"}, "nobody answers"),
    ],
    ids=["name", "login", "host", "port", "socket"],
)
def test_why_a_database_is_not_reached_is_told_without_its_address(postgres_admin, part, told):
    url = make_conninfo(postgres_admin, **part)
    for reach in (upgrading.migrate, lambda at: PostgresStore.open(at, "notes", "ana")):
        with pytest.raises(
            CamilloError, match=f"the database cannot be reached: .*{told}"
        ) as error:
            reach(url)
        assert "sesame" not in str(error.value)


def test_a_login_that_does_not_exist_is_told(postgres_admin):
    with pytest.raises(NotFound, match="nobody"):
        upgrading.migrate(postgres_admin, login="nobody")


def test_a_database_of_the_first_schema_keeps_its_receipts_and_takes_encrypted_palaces(
    empty, monkeypatch
):
    with monkeypatch.context() as patch:
        patch.setattr(upgrading, "MIGRATIONS", upgrading.MIGRATIONS[:1])
        assert upgrading.migrate(empty) == 1
    with psycopg.connect(empty, autocommit=True, options="-c search_path=camillo") as connection:
        owner = connection.execute("select owner_of('notes', 'ana', true)").fetchone()[0]
        for table, values in (
            ("palaces", "gen_random_uuid(), 'abc', 1, 1, 1, 0"),
            ("generations", "1, 'live', 0, 0, 0, 0, 0"),
            ("receipts", """1, 'forget', 1, '{"spans": 1}', '["kept elsewhere"]'"""),
        ):
            connection.execute(f"insert into {table} values ({owner}, {values})".encode())
    assert upgrading.migrate(empty) == upgrading.newest()
    store = PostgresStore.open(empty, "notes", "ana")
    assert [receipt.notes for receipt in store.log(9)] == [("kept elsewhere",)]
    assert not store.is_encrypted and store.check() == []
    store.close()
    store = PostgresStore.open(empty, "notes", "bob", keys=lambda: [bytes(32)])
    assert store.is_encrypted
    store.close()


def test_answers_that_the_schema_before_kept_are_given_after_the_step(empty, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(upgrading, "MIGRATIONS", upgrading.MIGRATIONS[:3])
        assert upgrading.migrate(empty) == 3
    done, begun = b"d" * 32, b"b" * 32
    with psycopg.connect(empty) as connection:
        connection.cursor().executemany(
            "insert into camillo_server.answers values (%s, 'asked', 5, %s, %s, 'notes', 'ana')",
            [(done, 201, b"sealed"), (begun, None, None)],
        )
    assert upgrading.migrate(empty) == upgrading.newest()
    with closing(PostgresServerStore.open(empty, busy_seconds=5)) as records:
        told = [
            records.take_answer(Owner("notes", "ana"), id, b"asked", b"holder", 9.0, 60.0)
            for id in (done, begun)
        ]
    assert (told[0].answered, told[0].mine) == (Answered(b"asked", 201, b"sealed"), False)
    assert (told[1].mine, told[1].again, told[1].begun) == (True, True, 5.0)
