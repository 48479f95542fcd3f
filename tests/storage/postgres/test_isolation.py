"""Rows are their owner's alone: tried from below, with the rights that the application has."""

import psycopg
import pytest

from camillo.domain.errors import CamilloError
from camillo.storage.postgres import pool, schema
from camillo.storage.postgres.store import PostgresStore

DENIED = psycopg.errors.InsufficientPrivilege


def count(connection, table):
    return connection.execute(f"select count(*) from {table}".encode()).fetchone()[0]


def become(connection, owner):
    connection.execute("select set_config('camillo.owner', %s, false)", (str(owner),))


@pytest.mark.parametrize("table", schema.TABLES)
def test_without_an_owner_no_table_shows_a_row(pair, as_application, table):
    assert count(as_application, table) == 0
    become(as_application, "")
    assert count(as_application, table) == 0


@pytest.mark.parametrize("setting", ["ana", "1; drop table turns", "1.5", "9" * 30])
def test_an_owner_that_is_no_number_is_an_error_and_no_row(pair, as_application, setting):
    become(as_application, setting)
    with pytest.raises(psycopg.errors.DataError):
        count(as_application, "turns")


def test_an_owner_sees_the_own_rows_whatever_is_asked_for(pair, as_application):
    ana, bob = pair.numbers
    become(as_application, ana)
    for table in ("palaces", "turns", "documents", "labels", "drawers", "tail", "conversations"):
        owners = as_application.execute(f"select distinct owner from {table}".encode()).fetchall()
        assert owners == [(ana,)], table
        sql = f"select count(*) from {table} where owner = %s or true".encode()
        assert as_application.execute(sql, (bob,)).fetchone()[0] == count(as_application, table)


def test_rows_of_others_are_neither_changed_nor_deleted(pair, as_application):
    ana, bob = pair.numbers
    become(as_application, ana)
    for sql in (
        "update palaces set seq = 99 where owner = %s",
        "update conversations set title = 'x' where owner = %s",
        "delete from placements where owner = %s",
        "delete from drawers where owner = %s",
    ):
        assert as_application.execute(sql.encode(), (bob,)).rowcount == 0
    with pair.bob.snapshot() as snapshot:
        assert [memory.text for memory in snapshot.turns()] == ["the words of bob"]
        assert snapshot.tick().seq == 1 and len(snapshot.columns(0).drawer) == 1


def test_no_row_can_be_given_to_another(pair, as_application):
    ana, bob = pair.numbers
    become(as_application, ana)
    with pytest.raises(DENIED, match="row-level security"):
        as_application.execute(
            "insert into labels (owner, label, slot, word) values (%s, 99, 99, 'x')", (bob,)
        )
    with pytest.raises(DENIED, match="row-level security"):
        as_application.execute("update labels set owner = %s where owner = %s", (bob, ana))


@pytest.mark.parametrize(
    "sql",
    [
        "select * from turns_p00",
        "insert into labels_p00 values (1, 1, 1, 'x')",
        "select * from owners",
        "truncate turns",
        "alter table turns disable row level security",
        "alter table turns no force row level security",
        "drop policy own on turns",
        "create policy all_rows on turns using (true)",
        "create table camillo.mine(x int)",
        "create table public.mine(x int)",
        "drop table turns",
        "alter table documents disable trigger stay",
        "create function camillo.f() returns int language sql as 'select 1'",
        "set session_replication_role = replica",
        "alter role camillo_app bypassrls",
    ],
)
def test_the_application_may_do_nothing_else(pair, as_application, sql):
    with pytest.raises(DENIED):
        as_application.execute(sql.encode())


@pytest.mark.parametrize("role", ["postgres", "pg_read_all_data", "pg_database_owner"])
def test_the_login_can_become_nobody_with_more_rights(as_application, role):
    with pytest.raises(DENIED):
        as_application.execute(f"set role {role}".encode())


def test_switching_row_security_off_refuses_instead_of_showing(pair, as_application):
    as_application.execute("set row_security = off")
    with pytest.raises(DENIED):
        count(as_application, "turns")


def test_every_table_is_partitioned_secured_and_led_by_its_owner(as_admin, pair):
    rows = as_admin.execute(
        "select relname, relkind, relrowsecurity and relforcerowsecurity from pg_class"
        " where relnamespace = 'camillo'::regnamespace and relkind in ('r', 'p')"
    ).fetchall()
    kinds = {name: (kind, secured) for name, kind, secured in rows}
    for name in ("owners", "versions"):
        kinds.pop(name)
    assert set(schema.TABLES) == {name for name, (kind, _) in kinds.items() if kind == "p"}
    assert all(secured for _, secured in kinds.values())
    leading = as_admin.execute(
        "select c.relname, a.attname from pg_index i join pg_class c on c.oid = i.indrelid"
        " join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]"
        " where c.relnamespace = 'camillo'::regnamespace"
        " and c.relname not in ('owners', 'versions')"
    ).fetchall()
    assert len(leading) > len(schema.TABLES) and {column for _, column in leading} == {"owner"}


def test_the_application_is_no_superuser_and_cannot_log_in(as_admin):
    row = as_admin.execute(
        "select rolsuper, rolbypassrls, rolcanlogin, rolcreaterole, rolcreatedb from pg_roles"
        " where rolname = 'camillo_app'"
    ).fetchone()
    assert row == (False, False, False, False, False)


def test_a_store_acts_with_the_rights_of_the_application_whoever_logs_in(postgres_admin):
    store = PostgresStore.open(postgres_admin, "notes", "whoever")
    with store.snapshot() as snapshot:
        role = snapshot._db.one("select current_user::text")
    store.close()
    assert role == ("camillo_app",)


def test_a_database_whose_application_sees_all_rows_is_refused(as_admin, postgres_admin):
    as_admin.execute("alter role camillo_app bypassrls")
    try:
        with pytest.raises(CamilloError, match="rows of every owner"):
            PostgresStore.open(f"{postgres_admin}&application_name=x", "notes", "ana")
    finally:
        as_admin.execute("alter role camillo_app nobypassrls")


def test_a_connection_comes_back_without_an_owner(postgres_web):
    server = pool.Server(postgres_web, 5.0)
    server.open()
    try:
        with server.connection() as connection:
            become(connection, 7)
            connection.execute("create temporary table pg_temp.left_over as select 1")
            first = connection.info.backend_pid
        for _ in range(20):
            with server.connection() as connection:
                setting = "select coalesce(current_setting('camillo.owner', true), '')"
                assert connection.execute(setting.encode()).fetchone() == ("",)
                if connection.info.backend_pid == first:
                    with pytest.raises(psycopg.errors.UndefinedTable):
                        connection.execute("select * from left_over")
                    return
        raise AssertionError("the connection did not come back")
    finally:
        server.close()


def test_an_owner_ends_with_the_transaction(pair):
    with pair.ana.snapshot() as snapshot:
        connection = snapshot._db.connection
        bound = connection.execute("select current_setting('camillo.owner', true)").fetchone()
        assert bound == (str(pair.numbers[0]),)
    with pair.ana._session._server.connection() as connection:
        setting = "select coalesce(current_setting('camillo.owner', true), '')"
        assert connection.execute(setting.encode()).fetchone() == ("",)


def test_one_user_of_two_products_is_two_owners(open_owner):
    notes, tasks = open_owner("ana", "notes"), open_owner("ana", "tasks")
    assert notes._session.owner != tasks._session.owner
    assert open_owner("ana", "notes")._session.owner == notes._session.owner


def test_names_of_owners_are_kept_apart_whatever_they_hold(postgres_web):
    names = [("a", "bc"), ("ab", "c"), ("a\0b", "c"), ("a", "b\0c"), ("\ud800", "x"), ("", "")]
    stores = [PostgresStore.open(postgres_web, *name) for name in names]
    owners = {store._session.owner for store in stores}
    for store in stores:
        store.close()
    assert len(owners) == len(names)
